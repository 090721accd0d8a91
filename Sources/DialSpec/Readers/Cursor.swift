package import DialBuild
import DialJSON
package import DialModel
package import DialSyntax

/// Reads the text of one scalar; every offset has a place in the file.
package struct Cursor {
  package let text: ScalarText
  package var at: Int
  package let end: Int

  package init(_ node: Node, text: String) {
    self.init(ScalarText(node, text: text))
  }

  package init(_ text: ScalarText) {
    self.text = text
    at = 0
    end = text.bytes.count
  }

  private init(_ other: Cursor, _ part: Range<Int>) {
    text = other.text
    at = part.lowerBound
    end = part.upperBound
  }

  package func part(_ range: Range<Int>) -> Cursor { Cursor(self, range) }

  package var node: Node { text.node }
  package var bytes: [UInt8] { text.bytes }

  package var isAtEnd: Bool { at >= end }
  package var current: UInt8? { at < end ? bytes[at] : nil }

  package func holds(_ word: String, at offset: Int) -> Bool {
    var offset = offset
    for letter in word.utf8 {
      guard offset < end, bytes[offset] == letter else { return false }
      offset += 1
    }
    return true
  }

  package func peek(_ distance: Int = 1) -> UInt8? { at + distance < end ? bytes[at + distance] : nil }

  package func range(_ part: Range<Int>) -> SourceRange { text.range(part) }

  /// The place of the next character; at the end, of the last one.
  package var here: SourceRange { at < end ? range(at..<(at + 1)) : range(max(end - 1, 0)..<end) }

  package func text(_ part: Range<Int>) -> String { String(decoding: bytes[part], as: UTF8.self) }

  package var rest: String { text(at..<max(at, end)) }

  package var restRange: SourceRange { at < end ? range(at..<end) : here }

  /// Returns the end of the text before an offset, without the blanks at its end.
  package func trimmed(_ end: Int, from start: Int = 0) -> Int {
    var end = end
    while end > start, Cursor.isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  package mutating func skipBlanks() {
    while let byte = current, Cursor.isBlank(byte) { at += 1 }
  }

  package mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    at += 1
    return true
  }

  /// Takes a whole word, followed by a space, a comma, a closing bracket or the end.
  package mutating func take(word: String) -> Bool {
    guard isAt(word: word) else { return false }
    at += word.utf8.count
    return true
  }

  package func isAt(word: String) -> Bool {
    let next = at + word.utf8.count
    guard holds(word, at: at) else { return false }
    return next == end || Cursor.isBlank(bytes[next]) || bytes[next] == UInt8(ascii: ",") || bytes[next] == UInt8(ascii: ")")
      || bytes[next] == UInt8(ascii: "]")
  }

  /// Whether `|` follows, after optional spaces.
  package var isBeforeBar: Bool {
    var rest = self
    rest.skipBlanks()
    return rest.current == UInt8(ascii: "|")
  }

  package mutating func takeName() -> Range<Int>? {
    let start = at
    while let byte = current, Name.isPart(byte) { at += 1 }
    return at > start ? start..<at : nil
  }

  package mutating func takeQuoted() -> Range<Int>? {
    guard let length = Cursor.quotedLength(bytes[at..<end]) else { return nil }
    defer { at += length }
    return at..<(at + length)
  }

  package mutating func takeText() -> String? {
    guard let quoted = takeQuoted() else { return nil }
    return (try? JSON(parsing: Array(bytes[quoted])))?.asString
  }

  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// Returns the length of a text in double quotes; nil if it is not closed.
  package static func quotedLength(_ slice: ArraySlice<UInt8>) -> Int? {
    var index = slice.startIndex + 1
    while index < slice.endIndex {
      if slice[index] == UInt8(ascii: "\\") {
        index += 2
      } else if slice[index] == UInt8(ascii: "\"") {
        return index + 1 - slice.startIndex
      } else {
        index += 1
      }
    }
    return nil
  }
}

extension Cursor {
  /// - Parameters:
  ///   - start: where the part begins that cannot be read; nil if it is what was found.
  ///   - found: the text that was found; nil for the rest.
  package func error(_ expected: ParseError.Expected, from start: Int? = nil, found: Range<Int>? = nil) -> ParseError {
    ParseError(expected, in: node, from: start ?? at, found: found ?? at..<max(at, end))
  }

  package var isInSingleQuotes: Bool { node.scalar?.style == .singleQuoted }
  package var isInDoubleQuotes: Bool { node.scalar?.style == .doubleQuoted }

  /// Returns the literal as it is written in this text, with escaped quotes if YAML quotes the text.
  package func literal(_ word: String) -> String { isInDoubleQuotes ? "\\\"\(word)\\\"" : "\"\(word)\"" }
}

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
      // `{{` is a literal brace. `{{ id }}` is not in the grammar, and one part of a finding.
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
