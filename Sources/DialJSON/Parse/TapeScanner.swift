/// The parser: one pass over the bytes, no recursion, one word per value.
///
/// While an array or object is open, its word holds what is known of it so far: its members or elements yet, and the
/// word of the one around it.
struct TapeScanner {
  private let tokens: TokenScanner
  private let words: RawWords<TapeWord>
  private let maxDepth: Int

  /// Writes the tape of a text, and returns the number of its words. There must be room for the maximum.
  static func scan(_ text: RawText, from start: Int, _ words: RawWords<TapeWord>, limits: JSONLimits) throws(ParseFailure) -> Int {
    try TapeScanner(tokens: TokenScanner(text: text), words: words, maxDepth: limits.maxDepth).document(from: start)
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
