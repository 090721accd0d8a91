import DialModel
import DialSpec
import DialSyntax

/// The description of a whole spec: what it is, and its endpoints.
struct ServiceText {
  var hasColor = false
  var width: Int?

  func text(_ spec: Spec, named word: String) -> String {
    let service = spec.service
    var lines = [bold(TerminalText.safe(service.name))]
    if let doc = service.doc { lines += Wrap(width).lines(doc) }
    lines += ["", bold("endpoints")]
    lines += EndpointTable(width: width.map { $0 - 2 }).text(Array(service.endpoints)).split(separator: "\n").map { "  " + $0 }
    if !service.types.names.isEmpty {
      lines +=
        ["", bold("types")]
        + TypeLines(width: width).lines(service.types.names.map { ($0, service.types.shapes[$0]?.spelling ?? "") }).map { "  " + $0 }
    }
    if let first = service.endpoints.first { lines += ["", bold("next"), "  dial describe \(ExampleLine.quoted(word)) \(first.name)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
