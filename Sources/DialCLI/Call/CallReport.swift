import Dial
import DialEngine
import DialMessage
import DialModel
import DialSpec
import DialSyntax
import HTTPTypes

/// Prints what `-v`, `-i` and `--timings` ask for, and contract warnings, on stderr.
struct CallReport {
  let console: Console
  let inspection: InspectionFlags
  /// Whether `-i` is set.
  let includesHead: Bool
  let spec: Spec
  /// The requests that `-v` has shown.
  let shown: ShownRequest
  /// The times for `--timings`.
  let timings: Timings?
  /// Whether to print warnings; false with `-q`.
  let warns: Bool

  private var showsHead: Bool { inspection.verbose || includesHead }

  /// Returns the secrets to mask in a request and its response.
  func secrets(of draft: Draft) -> Secrets { inspection.showSecrets ? Secrets() : draft.toldSecrets }

  /// Prints the request with `-v`.
  func sending(_ request: PreparedRequest, _ secrets: Secrets) {
    guard inspection.verbose else { return }
    shown.show(request)
    for text in RequestText(request: request, secrets: secrets).lines { line(">", text) }
  }

  /// Prints the head of a response with `-v` and `-i`.
  func received(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ secrets: Secrets) {
    guard showsHead else { return }
    line("<", "HTTP \(status.code) \(secrets.redact(status.reasonPhrase))")
    for field in headers { line("<", "\(field.name.rawName): \(secrets.redact(field.value))") }
  }

  /// Prints the cost of the call with `--timings`.
  func finished() { timings?.lines.forEach(console.note) }

  /// Prints the head of a rejected response.
  func failed(_ error: CallError, _ secrets: Secrets) {
    if let status = error.status, let headers = error.headers { received(status, headers, secrets) }
    finished()
    if error.code != .contract, let range = error.location {
      warn(error.contract, error.endpoint, at: range, of: "the refused reply")
    }
  }

  /// Prints a contract warning with the line of its endpoint.
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

  /// Prints a note, unless `-q` is set.
  func note(_ code: String, _ message: String, _ endpoint: String) {
    if warns { console.tell(Notice(.note, code, message, endpoint: endpoint)) }
  }

  /// `-v` marks the direction; `-i` has only one.
  private func line(_ mark: String, _ text: String) {
    var shown = (inspection.verbose ? mark + " " : "") + TerminalText.safe(text)
    while shown.last == " " { shown.removeLast() }
    console.note(shown)
  }
}
