import Dial
import DialCore
import DialJSON
import DialSyntax

/// Walks the pages of an endpoint and writes what they hold, joined in order.
struct PagedExchange {
  private let exchange: Exchange
  private let isQuiet: Bool
  private let options: PageOptions
  private var walk: PageWalk

  init(_ exchange: Exchange, _ call: LineCall, _ line: CallLine, _ bounds: PageOptions) throws(CallError) {
    self.exchange = exchange
    isQuiet = line.behaviour.quiet
    var options = bounds
    options.call = call.options
    self.options = options
    walk = try PageWalk(call.client.engine, line.endpoint, call.arguments, options)
  }

  func run() async throws {
    var walk = walk
    var writer = RecordWriter(exchange.printer)
    let end: PageEnd
    do {
      end = try await write(&walk, to: &writer)
    } catch {
      // What came is whole, as far as it goes; the exit code says that it is not all.
      try writer.finish(isWhole: false)
      throw error
    }
    try writer.finish(isWhole: true)
    if !isQuiet, let text = PageEndText(walk).text(end) { exchange.console.note("note: \(TerminalText.safe(text))") }
  }

  private func write(_ walk: inout PageWalk, to writer: inout RecordWriter) async throws -> PageEnd {
    let most = options.maxItems ?? .max
    var count = 0
    while let draft = try walk.draft() {
      let reply = try await exchange.send(draft)
      try walk.take(reply)
      let (records, labels) = try records(reply)
      let wanted = min(records.count, most - count)
      try writer.write(Array(records.prefix(wanted)), labels: labels)
      count += wanted
      guard count < most else {
        return walk.finished(count, walk.rest(behind: wanted, of: records.count, areItems: exchange.selection.path == nil))
      }
    }
    return walk.finished(count)
  }

  /// What a page holds: the elements of its list, or what the selection finds on it.
  private func records(_ reply: Reply) throws -> (records: [JSON], labels: [String]?) {
    if exchange.selection.path == nil { _ = try reply.items() }
    switch try exchange.selection.applied(to: reply) {
    case .rows(let rows, let labels, _): return (rows.map(JSON.array), labels)
    case let outcome:
      let value = outcome.value
      return (value.asArray.map(Array.init) ?? (value.isNull ? [] : [value]), nil)
    }
  }
}
