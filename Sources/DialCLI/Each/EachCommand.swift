import Dial
import DialConsole
import DialFlags
import DialLibc
import DialText
import Synchronization

struct EachCommand: CallingCommand {
  static let about = CommandAbout(
    "Call an endpoint once for each row of a file",
    usage: "dial each SPEC ENDPOINT [ARG…] --rows FILE|- [flags]",
    text: """
      Rows are JSON Lines, CSV or TSV. The members of a row are arguments by name; arguments on the command line fill in the rest. Everything \
      that a call has holds for each row: types, credentials, retries, the 'limit' of the spec, --select and --tuple.

      The result is one line of JSON for each row, in their order: {"row": 7, "status": 200, "value": …}, or {"row": 7, "error": {…}} with \
      the error of --errors json. With -o csv or -o tsv, only rows that succeed are printed.

      With --journal, the same command continues after an interruption: rows that ended are not sent again, and their results are printed \
      from the journal. A row that was under way is sent again if it cannot act twice: a safe or idempotent method, or an Idempotency-Key. \
      Any other one fails with the code 'unknown'.
      """,
    sections: [
      "EXAMPLES": """
      dial each users.yaml create --rows users.csv --journal run-7 > out.jsonl
      dial each users.yaml getUser --rows ids.jsonl --parallel 64 -s name
      dial each users.yaml create --rows users.csv --failed again.csv
      cat ids.txt | dial each users.yaml getUser --rows - --rows-format tsv \\
        --columns id
      """,
      "EXIT CODES": """
      0 all rows succeeded, or failures went to --failed
      12 rows failed   13 stopped by --max-failures   others as in 'dial call'
      """,
    ])

  static let operands = Operand.part(CallLine.operands, of: \Self.line)
  /// The key of a client certificate is in the file of `--cert`: `--key` names that of a row.
  static let flags: [FlagDefinition<Self>] =
    FlagDefinition.part(\.each, titled: "Rows") + FlagDefinition.part(\.line).filter { !$0.row.names.contains("--key") }

  var each = EachFlags()
  var line = CallLine()

  func perform(_ console: Console, _ context: Context) async throws {
    try check()
    let (parallel, map, bound) = (try each.makeParallel(), try each.makeMap(), try each.makeBound())
    let columns = try each.makeColumns()
    let part = try each.makePart()
    guard let path = each.rows else {
      throw Failure.usage("--rows is missing", hint: "name the file of the rows, or '-' for standard input")
    }
    guard let format = each.format ?? RowFormat(path: path) ?? (path == "-" ? .jsonl : nil) else {
      throw Failure.usage("the format of '\(path)' is not known by its extension", hint: "add --rows-format jsonl, csv or tsv")
    }
    let isAssumed = each.format == nil && path == "-"
    if format == .jsonl, columns != nil { throw Failure.usage("--columns is for CSV and TSV; members of JSON have names") }
    if format == .tsv, columns == nil, !each.hasHeader {
      throw Failure.usage(
        "TSV has no line of names", hint: "name its columns with --columns id,name; if its first line has them, add --rows-header")
    }
    if each.hasHeader, columns != nil { throw Failure.usage("--rows-header conflicts with --columns") }
    var line = line
    line.transport.threads = HTTPTransport.threads(for: parallel)
    line.transport.connections = max(line.transport.connections, parallel)
    let call = try line.call(console, context, readsInput: false)
    if path == "-", !call.stdinIsFree {
      throw Failure.usage("standard input can be read only once, but --rows and an argument both use it")
    }
    try await line.explaining(call, console, context) {
      guard let model = call.spec.service.endpoints[line.endpoint] else {
        _ = try call.client.prepare(line.endpoint, call.arguments, call.options)
        return
      }
      try refuse(model)
      if each.share != nil || part != nil {
        guard model.policy.limit?.rate != nil else {
          throw Failure.usage("'\(model.name)' has no 'limit' with a rate that could be shared")
        }
        try Failure.wrapping { () throws(TransportError) in try call.client.shareRates(folder: each.share, part: part) }
      }
      // The flag takes the place of what the spec says, and what sends nothing needs no folder.
      if each.share == nil, !call.client.engine.isOffline, !line.inspection.dryRun {
        try Failure.wrapping { () throws(TransportError) in try call.client.checkSharing(of: model) }
      }
      if each.checksRows { try await checkAll(path, format, columns, map, model, call, context) }
      let feed = try RowFeed(path, format, columns: columns, context)
      guard let first = try await feed.peek() else { return }
      if isAssumed, case .fault(let fault) = first.content {
        throw Failure(
          "rows", "<stdin>:\(first.line): \(fault)", exit: ExitStatus.usage,
          hint: "for rows that are not JSON Lines, add --rows-format csv or tsv")
      }
      let arguments = RowArguments(
        model: model, types: call.spec.service.types, fixed: call.arguments, map: map, columns: feed.columns, key: each.key)
      try checkNames(first, arguments, feed, call, context)
      try await run(call, model, feed, arguments, bound, parallel, console, context)
    }
  }

  private func run(
    _ call: ParsedCall, _ model: EndpointModel, _ feed: RowFeed, _ arguments: RowArguments, _ bound: FailureBound?, _ parallel: Int,
    _ console: Console, _ context: Context
  ) async throws {
    let lines = try makeLines(call, model)
    let journal = try await makeJournal(call, arguments, console, context)
    let failed = try makeFailed(feed)
    let run = EachRun(
      line: line, each: each, call: call, model: model, isKeyTimed: model.hasTimedIdempotencyKey, feed: feed, arguments: arguments,
      lines: lines,
      journal: journal, keys: journal == nil && each.key != nil ? try RowKeys() : nil,
      run: journal?.run ?? each.run ?? JournalHead.newRun(), tally: RowTally(bound: bound),
      report: line.runner(call, console).report, console: console, context: context)
    let inspection = CallInspection(line: line, console: console)
    inspection.tellSteps(of: call.client)
    let progress = EachProgress(run, console)
    let parent = Parent()
    let committer = Mutex<RowCommitter?>(nil)
    let number = Atomic(0)
    let loop = RowLoop<EachRun.Known>(parallel: parallel) {
      if run.tally.isOver { return nil }
      guard let row = try await feed.next(), !run.tally.isOver else { return nil }
      return try run.lookUp(row, number: number.add(1, ordering: .relaxed).newValue)
    } stopped: {
      feed.stop()
    } perform: { index, row in
      guard let committer = committer.withLock({ $0 }) else { return false }
      try await run.perform(index, row, committer)
      return !run.tally.isOver
    }
    var sinks = RowCommitter.Sinks(
      journal: nil, output: console.out, failed: nil, hold: { loop.hold($0) }, release: { loop.release($0, $1) },
      broken: { loop.stop() },
      tick: {
        if console.isStandard, FileDescriptor.isAbandoned(STDOUT_FILENO) { throw SilentExit(exit: ExitStatus.brokenPipe) }
        if parent.isGone { throw Failure.io("the process that started dial has ended") }
        progress.show()
      })
    if let journal { sinks.journal = { bytes, syncs in try journal.append(bytes, syncs: syncs) } }
    if let failed { sinks.failed = { bytes in try failed.append(bytes) } }
    let header = lines.header(line.output.hasHeader ?? (line.output.output == .csv))
    if !header.isEmpty { try console.out(header) }
    let made = RowCommitter(isOrdered: !each.unordered, syncs: each.sync == .always, sinks)
    committer.withLock { $0 = made }
    FileDescriptor.keepsRunning.store(true, ordering: .relaxed)
    Signals.drain {
      loop.stop()
      console.note("stopping: the calls under way end first; to stop at once, press Ctrl-C again")
    }
    defer {
      Signals.drain(nil)
      FileDescriptor.keepsRunning.store(false, ordering: .relaxed)
    }
    var fault: (any Error)?
    // Rows that tell something beside their results wait for whoever reads that, and the connections must not.
    let isSilent =
      lines.format == nil && !line.inspection.verbose && !line.output.include && !line.inspection.timings && call.options.check != .warn
    do { try await loop.run(on: isSilent ? call.client.engine.executors : []) } catch { fault = error }
    do {
      try await made.end()
      if fault == nil { try failed?.close() }
    } catch let error as TransportError {
      fault = Failure.io(error.message)
    } catch {
      fault = error
    }
    // It refers to the loop, which refers to it.
    committer.withLock { $0 = nil }
    progress.end()
    if let fault { throw (fault as? TransportError).map { Failure.io($0.message) } ?? fault }
    try exit(run, journal, progress, console)
  }

  // MARK: What is refused

  private func check() throws(Failure) {
    if let flag = line.inspection.curl ? "--curl" : line.inspection.explain ? "--explain" : nil {
      throw .usage("\(flag) shows one call", hint: "to see the request of each row, use --dry-run")
    }
    if line.output.path != nil { throw .usage("dial each has no -O", hint: "redirect its output: dial each … > FILE") }
    let format = line.output.isFull ? .full : line.output.output
    if let output = format, ![.json, .jsonl, .csv, .tsv, OutputFormat.none].contains(output) {
      throw .usage("dial each prints JSON Lines, or with -o csv and -o tsv the rows that succeed; it has no -o \(output.rawValue)")
    }
    if each.journal == nil {
      let given = [
        ("--journal-sync", each.sync != .always), ("--only-new", each.onlyNew), ("--resend-unknown", each.resendsUnknown),
      ]
      if let flag = given.first(where: \.1)?.0 { throw .usage("\(flag) requires --journal") }
    }
    if each.failed == "-" { throw .usage("--failed must be a file name, because standard output has the results") }
    if each.failed != nil, line.inspection.dryRun { throw .usage("--failed conflicts with --dry-run, which sends nothing") }
    if each.journal != nil, line.inspection.dryRun { throw .usage("--journal conflicts with --dry-run, which sends nothing") }
    if each.run == "" { throw .usage("--run-id is empty, so all runs would have the same keys") }
    if each.checksRows, let rows = each.rows, rows == "-" || File.isEndless(rows) {
      let input = rows == "-" ? "standard input" : "a pipe"
      throw .usage("--check-rows reads the rows twice, which \(input) does not allow", hint: "save the rows in a file first")
    }
    let input: [(what: String, kind: FileKind?)] = [
      ("the file of the rows", each.rows == "-" ? FileKind(open: STDIN_FILENO) : each.rows.flatMap { FileKind($0) }),
      ("the spec", FileKind(line.spec)), ("the file of --args", line.args.first.flatMap { FileKind($0) }),
    ]
    for path in [each.failed, each.journal].compactMap(\.self) {
      guard let kind = FileKind(path) else { continue }
      if let read = input.first(where: { $0.kind?.isSame(as: kind) ?? false }) { throw .usage("'\(path)' is \(read.what)") }
    }
    if let failed = each.failed, let journal = each.journal {
      let (one, other) = (FileKind(failed), FileKind(journal))
      let isSame = one.flatMap { one in other.map { one.isSame(as: $0) } } ?? (failed == journal)
      if isSame { throw .usage("--failed and --journal name the same file '\(failed)'") }
    }
  }

  private func refuse(_ model: EndpointModel) throws(Failure) {
    if model.isSocket { throw .usage("'\(model.name)' is a WebSocket, which has no single result for each row") }
  }

  /// Reports names that the endpoint does not have once, before the first call.
  private func checkNames(_ row: SourceRow, _ arguments: RowArguments, _ feed: RowFeed, _ call: ParsedCall, _ context: Context) throws {
    if case .fault = row.content { return }
    let given = arguments.arguments(row)
    if let name = each.key, arguments.key(row, name) == nil {
      let known = arguments.names(row)
      guard known.contains(name) else {
        throw Failure.usage(
          "\(feed.name):\(row.line): the row has no '\(name)', which --key names\(Suggestion.question(for: name, among: known))")
      }
    }
    do throws(CallError) {
      _ = try call.client.prepare(line.endpoint, given, call.options)
    } catch {
      guard error.code == .arguments else {
        // A missing variable concerns all rows.
        if error.code == .variable || error.code == .spec { throw error }
        return
      }
      let isTable = if case .cells = row.content { true } else { false }
      let known = Set(given.items.map(\.name) + (feed.columns ?? []))
      // A column that no row has is missing in all of them.
      let faults = error.faults.filter { $0.kind == .unknown || isTable && $0.kind == .missing && !known.contains($0.name ?? "") }
      guard !faults.isEmpty else { return }
      var failure = CallFailure(line: line, spec: call.spec, context: context).failure(error)
      failure.faults = failure.faults.filter { fault in faults.contains { $0.message == fault.message } }
      failure.message = "\(feed.name):\(row.line): " + faults.map(\.message).joined(separator: "\n")
      throw failure
    }
  }

  private func checkAll(
    _ path: String, _ format: RowFormat, _ columns: [String]?, _ map: [String: String], _ model: EndpointModel, _ call: ParsedCall,
    _ context: Context
  ) async throws {
    let feed = try RowFeed(path, format, columns: columns, context)
    var (faults, count): ([Failure.Fault], Int) = ([], 0)
    while let row = try await feed.next() {
      let arguments = RowArguments(
        model: model, types: call.spec.service.types, fixed: call.arguments, map: map, columns: feed.columns, key: each.key)
      let place = "\(feed.name):\(row.line): "
      if case .fault(let fault) = row.content {
        count += 1
        if faults.count < 20 { faults.append(Failure.Fault(code: "rows", message: place + fault)) }
      } else {
        do throws(CallError) {
          _ = try call.client.prepare(line.endpoint, arguments.arguments(row), call.options)
        } catch {
          count += 1
          if faults.count < 20 {
            faults += Failure(error).faults.map { Failure.Fault(code: $0.code, message: place + $0.message, argument: $0.argument) }
          }
        }
      }
    }
    if count == 0 { return }
    var failure = Failure("rows", "\(count.counted("row")) cannot be sent", exit: ExitStatus.usage)
    failure.message = ([failure.message] + faults.map(\.message)).joined(separator: "\n")
    failure.faults = faults
    throw failure
  }

  // MARK: Files

  private func makeLines(_ call: ParsedCall, _ model: EndpointModel) throws(Failure) -> RowLines {
    let format = line.output.output.flatMap { $0 == .csv || $0 == .tsv ? $0 : nil }
    var labels = call.selection.labels
    if labels == nil, call.selection.path == nil, case .shape(let shape) = model.result,
      case .record(let record) = call.spec.service.types.resolve(shape.wrapped)
    {
      labels = record.members.map(\.label)
    }
    if format != nil, labels == nil {
      throw .usage("-o \(format!.rawValue) needs columns", hint: "name them with --tuple id,name")
    }
    return RowLines(format: format, labels: labels, selection: call.selection, isSilent: line.output.output == OutputFormat.none)
  }

  private func makeJournal(
    _ call: ParsedCall, _ arguments: RowArguments, _ console: Console, _ context: Context
  ) async throws -> Journal? {
    guard let path = each.journal else { return nil }
    let fixed = call.arguments.items.map { item -> String in
      let value: String = if let json = item.value.json { JSONWriter.text(json) } else { "\(item.value)" }
      return "\(item.name)=\(value)"
    }
    let properties = [
      ("endpoint", line.endpoint), ("base", call.client.baseOrigin), ("profile", line.target.service.profile ?? context.profile ?? ""),
      ("request", Journal.digest(Array((fixed + request(call, arguments)).joined(separator: "\n").utf8))),
      ("selection", [line.output.select, call.selection.labels?.joined(separator: ",")].compactMap(\.self).joined(separator: " | ")),
      ("format", line.output.output.map(\.rawValue) ?? "json"), ("key", each.key ?? ""),
    ]
    do {
      return try await Journal(
        path, JournalHead(properties.map { (name: $0.0, value: $0.1) }, run: each.run ?? JournalHead.newRun()), hasKeys: each.key != nil,
        isGivenRun: each.run != nil
      ) { console.note("waiting for another process with the journal '\(path)'") }
    } catch let error as TransportError {
      throw Failure.io(error.message)
    }
  }

  /// What the requests of all rows have in common. Secrets are left out, because a run can continue with another token.
  private func request(_ call: ParsedCall, _ arguments: RowArguments) -> [String] {
    let model = arguments.model
    let headers = line.target.headers.map { text in
      let name = String(text.prefix { $0 != ":" })
      return SecretNames.contains(name, in: .header) ? name : text
    }
    let secrets = call.spec.service.secretVariables
    let variables = line.target.service.variables.filter { !secrets.contains(String($0.prefix { $0 != "=" })) }
    var own = [model.method, model.target.text, call.client.baseURL, line.contentType ?? ""]
    // What sends nothing has other results.
    if call.client.engine.isOffline { own.append("offline") }
    // Another key is another effect.
    own += model.idempotencyKeys
    own += call.client.engine.values(of: model).map { "\($0.name)=\($0.value)" }
    return own + (arguments.columns ?? []) + arguments.map.map { "\($0.value)<\($0.key)" }.sorted() + headers + line.target.query
      + variables
  }

  /// Throws if the file cannot be written, before the first row is sent.
  private func makeFailed(_ feed: RowFeed) throws(Failure) -> FailedRows? {
    guard let path = each.failed else { return nil }
    do throws(TransportError) {
      // The rows of an earlier run stay until there are others.
      let file = try FileWriter(path, flags: O_CREAT)
      try file.close()
    } catch {
      throw .io(error.message)
    }
    return FailedRows(path, header: feed.header)
  }

  // MARK: The end

  private func exit(_ run: EachRun, _ journal: Journal?, _ progress: EachProgress, _ console: Console) throws {
    let counts = run.tally.counts
    if let journal, !journal.damaged.isEmpty {
      let lines = journal.damaged.prefix(10).map(String.init).joined(separator: ", ")
      console.warn(
        "the journal '\(journal.path)' has damaged lines, which were not used: \(lines)\(journal.damaged.count > 10 ? ", …" : "")")
    }
    if !console.isQuiet, counts.failed > 0 || console.errIsTerminal { console.note(progress.summary(counts)) }
    if run.tally.isOver {
      if !console.isQuiet { console.note("stopped by --max-failures \(each.maxFailures ?? ""): the rows after these were not sent") }
      throw SilentExit(exit: ExitStatus.rowsStopped)
    }
    let unsaved = each.failed == nil ? counts.failed : counts.failures["unknown"] ?? 0
    if unsaved > 0, each.failures == .fail { throw SilentExit(exit: ExitStatus.rowsFailed) }
  }
}

/// The file of the rows that failed, of the same format as that of the rows. It is written when one fails, or at the end: a run that cannot
/// begin leaves it as it was.
final class FailedRows: Sendable {
  private let path: String
  private let header: [UInt8]?
  private let writer = Mutex<FileWriter?>(nil)

  /// - Parameter header: the line of names; nil for none.
  init(_ path: String, header: [UInt8]?) { (self.path, self.header) = (path, header) }

  func append(_ bytes: [UInt8]) throws(TransportError) {
    try writer.withLock { writer throws(TransportError) in
      if writer == nil {
        writer = try FileWriter(path, flags: O_CREAT | O_TRUNC)
        if let header { try writer?.append(header + [0x0A]) }
      }
      try writer?.append(bytes)
    }
  }

  func close() throws(TransportError) {
    try append([])
    try writer.withLock { writer throws(TransportError) in try writer?.close() }
  }
}

/// The process that started this one.
struct Parent: Sendable {
  private let number = getppid()

  /// Whether it has ended although the rows come from it, and this process was not told to go on without it (`nohup`).
  var isGone: Bool { getppid() != number && FileKind(open: STDIN_FILENO)?.isPipe == true && !Signals.outlivesTerminal }
}
