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
    var (current, depth, count) = (0, 0, 0)
    // The bracket that ends the open array or object; 0 at the top.
    var closer: UInt8 = 0
    values: while true {
      switch text[p] {
      case UInt8(ascii: "\""):
        p = try string(p, &length)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (end, isInteger) = try tokens.number(p)
        words[length] = TapeWord(isInteger ? .integer : .number, length: end - p, offset: p)
        length += 1
        p = end
      case let bracket where bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "["):
        guard depth < maxDepth else { throw ParseFailure(reason: .depth, offset: p) }
        if depth > 0 { words[current] = words[current].counting(count) }
        let isObject = bracket == UInt8(ascii: "{")
        words[length] = TapeWord(isObject ? .object : .array, length: 0, offset: current)
        current = length
        length += 1
        depth += 1
        closer = bracket + 2
        p = tokens.blank(p + 1)
        if text[p] == closer {
          count = 0
        } else {
          count = 1
          if isObject { p = try name(p, &length) }
          continue values
        }
      case UInt8(ascii: "t"): p = try word("true", 0x6575_7274, .true, p, &length)
      case UInt8(ascii: "f"): p = try word("false", 0x6573_6C61, .false, p, &length)
      case UInt8(ascii: "n"): p = try word("null", 0x6C6C_756E, .null, p, &length)
      default: throw ParseFailure(reason: .expected("a value"), offset: p)
      }
      // A value is complete. A comma, or the end of its container, must follow.
      while true {
        p = tokens.blank(p)
        guard depth > 0 else {
          guard p == text.end else { throw ParseFailure(reason: .expected("the end of the text"), offset: p) }
          return length
        }
        if text[p] == UInt8(ascii: ",") {
          count += 1
          p = tokens.blank(p + 1)
          if closer == UInt8(ascii: "}") { p = try name(p, &length) }
          continue values
        }
        guard text[p] == closer else {
          let isObject = closer == UInt8(ascii: "}")
          throw ParseFailure(reason: .expected(isObject ? "',' or '}'" : "',' or ']'"), offset: p)
        }
        // A count beyond 28 bits needs a text of over 512 MiB in one array; `JSONDocument` refuses such texts.
        let closed = words[current]
        words[current] = TapeWord(closed.kind, length: count, offset: length)
        p += 1
        depth -= 1
        current = closed.offset
        guard depth > 0 else { continue }
        let outer = words[current]
        count = outer.length
        closer = outer.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
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
    return tokens.blank(colon + 1)
  }

  @inline(__always) private func string(_ quote: Int, _ length: inout Int) throws(ParseFailure) -> Int {
    let (end, isEscaped) = try tokens.string(quote + 1)
    words[length] = TapeWord(isEscaped ? .escaped : .string, length: end - quote - 1, offset: quote + 1)
    length += 1
    return end + 1
  }

  @inline(__always) private func word(
    _ text: StaticString, _ tail: UInt32, _ kind: TapeWord.Kind, _ p: Int, _ length: inout Int
  ) throws(ParseFailure) -> Int {
    let end = try tokens.word(text, tail: tail, p)
    words[length] = TapeWord(kind, length: end - p, offset: p)
    length += 1
    return end
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

  /// Returns the word with another length.
  @inline(__always) func counting(_ length: Int) -> TapeWord {
    TapeWord(bits & ~(0xFFF_FFFF << 32) | UInt64(truncatingIfNeeded: length) << 32)
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

  /// Returns the position of the first byte from `p` that is not whitespace. Zero and one space are the most common.
  @inline(__always) func blank(_ p: Int) -> Int {
    if text[p] > 0x20 { return p }
    return text[p] == 0x20 && text[p + 1] > 0x20 ? p + 1 : blanks(p)
  }

  private func blanks(_ start: Int) -> Int {
    var p = start
    while Self.isBlank(text[p]) {
      // A line end, and the spaces before the next line.
      p += 1
      while true {
        let others = text.eight(p) ^ (.ones &* 0x20)
        if others != 0 {
          p += others.trailingZeroBitCount >> 3
          break
        }
        p += 8
      }
      if text[p] > 0x20 { return p }
    }
    return p
  }

  /// Whether a byte is a space, line feed, carriage return or tab.
  @inline(__always) static func isBlank(_ byte: UInt8) -> Bool {
    byte <= 0x20 && 1 &<< UInt64(byte) & (1 << 0x20 | 1 << 0x0A | 1 << 0x0D | 1 << 0x09) != 0
  }

  /// Returns the end of `true`, `false` or `null`, which starts at `start` and ends with the four bytes `tail`.
  @inline(__always) func word(_ word: StaticString, tail: UInt32, _ start: Int) throws(ParseFailure) -> Int {
    let end = start + word.utf8CodeUnitCount
    guard end - 4 <= text.end, text.four(end - 4) == tail else { throw misspelt("\(word)", start) }
    return end
  }

  private func misspelt(_ word: String, _ start: Int) -> ParseFailure {
    var p = start
    for byte in word.utf8 {
      guard text[p] == byte else { break }
      p += 1
    }
    let word: StaticString = word == "true" ? "'true'" : word == "false" ? "'false'" : "'null'"
    return ParseFailure(reason: .expected(word), offset: p)
  }

  /// The end of the number at `start`, and whether it has neither fraction nor exponent.
  @inline(__always) func number(_ start: Int) throws(ParseFailure) -> (end: Int, isInteger: Bool) {
    var p = start
    if text[p] == UInt8(ascii: "-") { p += 1 }
    if text[p] == UInt8(ascii: "0") {
      p += 1
      if text[p].isDigit { throw ParseFailure(reason: .stated("a number cannot have leading zeros"), offset: p) }
    } else {
      p = try digits(p)
    }
    var isInteger = true
    if text[p] == UInt8(ascii: ".") {
      isInteger = false
      p = try digits(p + 1)
    }
    if text[p] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      p += 1
      if text[p] == UInt8(ascii: "+") || text[p] == UInt8(ascii: "-") { p += 1 }
      p = try digits(p)
    }
    guard p - start <= TapeWord.maxLength else { throw ParseFailure(reason: .size, offset: start) }
    return (p, isInteger)
  }

  @inline(__always) private func digits(_ start: Int) throws(ParseFailure) -> Int {
    var p = start
    while true {
      let others = EightDigits.others(text.eight(p))
      if others == 0 {
        p += 8
        continue
      }
      p += others.trailingZeroBitCount >> 3
      if p == start { throw expected("a digit", p) }
      return p
    }
  }

  /// Returns the position of the closing quote of the string that starts at `start`, and whether it contains a backslash.
  @inline(__always) func string(_ start: Int) throws(ParseFailure) -> (end: Int, isEscaped: Bool) {
    var p = start
    var special = specials(text.eight(p))
    if special == 0 {
      p += 8
      special = specials(text.eight(p))
    }
    if special != 0 {
      p += special.trailingZeroBitCount >> 3
      if text[p] == UInt8(ascii: "\"") { return (p, false) }
    }
    return try longString(from: p, of: start)
  }

  private func longString(from place: Int, of start: Int) throws(ParseFailure) -> (end: Int, isEscaped: Bool) {
    var p = place
    var isEscaped = false
    while true {
      let special = specials(text.eight(p))
      if special == 0 {
        p += 8
        continue
      }
      p += special.trailingZeroBitCount >> 3
      switch text[p] {
      case UInt8(ascii: "\""):
        guard p - start <= TapeWord.maxLength else { throw ParseFailure(reason: .size, offset: start - 1) }
        return (p, isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        p = try escape(p)
      case 0x80...:
        p = try scalars(p)
      default:
        guard p < text.end else { throw expected("'\"'", p) }
        throw ParseFailure(reason: .stated("a control character must be escaped in a string"), offset: p)
      }
    }
  }

  /// Returns a word whose lowest set bit is in the first byte that is a quote, a backslash, a control character or not ASCII. Each
  /// subtraction sets the top bit if it is negative; non-ASCII bytes have it set anyway.
  @inline(__always) private func specials(_ x: UInt64) -> UInt64 {
    let quote = x ^ (.ones &* 0x22)
    let backslash = x ^ (.ones &* 0x5C)
    return ((quote &- .ones) | (backslash &- .ones) | (x &- .ones &* 0x20) | x) & .tops
  }

  private func escape(_ p: Int) throws(ParseFailure) -> Int {
    switch text[p + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return p + 2
    case UInt8(ascii: "u"):
      for i in p + 2..<p + 6 where !Escape.isHex(text[i]) { throw expected("a hexadecimal digit", i) }
      return p + 6
    default:
      throw expected("one of '\"\\/bfnrtu' after '\\'", p + 1)
    }
  }

  /// Returns the position after the UTF-8 sequences at `start`, at least one. Each row of Unicode table 3-7 is a pattern of bytes, which
  /// excludes overlong forms, surrogates, and values above U+10FFFF.
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

  /// Whether a word begins with two sequences of three bytes whose lead bytes are neither E0 nor ED, as in most Chinese and Japanese
  /// text.
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
