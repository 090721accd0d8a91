/// The exact value of an RFC 8259 number: `(-1)^isNegative × 0.d₁d₂… × 10^exponent`, without zeros at either end.
///
/// Exponents beyond ±10^17 are taken as ±10^17: such numbers compare by their digits only.
struct NumberValue: Sendable, Hashable {
  /// False for zero.
  var isNegative: Bool
  /// The digits, 0 to 9, the first and the last not 0; empty for zero.
  var digits: [UInt8]
  /// The power of ten behind the point before the first digit; 0 for zero.
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
      let count = rest.prefix { JSONPath.isDigit($0) }.count
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

  /// Whether there is nothing behind the point.
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
