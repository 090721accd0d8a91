/// The limits of a text: `try JSON(parsing: bytes, limits: JSONLimits(maxDepth: 32))`.
public struct JSONLimits: Sendable, Hashable {
  /// The greatest number of arrays and objects inside of each other. `[[1]]` is two deep. 512 by default.
  public var maxDepth: Int

  /// Limits with the given depth.
  public init(maxDepth: Int = 512) {
    self.maxDepth = maxDepth
  }
}

/// The parser: one pass over the bytes, without recursion, one word per value.
///
/// The word of an open array or object contains its state: the number of its members or elements so far, and the word of its parent.
struct JSONParser {
  private let tokens: TokenScanner
  private let words: RawWords<TapeWord>
  private let maxDepth: Int

  /// Writes the tape of a text, and returns the number of its words. There must be room for the maximum.
  static func scan(_ text: RawText, from start: Int, _ words: RawWords<TapeWord>, limits: JSONLimits) throws(ParseFailure) -> Int {
    try JSONParser(tokens: TokenScanner(text: text), words: words, maxDepth: limits.maxDepth).document(from: start)
  }

  /// The number of words of the whole document.
  private func document(from start: Int) throws(ParseFailure) -> Int {
    let text = tokens.text
    var p = tokens.blank(start)
    var length = 0
    var (current, depth) = (0, 0)
    // The bracket that ends the open array or object; 0 at the top.
    var closer: UInt8 = 0
    values: while true {
      let byte = text[p]
      if byte == UInt8(ascii: "\"") {
        p = try string(p, &length)
      } else if byte | 0x20 == UInt8(ascii: "{") {
        guard depth < maxDepth else { throw ParseFailure(reason: .depth, offset: p) }
        let isObject = byte == UInt8(ascii: "{")
        words[length] = TapeWord(isObject ? .object : .array, length: 0, offset: current)
        current = length
        length &+= 1
        depth &+= 1
        closer = byte &+ 2
        p = tokens.blank(p &+ 1)
        if text[p] != closer {
          words[current] = words[current].counting()
          if isObject { p = try name(p, &length) }
          continue values
        }
      } else if byte.isDigit || byte == UInt8(ascii: "-") {
        let (end, isInteger) = try tokens.number(p)
        words[length] = TapeWord(isInteger ? .integer : .number, length: end &- p, offset: p)
        length &+= 1
        p = end
      } else {
        let (end, kind) = try tokens.word(p)
        words[length] = TapeWord(kind << 60 | UInt64(truncatingIfNeeded: end &- p) << 32 | UInt64(truncatingIfNeeded: p))
        length &+= 1
        p = end
      }
      // A value is complete. A comma, or the end of its container, must follow.
      while true {
        p = tokens.blank(p)
        guard depth > 0 else {
          guard p == text.end else { throw ParseFailure(reason: .expected("the end of the text"), offset: p) }
          return length
        }
        if text[p] == UInt8(ascii: ",") {
          words[current] = words[current].counting()
          p = tokens.blank(p &+ 1)
          if closer == UInt8(ascii: "}") { p = try name(p, &length) }
          continue values
        }
        guard text[p] == closer else {
          let isObject = closer == UInt8(ascii: "}")
          throw ParseFailure(reason: .expected(isObject ? "',' or '}'" : "',' or ']'"), offset: p)
        }
        // A count beyond 28 bits needs a text of over 512 MiB in one array; `JSONDocument` refuses such texts.
        let closed = words[current]
        words[current] = closed.ending(at: length)
        p &+= 1
        depth &-= 1
        current = closed.offset
        guard depth > 0 else { continue }
        closer = words[current].is(.object) ? UInt8(ascii: "}") : UInt8(ascii: "]")
      }
    }
  }

  /// Reads the name at `p`, and returns the position of its value.
  @inline(__always) private func name(_ p: Int, _ length: inout Int) throws(ParseFailure) -> Int {
    let text = tokens.text
    guard text[p] == UInt8(ascii: "\"") else {
      throw ParseFailure(reason: .expected("a member name in double quotes"), offset: p)
    }
    let colon = tokens.blank(try string(p, &length))
    guard text[colon] == UInt8(ascii: ":") else { throw ParseFailure(reason: .expected("':'"), offset: colon) }
    return tokens.blank(colon &+ 1)
  }

  @inline(__always) private func string(_ quote: Int, _ length: inout Int) throws(ParseFailure) -> Int {
    let start = quote &+ 1
    var end = tokens.special(start)
    var kind = TapeWord.Kind.string
    if tokens.text[end] != UInt8(ascii: "\"") { (end, kind) = try tokens.string(from: end) }
    guard end &- start <= TapeWord.maxLength else { throw ParseFailure(reason: .size, offset: quote) }
    words[length] = TapeWord(kind, length: end &- start, offset: start)
    length &+= 1
    return end &+ 1
  }
}

/// The words of a parsed text. The document that reads them frees them.
struct Tape {
  let words: RawWords<TapeWord>
  let count: Int

  /// The tape of a text. A byte order mark before it is skipped (RFC 8259 §8.1).
  init(_ text: RawText, limits: JSONLimits) throws(ParseFailure) {
    let start = text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    // A finished word takes at least two bytes of text (itself and a comma, colon or bracket); an open one takes one.
    words = RawWords<TapeWord>(capacity: (text.end + min(text.end, max(0, limits.maxDepth))) / 2 + 8)
    do throws(ParseFailure) {
      count = try JSONParser.scan(text, from: start, words, limits: limits)
    } catch {
      words.free()
      throw error
    }
  }
}

/// One node of a parsed document in eight bytes: kind (4 bits), length or count (28), offset or end (32).
///
/// - Scalars: `length` bytes of the text at `offset` (a string without its quotes).
/// - Arrays and objects: `length` is the number of elements or members, `offset` the index of the word after the
///   last descendant. A member is the word of its name followed by those of its value.
struct TapeWord {
  /// The kind of a node. `integer` is a number without fraction and exponent; `escaped` is a string with a `\`.
  enum Kind: UInt64 {
    case null, `false`, `true`, integer, number, string, escaped, array, object
  }

  /// The largest length or count of a word.
  static let maxLength = (1 << 28) - 1

  let bits: UInt64

  @inline(__always) init(_ bits: UInt64) {
    self.bits = bits
  }

  @inline(__always) init(_ kind: Kind, length: Int, offset: Int) {
    bits = kind.rawValue << 60 | UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: offset)
  }

  /// The word of an open array or object with one more element or member.
  @inline(__always) func counting() -> TapeWord { TapeWord(bits &+ 1 << 32) }

  @inline(__always) func ending(at offset: Int) -> TapeWord {
    TapeWord(bits & ~0xFFFF_FFFF | UInt64(truncatingIfNeeded: offset))
  }

  @inline(__always) var kind: Kind { Kind(rawValue: bits >> 60) ?? .null }
  @inline(__always) func `is`(_ kind: Kind) -> Bool { bits >> 60 == kind.rawValue }
  @inline(__always) var length: Int { Int(truncatingIfNeeded: bits >> 32 & 0xFFF_FFFF) }
  @inline(__always) var offset: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
  @inline(__always) var isContainer: Bool { bits >> 60 >= Kind.array.rawValue }
}

/// Finds the end of each JSON token, eight bytes at a time. Grammar: RFC 8259 §2-7; UTF-8: Unicode, table 3-7.
struct TokenScanner {
  let text: RawText

  /// Returns the position of the first byte from `start` that is not whitespace. Zero and one space are the most common.
  @inline(__always) func blank(_ start: Int) -> Int {
    if text[start] > 0x20 { return start }
    if text[start] == 0x20 && text[start &+ 1] > 0x20 { return start &+ 1 }
    var p = start
    // A line end, and the spaces before the next line.
    while Self.isBlank(text[p]) { p = text.first(p &+ 1) { $0 ^ (.ones &* 0x20) } }
    return p
  }

  /// Whether a byte is a space, line feed, carriage return or tab.
  @inline(__always) static func isBlank(_ byte: UInt8) -> Bool {
    byte <= 0x20 && 1 &<< UInt64(byte) & (1 << 0x20 | 1 << 0x0A | 1 << 0x0D | 1 << 0x09) != 0
  }

  /// Returns the end of `true`, `false` or `null`, and its kind. No branch depends on which it is: that cannot be predicted.
  @inline(__always) func word(_ start: Int) throws(ParseFailure) -> (end: Int, kind: UInt64) {
    let bytes = text.eight(start)
    // Two bits of the first letter say which word it must be.
    let isTrue = bytes >> 4 & 1
    let isNull = bytes >> 3 & 1
    let count = 5 &- isTrue &- isNull
    let letters: UInt64 = isTrue == 1 ? 0x6575_7274_0000_0000 : isNull == 1 ? 0x6C6C_756E_0000_0000 : 0x6573_6C61_6600_0000
    guard bytes &<< (64 &- count &* 8) == letters else { throw misspelt(start) }
    return (start &+ Int(truncatingIfNeeded: count), 1 &+ isTrue &- isNull)
  }

  private func misspelt(_ start: Int) -> ParseFailure {
    let word: (text: String, name: StaticString)
    switch text[start] {
    case UInt8(ascii: "t"): word = ("true", "'true'")
    case UInt8(ascii: "f"): word = ("false", "'false'")
    case UInt8(ascii: "n"): word = ("null", "'null'")
    default: return expected("a value", start)
    }
    return expected(word.name, start + zip(word.text.utf8, 0...).prefix { text[start + $1] == $0 }.count)
  }

  /// The end of the number at `start`, and whether it has neither fraction nor exponent.
  @inline(__always) func number(_ start: Int) throws(ParseFailure) -> (end: Int, isInteger: Bool) {
    var p = start
    if text[p] == UInt8(ascii: "-") { p &+= 1 }
    if text[p] == UInt8(ascii: "0") {
      p &+= 1
      if text[p].isDigit { throw ParseFailure(reason: .stated("a number cannot have leading zeros"), offset: p) }
    } else {
      p = try digits(p)
    }
    var isInteger = true
    if text[p] == UInt8(ascii: ".") {
      isInteger = false
      p = try digits(p &+ 1)
    }
    if text[p] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      p &+= 1
      if text[p] == UInt8(ascii: "+") || text[p] == UInt8(ascii: "-") { p &+= 1 }
      p = try digits(p)
    }
    guard p &- start <= TapeWord.maxLength else { throw ParseFailure(reason: .size, offset: start) }
    return (p, isInteger)
  }

  @inline(__always) private func digits(_ start: Int) throws(ParseFailure) -> Int {
    // A digit becomes 0 to 9. The addition carries all other values into the top bit.
    let p = text.first(start) { (($0 ^ (.ones &* 0x30)) &+ .ones &* 0x76 | $0) & .tops }
    if p == start { throw expected("a digit", p) }
    return p
  }

  /// Returns the closing quote of the string in which `start` is, and whether it has a backslash from there on.
  func string(from start: Int) throws(ParseFailure) -> (end: Int, kind: TapeWord.Kind) {
    var p = start
    var kind = TapeWord.Kind.string
    while true {
      switch text[p] {
      case UInt8(ascii: "\""): return (p, kind)
      case UInt8(ascii: "\\"):
        kind = .escaped
        p = try escape(p)
      case 0x80...: p = try scalars(p)
      default:
        guard p < text.end else { throw expected("'\"'", p) }
        throw ParseFailure(reason: .stated("a control character must be escaped in a string"), offset: p)
      }
      p = special(p)
    }
  }

  /// Returns the position of the first byte from `p` that is a quote, a backslash, a control character or not ASCII.
  @inline(__always) func special(_ p: Int) -> Int {
    // Exclusive or with 2 makes a quote a space, so that it follows the control characters.
    text.first(p) { ((($0 ^ (.ones &* 0x02)) &- .ones &* 0x21) | (($0 ^ (.ones &* 0x5C)) &- .ones) | $0) & .tops }
  }

  private func escape(_ p: Int) throws(ParseFailure) -> Int {
    switch text[p + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return p + 2
    case UInt8(ascii: "u"):
      for i in p + 2..<p + 6 where Escape.hex(text[i]) == nil { throw expected("a hexadecimal digit", i) }
      return p + 6
    default: throw expected("one of '\"\\/bfnrtu' after '\\'", p + 1)
    }
  }

  /// Returns the position after the UTF-8 sequences at `start`, at least one. Each pattern is a row of Unicode table 3-7.
  @inline(__always) private func scalars(_ start: Int) throws(ParseFailure) -> Int {
    var p = start
    repeat {
      while Self.isTwiceThree(text.eight(p)) { p += 6 }
      let first = text.four(p)
      if first & 0x80 == 0 { return p }
      if Self.isThree(first) {
        p += 3
      } else if first & 0xC0E0 == 0x80C0, first & 0x1E != 0 {
        p += 2
      } else if first & 0xC0C0_C0F8 == 0x8080_80F0, first & 0x3007 != 0, first & 0x04 == 0 || first & 0x3003 == 0 {
        p += 4
      } else {
        throw ParseFailure(reason: .utf8, offset: p)
      }
    } while text[p] >= 0x80
    return p
  }

  /// Whether a word begins with two three-byte sequences, as in most Chinese and Japanese text; their lead bytes are neither E0 nor ED.
  @inline(__always) private static func isTwiceThree(_ x: UInt64) -> Bool {
    let leads = x & 0x0F00_000F
    let others = (leads &+ 0x0F00_000F) & ((leads ^ 0x0D00_000D) &+ 0x0F00_000F)
    return x & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0 && others & 0x1000_0010 == 0x1000_0010
  }

  /// Whether a word begins with a sequence of three bytes.
  @inline(__always) private static func isThree(_ x: UInt32) -> Bool {
    x & 0xC0_C0F0 == 0x80_80E0 && x & 0x200F != 0 && x & 0x200F != 0x200D
  }

  private func expected(_ what: StaticString, _ p: Int) -> ParseFailure {
    ParseFailure(reason: .expected(what), offset: p)
  }
}
