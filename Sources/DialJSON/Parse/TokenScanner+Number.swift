extension TokenScanner {
  /// The word of a number at `start` whose last digit stands right before the next token; nil for all that is longer than 24 bytes, has an
  /// exponent, stands before a blank, or is no number. Which bytes are no digits is all there is to know: there is no loop.
  @inline(__always) func number(_ start: Int, before next: Int) -> TapeWord? {
    let length = next &- start
    guard length <= 24, start &+ 16 <= text.end, JSONPath.isDigit(text[next &- 1]) else { return nil }
    let head = text.eight(start)
    var others = Self.others(head)
    if length > 8 {
      others |= Self.others(text.eight(start &+ 8)) << 8 | Self.others(text.eight(start &+ 16)) << 16
    }
    others &= 1 &<< UInt64(truncatingIfNeeded: length) &- 1
    let sign: UInt64 = head & 0xFF == 0x2D ? 1 : 0
    // A leading zero that is not the only digit before a point or the end.
    let digits = head &>> (sign &* 8)
    if digits & 0xFF == 0x30, others &>> (sign &+ 1) & 1 == 0, length > 1 &+ Int(truncatingIfNeeded: sign) { return nil }
    others ^= sign
    if others == 0 { return TapeWord(.integer, length: length, offset: start) }
    let point = others.trailingZeroBitCount
    guard others & (others &- 1) == 0, point > Int(truncatingIfNeeded: sign), text[start &+ point] == UInt8(ascii: ".") else { return nil }
    return TapeWord(.number, length: length, offset: start)
  }

  /// Eight bits, one for each byte that is no digit.
  @inline(__always) private static func others(_ x: UInt64) -> UInt64 {
    let x = x ^ 0x3030_3030_3030_3030
    let tops = (((x & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | x) & 0x8080_8080_8080_8080
    return (tops &>> 7 &* 0x0102_0408_1020_4080) &>> 56
  }
}
