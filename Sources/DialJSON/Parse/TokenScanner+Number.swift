extension TokenScanner {
  /// The word of a number at `start` whose last digit stands right before the next token; nil for all that is longer than 23 bytes, has an
  /// exponent, stands before a blank, or is no number. Which bytes are no digits is all there is to know: there is no loop.
  @inline(__always) func number(_ start: Int, before next: Int) -> TapeWord? {
    let length = next &- start
    guard length < 24, start &+ 16 <= text.end else { return nil }
    let sign = text[start] == UInt8(ascii: "-") ? 1 : 0
    // The first byte of the next token is no digit.
    let others = text.others(start) ^ UInt32(truncatingIfNeeded: sign)
    let point = Int(truncatingIfNeeded: others.trailingZeroBitCount)
    // A zero is the only digit before a point. Two conditions that are one: each alone is as good as random.
    let isZero = text[start &+ sign] == UInt8(ascii: "0") ? 1 : 0
    guard point > sign, isZero & (point == sign &+ 1 ? 0 : 1) == 0 else { return nil }
    if point == length { return TapeWord(.integer, length: length, offset: start) }
    let end = Int(truncatingIfNeeded: (others & (others &- 1)).trailingZeroBitCount)
    guard end == length, end > point &+ 1, text[start &+ point] == UInt8(ascii: ".") else { return nil }
    return TapeWord(.number, length: length, offset: start)
  }
}
