extension NumberValue {
  /// The most digits that a sum is computed with exactly.
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

  /// The greatest whole number that is not greater, or (`up`) the least that is not less.
  func rounded(up: Bool) -> NumberValue? {
    if isWhole { return self }
    let whole = NumberValue(
      isNegative: isNegative, digits: exponent > 0 ? Array(digits[..<exponent]) : [], exponent: max(exponent, 0))
    if isNegative == up { return whole }
    return whole.adding(NumberValue(isNegative: isNegative, digits: [1], exponent: 1))
  }
}
