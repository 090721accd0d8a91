import DialModel
import DialSyntax

/// A list instead of a mapping: `- NAME: value`, or `- "NAME: value"` in the syntax of curl for headers.
struct ListSlip {
  let advice: String
  let fixIts: [Diagnostic.FixIt]

  init?(_ node: Node) {
    guard let items = node.sequence, !items.isEmpty else { return nil }
    if let named = Self.named(items) {
      (advice, fixIts) = named
      return
    }
    let rows = items.compactMap(Row.init)
    guard rows.count == items.count else { return nil }
    advice = items.allSatisfy { $0.text == nil } ? "remove the '- ' before each key" : "write 'NAME: value' without '- ' and quotes"
    fixIts = Self.fixIt(node, rows).map { [$0] } ?? []
  }

  /// Returns the mend of items that begin with `name: NAME`, in block style.
  private static func named(_ items: [Node]) -> (String, [Diagnostic.FixIt])? {
    let names = items.compactMap { item -> (name: String, key: SourceRange, value: SourceRange)? in
      guard let first = item.mapping?.first, ["name", "id"].contains(first.name), item.mapping?.count ?? 0 > 1, let name = first.value.text,
        Name.isValid(name)
      else { return nil }
      return (name, first.key.range, first.value.range)
    }
    guard names.count == items.count, let first = names.first, let last = names.last else { return nil }
    let file = first.key.file
    let advice = "write the name as the key, without '- ': '\(first.name):'"
    var (text, start, end) = ("", 0, 0)
    for (index, name) in names.enumerated() {
      guard name.key.file.name == file.name else { return (advice, []) }
      // The dash is before the name, and nothing else.
      let line = file.lineBytes(name.key.start.line)
      let key = file.offset(of: name.key.start)
      guard let dash = file.bytes[line.lowerBound..<key].lastIndex(of: UInt8(ascii: "-")),
        file.bytes[line.lowerBound..<key].allSatisfy({ " -".utf8.contains($0) }),
        items[index].mapping?[1].key.range.start.line != name.key.start.line
      else { return (advice, []) }
      if index > 0 { text += String(decoding: file.bytes[end..<dash], as: UTF8.self) }
      text += "\(name.name):"
      end = file.offset(of: name.value.end)
      if index == 0 { start = dash }
    }
    let range = file.range(from: file.position(at: start), to: last.value.end)
    // The dashes of a list may be below its key, but the keys of a mapping may not.
    let above = (1..<first.key.start.line).reversed().lazy.map { file.bytes[file.lineBytes($0)] }.first { line in
      line.first { $0 != UInt8(ascii: " ") }.map { $0 != UInt8(ascii: "#") } ?? false
    }
    let indent = above?.prefix { $0 == UInt8(ascii: " ") }.count ?? 0
    guard indent < range.start.column - 1 else { return (advice, []) }
    return (advice, [.init("write the names as keys", range: range, replacement: text)])
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
