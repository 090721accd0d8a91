import DialSyntax
import Foundation
import Testing

/// The folder of this target's fixtures.
let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

/// The names, without their ending, of the files of a fixtures folder.
func fixtureNames(_ folder: String, ending: String) -> [String] {
  let files = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.appending(path: folder).path)) ?? []
  return files.filter { $0.hasSuffix("." + ending) }.map { String($0.dropLast(ending.count + 1)) }.sorted()
}

/// The bytes of a fixture.
func fixture(_ path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: fixtures.appending(path: path)))
}

/// Reads a text that has no fault.
func tree(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Node {
  let document = YAMLReader.read(text: text, name: "t.yaml")
  let findings = DiagnosticPrinter(color: false).text(document.diagnostics)
  #expect(findings == "", sourceLocation: sourceLocation)
  return try #require(document.root, sourceLocation: sourceLocation)
}

extension Node {
  /// The tree on one line: `{a: [1, 'two']}`; a text that is not plain is in quotes.
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
