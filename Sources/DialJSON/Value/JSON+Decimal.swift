#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSON {
  /// The number as a Decimal, exactly; nil if it has more digits than a Decimal holds (38), is out of its range, or is
  /// no number.
  ///
  /// ```swift
  /// try JSON(parsing: "0.1").asDecimal   // 0.1, not 0.1000000000000000055…
  /// ```
  public var asDecimal: Decimal? {
    guard let digits = asNumberText else { return nil }
    let value = NumberValue(digits)
    let power = value.exponent - value.digits.count
    guard value.digits.count <= 38, power <= 127 else { return nil }
    // Eighteen digits at a time fit an Int64; a Decimal computes with 38 digits exactly.
    var significand = Decimal(0)
    var rest = value.digits[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(18)
      rest = rest.dropFirst(18)
      let scale = chunk.reduce(into: Decimal(1)) { scale, _ in scale *= 10 }
      significand = significand * scale + Decimal(chunk.reduce(Int64(0)) { $0 * 10 + Int64($1) })
    }
    guard power >= -128 else { return nil }
    return Decimal(sign: value.isNegative ? .minus : .plus, exponent: power, significand: significand)
  }
}
