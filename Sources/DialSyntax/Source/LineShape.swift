/// The rough structure of a line of block YAML. It is used to locate and explain mistakes, never to decide what the line means.
package struct LineShape {
  private let bytes: [UInt8]
  /// The bytes of the line without its end.
  package let line: Range<Int>
  /// The offset of the first character that is not a blank.
  package let indentEnd: Int
  /// The offset of the ':' after the key.
  package let colon: Int?
  /// The bytes of the value after the key or the dash, without blanks and comment; nil if there is neither key nor dash.
  package let value: Range<Int>?

  init(_ bytes: [UInt8], _ line: Range<Int>) {
    (self.bytes, self.line) = (bytes, line)
    indentEnd = bytes[line].firstIndex { !Self.isBlank($0) } ?? line.upperBound
    var at = indentEnd
    while at < line.upperBound, bytes[at] == UInt8(ascii: "-"), at + 1 == line.upperBound || Self.isBlank(bytes[at + 1]) {
      at = bytes[at + 1..<line.upperBound].firstIndex { !Self.isBlank($0) } ?? line.upperBound
    }
    let search = Self.endOfQuoted(bytes, at..<line.upperBound)
    colon = (search..<line.upperBound).first {
      bytes[$0] == UInt8(ascii: ":") && ($0 + 1 == line.upperBound || Self.isBlank(bytes[$0 + 1]))
    }
    let start = colon.map { $0 + 1 } ?? (at > indentEnd ? at : nil)
    value = start.map { Self.trimmed(bytes, $0..<line.upperBound) }
  }

  package var indent: Int { indentEnd - line.lowerBound }
  /// The bytes of the key.
  package var key: Range<Int>? { colon.map { indentEnd..<$0 } }
  /// Whether it is blank or a comment.
  package var isEmpty: Bool { indentEnd == line.upperBound || bytes[indentEnd] == UInt8(ascii: "#") }
  /// Whether it begins with '- '.
  package var isItem: Bool { bytes[indentEnd..<line.upperBound].starts(with: "- ".utf8) }
  package var hasTabIndent: Bool { bytes[line.lowerBound..<indentEnd].contains(UInt8(ascii: "\t")) }

  package static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private static func endOfQuoted(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    guard let first = bytes[range].first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else { return range.lowerBound }
    return bytes[range.dropFirst()].firstIndex(of: first) ?? range.lowerBound
  }

  /// Returns a range without the blanks around it and the comment at its end.
  package static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let start = bytes[range].firstIndex { !isBlank($0) } ?? range.upperBound
    var end = range.upperBound
    if let comment = (start..<end).first(where: { bytes[$0] == UInt8(ascii: "#") && isBlank(bytes[max($0 - 1, 0)]) }) { end = comment }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<max(start, end)
  }
}

extension SourceFile {
  /// The shape of a line, counted from 1.
  package func shape(ofLine number: Int) -> LineShape { LineShape(bytes, lineBytes(number)) }

  /// The shape of the line of an offset.
  package func shape(at offset: Int) -> LineShape { shape(ofLine: position(at: offset).line) }

  /// The shape of the next line above another one that is not empty.
  package func shape(above line: LineShape) -> LineShape? {
    (1..<position(at: line.line.lowerBound).line).reversed().lazy.map(shape(ofLine:)).first { !$0.isEmpty }
  }

  /// The range of the word at an offset. At the end of the text, the end of the last line that is not empty.
  func word(at offset: Int) -> SourceRange {
    var offset = min(offset, bytes.count)
    if bytes[offset...].allSatisfy(LineShape.isSpace) { offset = (bytes.lastIndex { !LineShape.isSpace($0) } ?? -1) + 1 }
    let end = bytes[offset...].firstIndex(where: LineShape.isSpace) ?? bytes.count
    return range(of: offset..<end)
  }

  /// The range of the character at an offset.
  func character(at offset: Int) -> SourceRange {
    guard offset < bytes.count else { return word(at: offset) }
    let end = bytes[(offset + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
    return range(of: offset..<end)
  }

  /// The character at an offset, for a message.
  package func shown(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    return text.unicodeScalars.first.map { $0 == "\n" || $0 == "\r" ? "the end of the line" : "'\($0)'" } ?? ""
  }
}
