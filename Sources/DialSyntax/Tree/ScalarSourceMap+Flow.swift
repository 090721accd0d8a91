/// Plain and quoted texts: lines are folded, escapes undone (https://yaml.org/spec/1.2.2/#73-flow-scalar-styles).
extension ScalarSourceMap {
  /// What is an escape in a text.
  enum Escapes {
    case none, doubledQuotes, backslashes
  }

  /// Reads a text between its quotes.
  mutating func readFolded(_ bytes: [UInt8], _ source: Range<Int>, escapes: Escapes) {
    var at = source.lowerBound
    while at < source.upperBound {
      let byte = bytes[at]
      if Self.isSpace(byte) {
        at = readSpace(bytes, at..<source.upperBound)
      } else if escapes == .doubledQuotes, byte == UInt8(ascii: "'") {
        add(CollectionOfOne(byte), from: at..<min(at + 2, source.upperBound))
        at += 2
      } else if escapes == .backslashes, byte == UInt8(ascii: "\\") {
        at = readEscape(bytes, at..<source.upperBound)
      } else {
        copy(bytes, at..<at + 1)
        at += 1
      }
    }
  }

  /// Blanks stay; with one line end they become a space, with more of them line ends, one fewer.
  private mutating func readSpace(_ bytes: [UInt8], _ source: Range<Int>) -> Int {
    let end = bytes[source].firstIndex { !Self.isSpace($0) } ?? source.upperBound
    let run = source.lowerBound..<end
    switch Self.lineEnds(bytes, run) {
    case 0: copy(bytes, run)
    case 1: add(CollectionOfOne(UInt8(ascii: " ")), from: run)
    case let count: add(repeatElement(UInt8(ascii: "\n"), count: count - 1), from: run)
    }
    return end
  }

  private mutating func readEscape(_ bytes: [UInt8], _ source: Range<Int>) -> Int {
    let start = source.lowerBound
    guard start + 1 < source.upperBound else { return source.upperBound }
    let letter = bytes[start + 1]
    if letter == UInt8(ascii: "\n") || letter == UInt8(ascii: "\r") {
      let end = bytes[start + 1..<source.upperBound].firstIndex { !Self.isSpace($0) } ?? source.upperBound
      let more = Self.lineEnds(bytes, start + 1..<end) - 1
      add(repeatElement(UInt8(ascii: "\n"), count: max(0, more)), from: start..<end)
      return end
    }
    let escape = EscapeSequence(bytes, source)
    if let scalar = escape.scalar { add(String(scalar).utf8, from: start..<escape.end) }
    return escape.end
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// The line ends in a stretch; CRLF is one.
  private static func lineEnds(_ bytes: [UInt8], _ source: Range<Int>) -> Int {
    source.count { offset in
      bytes[offset] == UInt8(ascii: "\n")
        || bytes[offset] == UInt8(ascii: "\r") && !(offset + 1 < source.upperBound && bytes[offset + 1] == UInt8(ascii: "\n"))
    }
  }
}
