/// Scalars straight from the bytes, in the forms that are common; nil for another kind, and for every form that needs
/// more than this (``JSON/integer()`` and the like read them all).
extension JSONDocument {
  @inline(__always) func bool(_ node: Int) -> Bool? {
    let word = word(node)
    if word.is(.true) { return true }
    return word.is(.false) ? false : nil
  }

  @inline(__always) func string(_ node: Int) -> String? {
    let word = word(node)
    if word.is(.string) { return bytes.text(word.offset, word.length) }
    return word.is(.escaped) ? Escape.decode(bytes, word) : nil
  }

  /// An array of strings and nothing else.
  func strings(_ node: Int) -> [String]? {
    let word = word(node)
    guard word.is(.array), word.offset == node + 1 + word.length else { return nil }
    var list: [String] = []
    list.reserveCapacity(word.length)
    for element in node + 1..<word.offset {
      guard let text = string(element) else { return nil }
      list.append(text)
    }
    return list
  }

  /// A number without fraction and exponent, of up to 18 digits.
  @inline(__always) func integer(_ node: Int) -> Int? {
    let word = word(node)
    guard word.is(.integer), word.length <= 18 else { return nil }
    var rest = bytes.eight(word.offset)
    let isNegative = rest & 0xFF == UInt64(UInt8(ascii: "-"))
    var p = word.offset
    var count = word.length
    if isNegative {
      p += 1
      count -= 1
      rest = bytes.eight(p)
    }
    var value = 0
    while count > 8 {
      value = value &* 100_000_000 &+ DigitRun.eight(rest)
      count -= 8
      p += 8
      rest = bytes.eight(p)
    }
    value = value &* DigitRun.power(count) &+ DigitRun.few(rest, count)
    return isNegative ? -value : value
  }

  @inline(__always) func isNumber(_ node: Int) -> Bool {
    let word = word(node)
    return word.is(.integer) || word.is(.number)
  }

  /// The Double nearest to a number; nil if that is infinite.
  func double(_ node: Int) -> Double? {
    guard isNumber(node), let value = Double(text(node)), value.isFinite else { return nil }
    return value
  }

  /// The first eight bytes of a string, the first one lowest, and zeros behind a shorter one.
  @inline(__always) func head(_ word: TapeWord) -> UInt64 {
    let head = bytes.eight(word.offset)
    return word.length >= 8 ? head : head & (1 << UInt64(word.length * 8) - 1)
  }
}
