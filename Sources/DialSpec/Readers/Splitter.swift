/// Splits text at a byte outside of brackets and quotes.
package struct Splitter {
  /// The parts between separators, and the offset of a bracket or quote that is not closed.
  package var parts: [Range<Int>] = []
  var unclosed: Int?

  /// Splits at spaces (`separator` nil) or at one byte. With `backquotes`, these quote, too.
  package init(_ bytes: [UInt8], in range: Range<Int>, at separator: UInt8?, backquotes: Bool = true) {
    var open: [(byte: UInt8, at: Int)] = []
    parts.reserveCapacity(6)
    // A bracket around which another was closed is the probable mistake.
    var crossed: Int?
    // Each search takes time. A line with more stray brackets has no simple mistake.
    var searches = 0
    var start = range.lowerBound
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if Splitter.isWord(byte) {
        index += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        guard let length = Cursor.quotedLength(bytes[index..<range.upperBound]) else {
          unclosed = index
          index = range.upperBound
          continue
        }
        index += length
        continue
      case UInt8(ascii: "`") where backquotes, UInt8(ascii: "'") where open.last?.byte == UInt8(ascii: "["):
        guard let close = bytes[(index + 1)..<range.upperBound].firstIndex(of: byte) else {
          if byte == UInt8(ascii: "`") { unclosed = index }
          index += 1
          continue
        }
        index = close + 1
        continue
      // `{{` is a literal brace. `{{ id }}` is a placeholder of another tool, and one part.
      case UInt8(ascii: "{") where Splitter.isEscape(bytes[index..<range.upperBound]): index += 1
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append((byte, index))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let last = open.last {
          if Splitter.closes(last.byte, byte) {
            open.removeLast()
          } else if crossed == nil, searches < 100 {
            searches += 1
            if open.contains(where: { Splitter.closes($0.byte, byte) }) { crossed = last.at }
          }
        }
      default:
        let isSeparator = separator.map { $0 == byte } ?? Cursor.isBlank(byte)
        if isSeparator, open.isEmpty {
          if separator != nil || index > start { parts.append(start..<index) }
          start = index + 1
        }
      }
      index += 1
    }
    if separator != nil || index > start { parts.append(start..<range.upperBound) }
    if let first = open.first, unclosed == nil { unclosed = open.first { $0.at == crossed }?.at ?? first.at }
  }

  /// Whether a byte is a letter, a digit or a usual character of a target: not a separator, bracket or quote.
  private static func isWord(_ byte: UInt8) -> Bool { byte &- 0x2D < 0x2E || byte &- 0x61 < 26 }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "{{".utf8) && !bytes.dropFirst(2).starts(with: " ".utf8)
  }

  /// Returns the offset of the closing bracket; the last offset if there is none.
  package static func close(of bytes: [UInt8], _ range: Range<Int>) -> Int {
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += Cursor.quotedLength(bytes[index..<range.upperBound]) ?? 1
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return range.upperBound - 1
  }

  private static func closes(_ open: UInt8, _ close: UInt8) -> Bool {
    switch open {
    case UInt8(ascii: "("): close == UInt8(ascii: ")")
    case UInt8(ascii: "["): close == UInt8(ascii: "]")
    default: close == UInt8(ascii: "}")
    }
  }
}
