import Dial
import DialEngine
import DialMessage
import DialModel
import DialSpec
import DialSyntax
import HTTPTypes

/// Says on stderr what a call sends and gets beside its result: what `-v`, `-i` and `--timings` ask for, and broken contracts.
struct CallReport {
  let console: Console
  let inspection: InspectionFlags
  /// Of `-i`.
  let includesHead: Bool
  let spec: Spec
  /// What `-v` has shown.
  let shown: ShownRequest
  /// Of `--timings`.
  let timings: Timings?
  /// False with `-q`.
  let warns: Bool

  /// Mocks and recordings get no request over the network.
  private var isSent: Bool { !inspection.mock && inspection.replay == nil }

  private var showsHead: Bool { inspection.verbose || includesHead }

  /// What is not shown of a request and its reply.
  func secrets(of draft: Draft) -> Secrets { inspection.showSecrets ? Secrets() : draft.toldSecrets }

  /// The request, with `-v`.
  func sending(_ request: PreparedRequest, _ secrets: Secrets) {
    guard inspection.verbose else { return }
    shown.show(request)
    for text in RequestText(request: request, secrets: secrets, isSent: isSent).lines { line(">", text) }
  }

  /// The head of a reply, with `-v` and `-i`.
  func received(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ secrets: Secrets) {
    guard showsHead else { return }
    line("<", "HTTP \(status.code) \(secrets.redact(status.reasonPhrase))")
    for field in headers { line("<", "\(field.name.rawName): \(inspection.showSecrets ? field.value : secrets.shown(field))") }
  }

  /// What the call cost, with `--timings`.
  func finished() { timings?.lines.forEach(console.note) }

  /// The head that a refused reply had.
  func failed(_ error: CallError, _ secrets: Secrets) {
    if let status = error.status, let headers = error.headers { received(status, headers, secrets) }
    finished()
    if error.code != .contract, let range = error.location {
      warn(error.contract, error.endpoint, at: range, of: "the error response")
    }
  }

  /// A broken contract as a finding at the line of its endpoint.
  func warn(_ faults: [ContractFault], _ endpoint: String, at range: SourceRange, of what: String = "the response") {
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

  /// `-v` marks the directions; `-i` alone has only one.
  private func line(_ mark: String, _ text: String) {
    var shown = (inspection.verbose ? mark + " " : "") + TerminalText.safe(text)
    while shown.last == " " { shown.removeLast() }
    console.note(shown)
  }
}
