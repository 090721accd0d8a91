import Dial
import DialConsole
import DialText
import Synchronization

/// Calls an endpoint for each row.
struct EachRun: Sendable {
  let line: CallLine
  let each: EachFlags
  let call: ParsedCall
  let model: EndpointModel
  /// Whether the spec makes another idempotency key each time.
  let isKeyTimed: Bool
  let feed: RowFeed
  let arguments: RowArguments
  let lines: RowLines
  let journal: Journal?
  /// The keys of the rows, if they have some and there is no journal.
  let keys: RowKeys?
  /// From which idempotency keys are made.
  let run: String
  let tally: RowTally
  let report: CallReport
  let console: Console
  let context: Context

  /// Whether a request could act twice if it is sent again: it has no idempotency key, or another one each time.
  private func actsTwice(_ request: PreparedRequest) -> Bool { !request.mayGoTwice || !isIdempotent && isKeyTimed }

  private var isIdempotent: Bool { Methods.isIdempotent(model.method) }

  /// A row with what is known of it before it is sent.
  struct Known: Sendable {
    let row: SourceRow
    /// nil if the row has none.
    let key: String?
    let digest: String
    let knowledge: Journal.Knowledge
  }

  /// Looks a row up, in the order of the rows: of two with one key, the first one has it.
  func lookUp(_ row: SourceRow, number: Int) throws -> Known {
    let prefix = each.keyPrefix.map { $0 + ":" } ?? ""
    let own = each.key.map { arguments.key(row, $0) }
    let digest = journal == nil ? "" : Journal.digest(row.bytes)
    if case .some(nil) = own { return Known(row: row, key: nil, digest: digest, knowledge: .new) }
    let key = prefix + (own.flatMap(\.self) ?? "\(number)")
    var knowledge = Journal.Knowledge.new
    if let first = try keys?.earlier(key, row: number) {
      knowledge = .taken(row: first)
    } else if let journal {
      knowledge = try Failure.wrapping { () throws(TransportError) in
        try journal.knowledge(of: key, row: number, mustKnow: !isIdempotent)
      }
    }
    return Known(row: row, key: key, digest: digest, knowledge: knowledge)
  }

  /// Performs one row, and gives its result to the committer.
  func perform(_ index: Int, _ known: Known, _ committer: RowCommitter) async throws {
    let (row, number, digest) = (known.row, index + 1, known.digest)
    guard let key = known.key else {
      let what: String = if case .fault(let fault) = row.content { fault } else { "the row has no '\(each.key ?? "")', which --key names" }
      return finish(.failed(fault(row, what)), row, index, key: "", committer, isKept: false)
    }
    switch known.knowledge {
    case .new: break
    case .taken(let first): return finish(.failed(twice(row, key, first)), row, index, key: key, committer, isKept: false)
    case .ended(let record):
      try check(record, digest, row, key)
      return repeated(record, row, index, committer)
    case .begun(let record): try check(record, digest, row, key)
    case .doubtful: break
    }
    if case .fault(let fault) = row.content {
      return finish(.failed(self.fault(row, fault)), row, index, key: key, committer, digest: digest)
    }
    var draft: Draft
    do throws(CallError) {
      draft = try self.draft(row, key: key, digest: digest)
    } catch {
      // What cannot be bound has no key, and may have been sent.
      let end = isUnknown(known.knowledge, actsTwice: !isIdempotent) ? nil : self.failure(error, row)
      return finish(.failed(end ?? unknown), row, index, key: key, committer, digest: digest, isKept: end != nil)
    }
    if isUnknown(known.knowledge, actsTwice: actsTwice(draft.request)) {
      return finish(.failed(unknown), row, index, key: key, committer, isKept: false)
    }
    draft.waitsForItsTurn()
    tellShared(draft.request)
    var note: BeginNote?
    if journal != nil, !isIdempotent {
      let begun = BeginNote(committer, JournalRecord(.begun, row: number, digest: digest, key: key))
      note = begun
      draft.request.context[EachRequest.self] = { request, next in
        if self.actsTwice(request) { try await begun.write() }
        return try await next(request)
      }
    }
    let end = try await end(of: draft, row, note)
    finish(end, row, index, key: key, committer, digest: digest)
  }

  /// Whether an earlier run may have sent a row that is not to be sent twice.
  private func isUnknown(_ knowledge: Journal.Knowledge, actsTwice: Bool) -> Bool {
    if each.resendsUnknown { return false }
    // Only what had no key was noted before it was sent, and a key that the spec has now does not help.
    return if case .begun = knowledge { !isIdempotent } else { actsTwice && !knowledge.isNew }
  }

  /// Sends the request of a row, or shows it.
  private func end(of draft: Draft, _ row: SourceRow, _ note: BeginNote?) async throws -> RowEnd {
    do {
      if line.inspection.dryRun { return .shown(try await draft.description(showingSecrets: line.inspection.showSecrets)) }
      let reply: Reply
      do { reply = try await send(draft) } catch { throw note?.fault ?? error }
      tally.add(retries: reply.metrics.attempts - 1)
      return .succeeded(reply.status.code, try selected(reply))
    } catch let error as CallError {
      tally.add(retries: error.attempts - 1)
      return .failed(failure(error, row))
    } catch let failure as Failure where failure.code != "io" {
      return .failed(failure)
    }
  }

  private func failure(_ error: CallError, _ row: SourceRow) -> Failure {
    located(CallFailure(line: line, spec: call.spec, context: context).failure(error), row, error)
  }

  /// Warns once of a key that two rows have: a server takes them for one.
  private func tellShared(_ request: PreparedRequest) {
    guard let key = request.idempotencyKey, tally.isShared(key) else { return }
    console.warn("rows have the same Idempotency-Key, so the server may act only once for them; make it of the row, or of $uuid")
  }

  /// Binds a row. What is generated for it is the same in each try.
  private func draft(_ row: SourceRow, key: String, digest: String) throws(CallError) -> Draft {
    let run = run
    let source = GeneratedSource.derived { name in
      Journal.uuid(name, run: run, key: key, digest: digest.isEmpty ? Journal.digest(row.bytes) : digest)
    }
    let made = GeneratedSource.$current.withValue(source) {
      Result { () throws(CallError) in try call.client.prepare(line.endpoint, arguments.arguments(row), call.options) }
    }
    return try made.get()
  }

  /// Sends a request, and tells what `-v`, `-i`, `--timings` and `--check-response` ask for.
  private func send(_ draft: Draft) async throws(CallError) -> Reply {
    let secrets = report.secrets(of: draft)
    report.sending(draft.request, secrets)
    do throws(CallError) {
      let reply = try await draft.send()
      report.received(reply.status, reply.headers, secrets)
      report.finished()
      report.warn(reply.contract, reply.endpoint.name, at: reply.endpoint.range)
      return reply
    } catch {
      report.failed(error, secrets)
      throw error
    }
  }

  /// Returns what the flags select: of a stream from each element, as in a call.
  private func selected(_ reply: Reply) throws(Failure) -> Outcome {
    let selection = lines.selection
    guard model.isStream, !selection.isWhole, let elements = reply.value.asArray else {
      tellAbsence(selection, in: reply.value)
      return try selection.applied(to: reply)
    }
    if let first = elements.first { tellAbsence(selection, in: first, "first element") }
    var columns = FoundColumns()
    var (values, rows): ([JSON], [[JSON]]) = ([], [])
    for element in elements {
      let outcome = try selection.applied(toElement: element, of: model, &columns)
      if case .rows(let more, _, _) = outcome { rows += more } else { values.append(outcome.value) }
    }
    try selection.checkColumns(columns, model, status: reply.status.code)
    return selection.labels.map { .rows(rows, labels: $0, isList: true) } ?? .json(.array(values))
  }

  /// Says that a selection finds nothing in the first result: a name that one row has is not misspelled.
  private func tellAbsence(_ selection: Selection, in value: JSON, _ what: String = "result") {
    guard tally.isFirstResult, let absence = selection.absence(in: value, what) else { return }
    console.note("absent", "--select: \(absence)", model.name)
  }

  private func twice(_ row: SourceRow, _ key: String, _ first: Int) -> Failure {
    fault(row, "the key '\(key.prefix(60))' is also that of row \(first)")
  }

  private func check(_ record: JournalRecord, _ digest: String, _ row: SourceRow, _ key: String) throws(Failure) {
    if record.digest == digest { return }
    throw Failure(
      "rows", "\(feed.name):\(row.line): the journal has another row under the key '\(key.prefix(60))'", exit: ExitStatus.usage,
      hint: "use a journal of its own for each input, or --key and --key-prefix to tell rows apart")
  }

  private func fault(_ row: SourceRow, _ message: String) -> Failure {
    Failure("rows", "\(feed.name):\(row.line): \(message)", exit: ExitStatus.usage)
  }

  /// Adds the line of the row to a failure about its arguments.
  private func located(_ failure: Failure, _ row: SourceRow, _ error: CallError) -> Failure {
    guard error.code == .arguments else { return failure }
    var failure = failure
    failure.message = "\(feed.name):\(row.line): \(failure.message)"
    return failure
  }

  private var unknown: Failure {
    Failure(
      "unknown", "the row may have been sent by an earlier run, and what came of it is not known", exit: ExitStatus.failure,
      hint: "look at the server; to send such rows again, although they can act twice, use --resend-unknown")
  }

  /// - Parameter isKept: whether the journal keeps this end.
  private func finish(
    _ end: RowEnd, _ row: SourceRow, _ index: Int, key: String, _ committer: RowCommitter, digest: String = "", isKept: Bool = true
  ) {
    let code = if case .failed(let failure) = end { failure.code } else { "" }
    tally.add(code, isEarlier: false)
    if case .failed(let failure) = end, lines.format != nil { lines.tell(failure, "\(feed.name):\(row.line)", console) }
    let text = lines.text(end, row: index + 1, key: each.key != nil || each.keyPrefix != nil ? key : nil)
    var record: [UInt8] = []
    if journal != nil, isKept {
      JournalRecord(.ended, row: index + 1, digest: digest, key: key, code: code, text: text).write(into: &record)
    }
    committer.add(.init(index: index, record: record, output: lines.output(text), failed: failed(code, row)))
  }

  /// Gives the result of an earlier run.
  private func repeated(_ record: JournalRecord, _ row: SourceRow, _ index: Int, _ committer: RowCommitter) {
    tally.add(record.code, isEarlier: true)
    let output = each.onlyNew ? [] : lines.output(lines.renumbered(record.text, from: record.row, to: index + 1))
    committer.add(.init(index: index, record: [], output: output, failed: failed(record.code, row)))
  }

  private func failed(_ code: String, _ row: SourceRow) -> [UInt8] { code.isEmpty || code == "unknown" ? [] : row.bytes + [0x0A] }
}

/// What became of a row.
enum RowEnd: Sendable {
  case succeeded(Int, Outcome)
  case failed(Failure)
  /// The request that would be sent.
  case shown(JSON)
}

/// The lines that rows print.
struct RowLines: Sendable {
  /// CSV or TSV; nil for JSON Lines.
  let format: OutputFormat?
  let labels: [String]?
  let selection: Selection
  /// Whether results are not printed (`-o none`).
  let isSilent: Bool

  /// Returns the result of a row without its last line break.
  func text(_ end: RowEnd, row: Int, key: String?) -> [UInt8] {
    if let format {
      guard case .succeeded(_, let outcome) = end else { return [] }
      let separator: Unicode.Scalar = format == .csv ? "," : "\t"
      guard case .rows(let rows, _, _) = outcome.withDeclaredColumns else {
        return Array(Delimited(separator).text(Grid(outcome.value, isNamed: false)).utf8.dropLast())
      }
      return Array(Delimited(separator).text(Grid(rows: rows, names: nil)).utf8.dropLast())
    }
    var bytes = Array("{\"row\":\(row)".utf8)
    if let key { bytes += ",\"key\":\(JSONWriter.quote(key))".utf8 }
    switch end {
    case .succeeded(let status, let outcome):
      bytes += ",\"status\":\(status),\"value\":".utf8
      JSONWriter.write(outcome.value, into: &bytes)
    case .failed(let failure):
      bytes += ",\"error\":".utf8
      JSONWriter.write(failure.json, into: &bytes)
    case .shown(let request):
      bytes += ",\"request\":".utf8
      JSONWriter.write(request, into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Returns the result of a row that had another position in an earlier run.
  func renumbered(_ text: [UInt8], from old: Int, to new: Int) -> [UInt8] {
    let start = Array("{\"row\":\(old)".utf8)
    guard format == nil, old != new, text.starts(with: start) else { return text }
    return Array("{\"row\":\(new)".utf8) + text.dropFirst(start.count)
  }

  func output(_ text: [UInt8]) -> [UInt8] { isSilent || text.isEmpty ? [] : text + [0x0A] }

  /// The line with the names of the columns; empty without one.
  func header(_ isShown: Bool) -> [UInt8] {
    guard let format, let labels, isShown else { return [] }
    return Array(Delimited(format == .csv ? "," : "\t").text(Grid(rows: [], names: labels)).utf8)
  }

  /// Reports a row that failed beside the results, which have no place for it.
  func tell(_ failure: Failure, _ place: String, _ console: Console) {
    if console.isQuiet { return }
    let message = (failure.message.hasPrefix(place) ? "" : place + ": ") + failure.message.replacing("\n", with: "; ")
    console.tell(Notice(.warning, failure.code, message, endpoint: failure.endpoint))
  }
}
