#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSON {
  /// The number as an Int: whole and in range (`1`, `1.0`, `1e2`); nil for `1.5`, text, Bool and all else.
  public var asInt: Int? { integer() }

  /// The number as an Int64 if it is an integer in range; otherwise nil.
  public var asInt64: Int64? { integer() }

  /// The number as a UInt64 if it is an integer in range; otherwise nil.
  public var asUInt64: UInt64? { integer() }

  /// The nearest Double; nil if it is infinite, or if the value is not a number.
  public var asDouble: Double? {
    if case .node(let document, let node) = storage { return document.double(node) }
    return asNumberText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The number as any fixed-width integer.
  func integer<T: FixedWidthInteger>() -> T? {
    if case .node(let document, let node) = storage, let small = document.integer(node), let value = T(exactly: small) {
      return value
    }
    guard let digits = asNumberText else { return nil }
    return T(digits) ?? NumberValue(digits).integer()
  }

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
