/// Classes `[…]` and escapes.
extension PatternParser {
  /// Reads a class after its bracket.
  mutating func characterClass() throws(PatternError) -> ScalarSet {
    let start = at - 1
    let isNegated = take("^")
    var items: [ScalarSet.Item] = []
    while !take("]") {
      guard peek() != nil else { throw error("'[' is not closed", at: start) }
      let place = at
      let low = try classItem()
      guard peek() == "-", let following = peek(1), following != "]" else {
        items.append(low.item)
        continue
      }
      at += 1
      let high = try classItem()
      if let first = low.scalar, let last = high.scalar {
        guard first <= last else { throw error("the range of the class is out of order", at: place) }
        items.append(.ranges([first...last]))
      } else {
        // `[\w-.]`: the hyphen is literal.
        items += [low.item, .scalar(0x2D), high.item]
      }
    }
    return ScalarSet(items, isNegated: isNegated)
  }

  /// Reads a character or an escape of a class; `scalar` is nil if it is a set.
  private mutating func classItem() throws(PatternError) -> (item: ScalarSet.Item, scalar: UInt32?) {
    let start = at
    guard let scalar = next() else { throw error("'[' is not closed", at: start) }
    if scalar == "[", let sign = peek(), [":", ".", "="].contains(sign) {
      let before = at
      at += 1
      if name(until: sign) != nil, peek() == "]" { throw error("a class of POSIX is not part of ECMA-262", at: start) }
      at = before
    }
    guard scalar == "\\" else { return (.scalar(scalar.value), scalar.value) }
    if take("b") { return (.scalar(0x08), 0x08) }
    let place = at - 1
    switch try escapeItem(place) {
    case .ranges(let ranges) where ranges.count == 1 && ranges[0].count == 1: return (.ranges(ranges), ranges[0].lowerBound)
    case let item: return (item, nil)
    }
  }

  /// Reads an escape after its backslash.
  mutating func escape() throws(PatternError) -> PatternNode {
    let start = at - 1
    if take("b") { return .assertion(.wordBoundary) }
    if take("B") { return .assertion(.notWordBoundary) }
    if let scalar = peek(), ("1"..."9").contains(scalar) || scalar == "k" && peek(1) == "<" {
      throw error("backreferences are not supported", at: start)
    }
    return character(ScalarSet([try escapeItem(start)]))
  }

  private mutating func escapeItem(_ start: Int) throws(PatternError) -> ScalarSet.Item {
    guard let letter = next() else { throw error("nothing follows '\\'", at: start) }
    switch letter {
    case "d": return .ranges(ScalarSet.Item.digits)
    case "D": return .others(ScalarSet.Item.digits)
    case "w": return .ranges(ScalarSet.Item.words)
    case "W": return .others(ScalarSet.Item.words)
    case "s": return .ranges(ScalarSet.Item.spaces)
    case "S": return .others(ScalarSet.Item.spaces)
    case "t": return .scalar(0x09)
    case "n": return .scalar(0x0A)
    case "v": return .scalar(0x0B)
    case "f": return .scalar(0x0C)
    case "r": return .scalar(0x0D)
    case "0" where !("0"..."9").contains(peek() ?? "x"): return .scalar(0)
    case "c":
      guard let control = next(), ("a"..."z").contains(control) || ("A"..."Z").contains(control) else {
        throw error("expected a letter after '\\c'", at: start)
      }
      return .scalar(control.value & 0x1F)
    case "x": return .scalar(try hexadecimal(2, start))
    case "u": return .scalar(try unicode(start))
    case "p", "P":
      guard take("{"), let name = name(until: "}") else { throw error("expected a property in braces after '\\\(letter)'", at: start) }
      guard let property = UnicodeProperty(name, isNegated: letter == "P") else {
        throw error("the Unicode property '\(name)' is not supported", at: start)
      }
      return .property(property)
    case "a"..."z", "A"..."Z", "0"..."9": throw error("'\\\(letter)' is not an escape of ECMA-262", at: start)
    default: return .scalar(letter.value)
    }
  }

  private mutating func hexadecimal(_ count: Int, _ start: Int) throws(PatternError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = next().flatMap({ Character($0).hexDigitValue }) else {
        throw error("expected \(count) hexadecimal digits", at: start)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Reads `\u0041`, `\ud83d\ude00` or `\u{1f600}` after the letter.
  private mutating func unicode(_ start: Int) throws(PatternError) -> UInt32 {
    if take("{") {
      guard let digits = name(until: "}"), digits.first?.isHexDigit == true, let value = UInt32(digits, radix: 16), value <= 0x10FFFF else {
        throw error("expected a code point in braces", at: start)
      }
      return value
    }
    let first = try hexadecimal(4, start)
    guard (0xD800..<0xE000).contains(first) else { return first }
    guard first < 0xDC00, take("\\"), take("u") else { throw error("half of a surrogate pair", at: start) }
    let second = try hexadecimal(4, start)
    guard (0xDC00..<0xE000).contains(second) else { throw error("half of a surrogate pair", at: start) }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }
}
