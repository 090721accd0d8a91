import DialSyntax
import Foundation
import TestSupport
import Testing

let fixtures = Fixtures()

func tree(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Node {
  let document = YAMLReader.read(text: text, name: "t.yaml")
  let findings = DiagnosticPrinter(color: false).text(document.diagnostics)
  #expect(findings == "", sourceLocation: sourceLocation)
  return try #require(document.root, sourceLocation: sourceLocation)
}

extension Node {
  /// The tree in one line: `{a: [1, 'two']}`; scalars that are not plain are in quotes.
  var flat: String {
    switch content {
    case .scalar(let scalar): scalar.isPlain ? scalar.text : "'\(scalar.text)'"
    case .sequence(let items): "[" + items.map(\.flat).joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.name): \($0.value.flat)" }.joined(separator: ", ") + "}"
    }
  }
}

extension SourceRange {
  /// `line:column-line:column`
  var flat: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}
