/// The rough structure of a line of block YAML. It is used for advice only, never to decide what the line means.
struct LineShape {
  /// The bytes of the line without its end.
  let line: Range<Int>
  /// The offset of the first character that is not a blank.
  private(set) var indentEnd: Int
  /// The offset of the ':' after the key.
  private(set) var colon: Int?
  /// The bytes of the value after the key or the dash, without blanks and comment; nil if there is neither key nor dash.
  private(set) var value: Range<Int>?

  init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.line = line
    indentEnd = bytes[line].firstIndex { !Self.isBlank($0) } ?? line.upperBound
    var at = indentEnd
    while at < line.upperBound, bytes[at] == UInt8(ascii: "-"), at + 1 == line.upperBound || Self.isBlank(bytes[at + 1]) {
      at = bytes[at + 1..<line.upperBound].firstIndex { !Self.isBlank($0) } ?? line.upperBound
    }
    if at > indentEnd { value = Self.trimmed(bytes, at..<line.upperBound) }
    let search = Self.endOfQuoted(bytes, at..<line.upperBound)
    colon = (search..<line.upperBound).first {
      bytes[$0] == UInt8(ascii: ":") && ($0 + 1 == line.upperBound || Self.isBlank(bytes[$0 + 1]))
    }
    if let colon { value = Self.trimmed(bytes, colon + 1..<line.upperBound) }
  }

  /// True if the line has only blanks or a comment.
  func isEmpty(_ bytes: [UInt8]) -> Bool { indentEnd == line.upperBound || bytes[indentEnd] == UInt8(ascii: "#") }

  /// True if a tab is among the blanks at the start of the line.
  func hasTabIndent(_ bytes: [UInt8]) -> Bool { bytes[line.lowerBound..<indentEnd].contains(UInt8(ascii: "\t")) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func endOfQuoted(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    guard let first = bytes[range].first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else { return range.lowerBound }
    return bytes[range.dropFirst()].firstIndex(of: first) ?? range.lowerBound
  }

  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let start = bytes[range].firstIndex { !isBlank($0) } ?? range.upperBound
    var end = range.upperBound
    if let comment = (start..<end).first(where: { bytes[$0] == UInt8(ascii: "#") && isBlank(bytes[max($0 - 1, 0)]) }) { end = comment }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<max(start, end)
  }
}
