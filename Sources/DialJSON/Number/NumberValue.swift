/// The exact value of a number: `(-1)^isNegative × 0.d₁d₂… × 10^exponent`. Exponents are limited to ±10^17.
struct NumberValue: Sendable, Hashable {
  /// False for zero.
  var isNegative: Bool
  /// The digits, 0 to 9, the first and the last not 0; empty for zero.
  var digits: [UInt8]
  /// The power of ten of the point before the first digit; 0 for zero.
  var exponent: Int

  static let zero = NumberValue(isNegative: false, digits: [], exponent: 0)

  init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    let start = digits.firstIndex { $0 != 0 } ?? digits.endIndex
    let stop = (digits.lastIndex { $0 != 0 } ?? -1) + 1
    self.digits = start < stop ? Array(digits[start..<stop]) : []
    self.isNegative = isNegative && !self.digits.isEmpty
    self.exponent = self.digits.isEmpty ? 0 : exponent - start
  }

  /// The value of the digits of a number of RFC 8259.
  init(_ text: String) {
    var digits: [UInt8] = []
    var point: Int?
    var power = 0
    var isSmall = false
    var inExponent = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if inExponent { power = min(power * 10 + Int(digit), 100_000_000_000_000_000) } else { digits.append(digit) }
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"): inExponent = true
      case UInt8(ascii: "-") where inExponent: isSmall = true
      default: break
      }
    }
    let exponent = (point ?? digits.count) + (isSmall ? -power : power)
    self.init(isNegative: text.utf8.first == UInt8(ascii: "-"), digits: digits, exponent: exponent)
  }

  /// Whether a text is a number of RFC 8259 §6.
  static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    func digits() -> Int {
      let count = rest.prefix(while: \.isDigit).count
      rest.removeFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let leadsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    if whole == 0 || leadsWithZero && whole > 1 { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if digits() == 0 { return false }
    }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  /// Whether there are no digits after the point.
  var isWhole: Bool { exponent >= digits.count }

  /// The value as an integer, if it is whole and fits.
  func integer<T: FixedWidthInteger>() -> T? {
    guard isWhole, exponent <= 40 else { return nil }
    var value: T = 0
    for i in 0..<exponent {
      let digit = i < digits.count ? T(digits[i]) : 0
      let (scaled, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, past) = isNegative ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
      if over || past { return nil }
      value = sum
    }
    return value
  }

  /// The maximum number of digits of an exact sum.
  private static let maxSpan = 2_000

  /// The digits of the number as JSON: whole numbers up to 21 digits and short fractions without an exponent.
  var text: String {
    if digits.isEmpty { return "0" }
    let all = digits.map { Character(Unicode.Scalar($0 + UInt8(ascii: "0"))) }
    let sign = isNegative ? "-" : ""
    if isWhole, exponent <= 21 {
      return sign + String(all) + String(repeating: "0", count: exponent - all.count)
    }
    if exponent > 0, exponent <= 21 {
      return sign + String(all[..<exponent]) + "." + String(all[exponent...])
    }
    if exponent <= 0, exponent > -6 {
      return sign + "0." + String(repeating: "0", count: -exponent) + String(all)
    }
    return sign + String(all[0]) + (all.count > 1 ? "." + String(all[1...]) : "") + "e\(exponent - 1)"
  }

  /// The exact sum; nil if it would take more than 2,000 digits.
  func adding(_ other: NumberValue) -> NumberValue? {
    if digits.isEmpty { return other }
    if other.digits.isEmpty { return self }
    let top = max(exponent, other.exponent)
    let low = min(exponent - digits.count, other.exponent - other.digits.count)
    guard top - low <= Self.maxSpan else { return nil }
    var columns = [Int](repeating: 0, count: top - low + 1)
    for value in [self, other] {
      for (i, digit) in value.digits.enumerated() {
        columns[top - value.exponent + 1 + i] += value.isNegative ? -Int(digit) : Int(digit)
      }
    }
    let isNegative = (columns.first { $0 != 0 } ?? 0) < 0
    var carry = 0
    for i in columns.indices.reversed() {
      let column = (isNegative ? -columns[i] : columns[i]) + carry
      carry = column < 0 ? -1 : column / 10
      columns[i] = column - carry * 10
    }
    return NumberValue(isNegative: isNegative, digits: columns.map { UInt8($0) }, exponent: top + 1)
  }

  /// Returns the greatest integer that is not greater or, with `up`, the least that is not less.
  func rounded(up: Bool) -> NumberValue? {
    if isWhole { return self }
    let whole = NumberValue(isNegative: isNegative, digits: exponent > 0 ? Array(digits[..<exponent]) : [], exponent: max(exponent, 0))
    if isNegative == up { return whole }
    return whole.adding(NumberValue(isNegative: isNegative, digits: [1], exponent: 1))
  }
}

extension NumberValue: Comparable {
  static func < (a: NumberValue, b: NumberValue) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.isCloserToZero(than: a) : a.isCloserToZero(than: b)
  }

  private func isCloserToZero(than other: NumberValue) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
