import DialModel
import DialSyntax

/// A list instead of a mapping: `- NAME: value`, or `- "NAME: value"` in the syntax of curl for headers.
struct ListMistake {
  let advice: String
  let fixIts: [Diagnostic.FixIt]

  init?(_ node: Node) {
    guard let items = node.sequence, !items.isEmpty else { return nil }
    let rows = items.compactMap(Row.init)
    guard rows.count == items.count else { return nil }
    advice = items.allSatisfy { $0.text == nil } ? "remove the '- ' before each key" : "write 'NAME: value' without '- ' and quotes"
    fixIts = Self.fixIt(node, rows).map { [$0] } ?? []
  }

  /// Returns nil if the items are not on one line each, because text between them would be lost.
  private static func fixIt(_ node: Node, _ rows: [Row]) -> Diagnostic.FixIt? {
    let start = node.range.start
    guard node.range.file.byte(at: start) == UInt8(ascii: "-"), let last = rows.last else { return nil }
    for (index, row) in rows.enumerated() {
      guard row.range.start.line == start.line + index, row.range.end.line == row.range.start.line else { return nil }
    }
    let range = SourceRange(file: node.range.file, start: start, end: last.range.end)
    let indent = "\n" + String(repeating: " ", count: start.column - 1)
    return .init("make it a mapping", range: range, replacement: rows.map(\.text).joined(separator: indent))
  }

  private struct Row {
    let range: SourceRange
    /// Name and value of an item in the syntax of curl; nil for a mapping, whose text is that of its line.
    private var written: String?

    var text: String {
      if let written { return written }
      let line = range.file.line(range.start.line).unicodeScalars.dropFirst(range.start.column - 1)
      return String(String.UnicodeScalarView(line.prefix(max(range.end.column - range.start.column, 0))))
    }

    init?(_ item: Node) {
      if let entry = item.mapping?.first, item.mapping?.count == 1 {
        let (start, end) = (entry.key.range.start, entry.value.range.end)
        range = SourceRange(file: entry.key.range.file, start: start, end: end)
      } else if let line = item.text, let colon = line.firstRange(of: ": ") {
        let name = String(line[..<colon.lowerBound])
        guard Name.isASCII(name) else { return nil }
        written = "\(name): \(Scalar.quoted(String(line[colon.upperBound...].drop { $0 == " " })))"
        range = item.range
      } else {
        return nil
      }
    }
  }
}
