import Dial
import DialConsole

/// Reads the pages of an endpoint and writes their items in order.
struct PageRunner {
  private let runner: CallRunner
  /// The spec as the command line names it, quoted for a shell.
  private let spec: String
  /// Whether the call has no spec, so that only the header Link names further pages.
  private let isURL: Bool
  private let options: PageOptions
  private var walk: PageWalk

  init(_ runner: CallRunner, _ call: ParsedCall, _ line: CallLine, _ bounds: PageOptions) throws(CallError) {
    (self.runner, spec, isURL) = (runner, ShellWord.quoted(line.spec), URLSpec.isURL(line.spec))
    var options = bounds
    options.call = call.options
    self.options = options
    walk = try PageWalk(call.client.engine, line.endpoint, call.arguments, options)
  }

  /// Returns the end; nil if the file stays as it is.
  func run() async throws -> PageEnd? {
    try runner.checkFile()
    var walk = walk
    var writer = RecordWriter(runner.printer)
    var columns = FoundColumns()
    var unfollowed: String?
    let end: PageEnd
    do {
      guard let ended = try await write(&walk, to: &writer, &columns, &unfollowed) else { return nil }
      end = ended
    } catch {
      // The output is complete as far as it goes; the exit code says that it is not all.
      try writer.finish(isWhole: false)
      throw error
    }
    try writer.finish(isWhole: true)
    try runner.selection.checkColumns(columns, walk.model)
    if let (code, text) = PageEndText(walk).note(end) {
      runner.console.note(code, text, walk.model.name)
    } else if let unfollowed, end.reason == .last, end.pages == 1 {
      runner.console.note("one-page", unfollowed, walk.model.name)
    }
    return end
  }

  /// Returns the end; nil if the file stays as it is, because a page is unchanged or there is none.
  private func write(
    _ walk: inout PageWalk, to writer: inout RecordWriter, _ columns: inout FoundColumns, _ unfollowed: inout String?
  ) async throws -> PageEnd? {
    let maximum = options.maxItems ?? .max
    var count = 0
    while let draft = try walk.draft() {
      let isFirst = walk.pages == 0
      let (reply, records, labels) = try await page(draft, walk, &columns)
      // Without the items of an unchanged page, the file would not be whole.
      if isFirst || reply.status == .notModified, runner.leaves(runner.output.file, reply.status, walk.model.name) { return nil }
      if isFirst, let absence = runner.selection.absence(in: reply.value) {
        runner.console.note("absent", "--select: \(absence)", walk.model.name)
      }
      if isFirst, let path = runner.selection.path, let fold = PageFold(path) {
        runner.console.note(
          "page", fold.note(isURL ? "dial \(walk.model.name) \(spec) …" : "dial call \(spec) \(walk.model.name) …"), walk.model.name)
      }
      if isFirst, isURL { unfollowed = UnfollowedPages(reply.value)?.note }
      try walk.take(reply)
      let wanted = min(records.count, maximum - count)
      try writer.write(Array(records.prefix(wanted)), labels: labels)
      count += wanted
      guard count < maximum else {
        return walk.finished(count, walk.rest(behind: wanted, of: records.count, areItems: runner.selection.path == nil))
      }
    }
    return walk.finished(count)
  }

  private func page(_ draft: Draft, _ walk: PageWalk, _ columns: inout FoundColumns) async throws -> (
    reply: Reply, records: [JSON], labels: [String]?
  ) {
    do {
      let reply = try await runner.send(draft)
      let (records, labels) = try records(reply, &columns)
      return (reply, records, labels)
    } catch let error as CallError {
      var error = walk.named(error)
      if let way = PageEndText(walk).way(behind: error) {
        error.hint = error.remedy.map { "\($0.hint(spec: spec)); \(way)" } ?? way
      }
      throw error
    } catch var failure as Failure {
      if let place = walk.place() { failure.message = "\(place): \(failure.message)" }
      throw failure
    }
  }

  /// Returns the items of a page: the elements of its list, or what the selection finds.
  private func records(_ reply: Reply, _ columns: inout FoundColumns) throws -> (records: [JSON], labels: [String]?) {
    if runner.selection.path == nil { _ = try reply.items() }
    switch try runner.selection.applied(toPage: reply, &columns) {
    case .rows(let rows, let labels, _): return (rows.map(JSON.array), labels)
    case let outcome:
      let value = outcome.value
      return (value.asArray.map(Array.init) ?? (value.isNull ? [] : [value]), nil)
    }
  }
}
