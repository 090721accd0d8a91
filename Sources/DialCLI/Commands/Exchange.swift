import DialCore
import DialSyntax
import HTTPTypes

/// Sends one request and writes its result; on stderr what `-v` and `-i` ask for.
struct Exchange {
  let console: Console
  let output: OutputFlags
  let inspection: InspectionFlags
  let selection: Selection
  /// Of `--timings`.
  let timings: Timings?
  /// Whether a broken contract is told that is no failure.
  let warns: Bool

  func run(_ draft: Draft) async throws {
    let result = try selection.applied(to: try await send(draft))
    try printer.write(result)
  }

  var printer: Printer { Printer(console: console, format: output.output, isCompact: output.compact, file: output.file) }

  /// Sends, and tells of what goes and comes.
  func send(_ draft: Draft) async throws(CallError) -> Reply {
    let secrets = inspection.showSecrets ? Secrets() : draft.request.secrets
    if inspection.verbose { tell(draft.request, secrets) }
    do throws(CallError) {
      let reply = try await draft.send()
      if inspection.verbose || output.include { tell(reply.status, reply.headers, secrets) }
      timings?.lines.forEach(console.note)
      warn(reply.contract, reply.endpoint.range)
      return reply
    } catch {
      if let status = error.status, let headers = error.headers, inspection.verbose || output.include { tell(status, headers, secrets) }
      timings?.lines.forEach(console.note)
      if error.code != .contract, let range = error.location { warn(error.contract, range, of: "the refused reply") }
      throw error
    }
  }

  /// A broken contract as a finding at the line of its endpoint.
  func warn(_ faults: [ContractFault], _ range: SourceRange, of what: String = "the reply") {
    guard warns, !faults.isEmpty else { return }
    let lines = ContractFault.lines(faults, of: what)
    let notes = lines.dropFirst().map { Diagnostic.Note($0) }
    let finding = Diagnostic.warning(CallError.Code.contract.rawValue, lines[0], at: range, notes: notes)
    console.note(DiagnosticPrinter(color: console.errHasColor).text(finding))
  }

  /// Opens a web socket in place of a call.
  func open(_ draft: Draft) async throws -> Socket {
    let secrets = inspection.showSecrets ? Secrets() : draft.request.secrets
    if inspection.verbose { tell(draft.request, secrets) }
    do {
      let socket = try await draft.connect()
      if inspection.verbose || output.include { tell(.switchingProtocols, socket.headers, secrets) }
      timings?.lines.forEach(console.note)
      return socket
    } catch {
      if let status = error.status, let headers = error.headers, inspection.verbose || output.include { tell(status, headers, secrets) }
      throw error
    }
  }

  private func tell(_ request: PreparedRequest, _ secrets: Secrets) {
    for text in RequestText(request: request, secrets: secrets).lines { line(">", text, secrets) }
  }

  private func tell(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ secrets: Secrets) {
    line("<", "HTTP \(status.code) \(status.reasonPhrase)", secrets)
    for field in headers { line("<", "\(field.name.rawName): \(field.value)", secrets) }
  }

  /// `-v` marks the directions; `-i` alone has only one.
  private func line(_ mark: String, _ text: String, _ secrets: Secrets) {
    var shown = (inspection.verbose ? mark + " " : "") + TerminalText.safe(secrets.redact(text))
    while shown.last == " " { shown.removeLast() }
    console.note(shown)
  }
}
