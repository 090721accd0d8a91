/// The Double nearest to a number, in few steps: the exact product or quotient of two doubles where there is one (Clinger
/// 1990), else 128 bits of the power of ten (Lemire, "Number parsing at a gigabyte per second", 2021). Where these cannot
/// tell, and for more than 19 digits, the answer is nil and the standard library reads the number.
enum DoubleReader {
  /// The number whose digits stand in `count` bytes at `start`, in the grammar of RFC 8259.
  @inline(__always) static func double(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Double? {
    var p = start
    let end = start + count
    let isNegative = bytes[p] == UInt8(ascii: "-")
    if isNegative { p += 1 }
    let first = p
    var value: UInt64 = 0
    digits(bytes, &p, &value)
    var digits = p - first
    var power = 0
    if p < end, bytes[p] == UInt8(ascii: ".") {
      p += 1
      let point = p
      Self.digits(bytes, &p, &value)
      power = point - p
      digits -= power
    }
    // Twenty digits and more do not fit, unless they begin with zeros.
    guard digits <= 19 else { return nil }
    if p < end {
      guard let exponent = exponent(bytes, p + 1, end) else { return nil }
      power += exponent
    }
    guard let magnitude = magnitude(value, power) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  @inline(__always) private static func digits(_ bytes: [UInt8], _ p: inout Int, _ value: inout UInt64) {
    while true {
      let word = bytes.eight(p)
      let count = DigitRun.count(word)
      value = value &* UInt64(DigitRun.power(count)) &+ UInt64(truncatingIfNeeded: DigitRun.few(word, count))
      p += count
      if count < 8 { return }
    }
  }

  /// The exponent whose sign or first digit stands at `start`; nil for more than four digits.
  private static func exponent(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var p = start
    let isNegative = bytes[p] == UInt8(ascii: "-")
    if isNegative || bytes[p] == UInt8(ascii: "+") { p += 1 }
    guard end - p <= 4 else { return nil }
    var value = 0
    while p < end {
      value = value * 10 + Int(bytes[p] & 15)
      p += 1
    }
    return isNegative ? -value : value
  }

  /// `value × 10^power`, rounded to the nearest, ties to even.
  @inline(__always) static func magnitude(_ value: UInt64, _ power: Int) -> Double? {
    if value <= 1 << 53, -22 <= power, power <= 22 {
      let scale = PowersOfTen.exact[abs(power)]
      return power < 0 ? Double(value) / scale : Double(value) * scale
    }
    if value == 0 { return 0 }
    return rounded(value, power)
  }

  /// Lemire's algorithm, without its cases at the ends of the range: subnormal numbers and infinity.
  private static func rounded(_ value: UInt64, _ power: Int) -> Double? {
    guard let five = PowersOfTen.five(power) else { return nil }
    let shift = value.leadingZeroBitCount
    let digits = value << UInt64(shift)
    var (high, low) = digits.multipliedFullWidth(by: five.high)
    if high & 0x1FF == 0x1FF {
      let more = digits.multipliedFullWidth(by: five.low).high
      low = low &+ more
      if low < more { high += 1 }
    }
    if low == .max, power < -27 || power > 55 { return nil }
    let top = high >> 63
    var bits = high >> (top + 9)
    // 217706 / 2^16 is a little over log2 of ten.
    var exponent = (217_706 &* power) >> 16 + 63 + Int(top) - shift + 1023
    guard exponent > 0 else { return nil }
    if low <= 1, power >= -4, power <= 23, bits & 3 == 1, bits << (top + 9) == high { bits &= ~1 }
    bits = (bits + bits & 1) >> 1
    if bits >= 1 << 53 {
      bits = 1 << 52
      exponent += 1
    }
    guard exponent < 0x7FF else { return nil }
    return Double(bitPattern: UInt64(exponent) << 52 | bits & (1 << 52 - 1))
  }
}

/// The powers that ``DoubleReader`` multiplies by.
enum PowersOfTen {
  /// 1, 10, … 1e22, all exact.
  static let exact: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The first 128 bits of five to the powers -55 to 55. Those up to 5^55 are exact, as are the divisions by them.
  private static let fives: [UInt128] = (-55...55).map { power in
    var five: UInt128 = 1
    for _ in 0..<abs(power) { five *= 5 }
    let normal = five << UInt128(five.leadingZeroBitCount)
    if power >= 0 { return normal }
    return reciprocal(five) + (power >= -27 ? 1 : 0)
  }

  /// The first 128 bits of 1/n, by long division.
  private static func reciprocal(_ n: UInt128) -> UInt128 {
    // The first bit of the quotient stands where the remainder, a power of two, first reaches n.
    var rest: UInt128 = 1 << UInt128(127 - n.leadingZeroBitCount)
    var quotient: UInt128 = 0
    for _ in 0..<128 {
      let isOver = rest >> 127 == 1
      rest <<= 1
      quotient <<= 1
      if isOver || rest >= n {
        rest &-= n
        quotient |= 1
      }
    }
    return quotient
  }

  static func five(_ power: Int) -> (high: UInt64, low: UInt64)? {
    guard -55 <= power, power <= 55 else { return nil }
    let five = fives[power + 55]
    return (UInt64(truncatingIfNeeded: five >> 64), UInt64(truncatingIfNeeded: five))
  }
}
