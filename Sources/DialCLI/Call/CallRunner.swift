import DialCore
import DialSyntax
import HTTPTypes

/// Sends one request and writes its result, as it comes where it is a stream; on stderr what `-v` and `-i` ask for.
struct Exchange {
  let console: Console
  let output: OutputFlags
  let inspection: InspectionFlags
  let selection: Selection
  let spec: Spec
  /// What `-v` has shown.
  let shown: ShownRequest
  /// Of `--timings`.
  let timings: Timings?
  /// Whether a broken contract is told that is no failure.
  let warns: Bool

  /// Of `-q`.
  var isQuiet: Bool { !warns }

  func run(_ draft: Draft) async throws {
    if let path = downloadPath(draft) { return try await download(draft, to: path) }
    try checkFile()
    if streams(draft.endpoint) { return try await stream(draft) }
    try printer.write(try await result(of: draft))
  }

  /// What is printed of a call. A body that is not what its type says is written as it came where `-o raw` wants no more of it.
  private func result(of draft: Draft) async throws -> Outcome {
    let wantsMore = !selection.isWhole || selection.isRequired || draft.isStrict
    let wantsBytes = output.output == .raw && !wantsMore && draft.givesWhatComes
    do {
      return try selection.applied(to: try await send(draft))
    } catch let error as CallError where wantsBytes && error.code == .decoding && error.status?.kind == .successful {
      note(error.code.rawValue, error.message, draft.endpoint.name)
      let body = error.body ?? []
      return String(validating: body, as: UTF8.self).map { .text($0) } ?? .bytes(body, type: error.headers?[.contentType] ?? "bytes")
    }
  }

  /// Finds out before anything is sent whether the file of `-O` can be written: what was sent cannot be taken back.
  func checkFile() throws(Failure) {
    if let file = output.file { try FileTarget(file).check() }
  }

  var printer: Printer {
    var printer = Printer(console: console, format: output.output, isCompact: output.compact, file: output.file)
    printer.showsBytes = output.path == "-"
    return printer
  }

  /// Sends, and tells of what goes and comes.
  func send(_ draft: Draft) async throws(CallError) -> Reply {
    let reply = try await telling(draft) { bar throws(CallError) in
      guard let bar else { return try await draft.send() }
      return try await draft.send(progress: bar.update)
    }
    warn(reply.contract, reply.endpoint.name, at: reply.endpoint.range)
    return reply
  }

  /// Makes a call, and tells of what goes and comes.
  func telling<Value: Answered>(
    _ draft: Draft, isDownload: Bool = false, _ call: (ProgressBar?) async throws(CallError) -> Value
  ) async throws(CallError) -> Value {
    let secrets = inspection.showSecrets ? Secrets() : draft.toldSecrets
    if inspection.verbose { tell(draft.request, secrets) }
    do throws(CallError) {
      let value = try await ProgressBar.during(call, console, isDownload: isDownload, isQuiet: isQuiet)
      if inspection.verbose || output.include { tell(value.status, value.headers, secrets) }
      timings?.lines.forEach(console.note)
      return value
    } catch {
      tell(error, secrets)
      throw error
    }
  }

  /// The head that a refused reply had.
  func tell(_ error: CallError, _ secrets: Secrets) {
    if let status = error.status, let headers = error.headers, inspection.verbose || output.include { tell(status, headers, secrets) }
    timings?.lines.forEach(console.note)
    if error.code != .contract, let range = error.location {
      warn(error.contract, error.endpoint, at: range, of: "the refused reply")
    }
  }

  /// A broken contract as a finding at the line of its endpoint.
  func warn(_ faults: [ContractFault], _ endpoint: String, at range: SourceRange, of what: String = "the reply") {
    guard warns, !faults.isEmpty else { return }
    let code = CallError.Code.contract.rawValue
    let lines = ContractFault.lines(faults, of: what)
    var notice = Notice(.warning, code, lines[0], endpoint: endpoint)
    notice.location = range
    notice.faults = faults.map { Fault(code: code, message: $0.message, location: range) }
    var finding = Diagnostic.warning(code, lines[0], at: range, notes: lines.dropFirst().map { Diagnostic.Note($0) })
    finding.hidesLine = SecretLines(spec.service, of: spec.service.endpoints.place(of: endpoint).map { [spec.service.endpoints[$0]] } ?? [])
      .hides(range)
    console.tell(notice, text: DiagnosticPrinter(color: console.errHasColor).text(finding))
  }

  /// A note beside the result, unless `-q` is given.
  func note(_ code: String, _ message: String, _ endpoint: String) {
    if warns { console.tell(Notice(.note, code, message, endpoint: endpoint)) }
  }

  /// Opens a web socket in place of a call.
  func open(_ draft: Draft) async throws -> Socket {
    let secrets = inspection.showSecrets ? Secrets() : draft.toldSecrets
    if inspection.verbose { tell(draft.request, secrets) }
    do throws(CallError) {
      let socket = try await draft.connect()
      if inspection.verbose || output.include { tell(.switchingProtocols, socket.headers, secrets) }
      timings?.lines.forEach(console.note)
      return socket
    } catch {
      tell(error, secrets)
      throw error
    }
  }

  func tell(_ request: PreparedRequest, _ secrets: Secrets) {
    shown.show(request)
    for text in RequestText(request: request, secrets: secrets).lines { line(">", text) }
  }

  func tell(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ secrets: Secrets) {
    line("<", "HTTP \(status.code) \(secrets.redact(status.reasonPhrase))")
    for field in headers { line("<", "\(field.name.rawName): \(secrets.redact(field.value))") }
  }

  /// `-v` marks the directions; `-i` alone has only one.
  private func line(_ mark: String, _ text: String) {
    var shown = (inspection.verbose ? mark + " " : "") + TerminalText.safe(text)
    while shown.last == " " { shown.removeLast() }
    console.note(shown)
  }
}
