extension JSON {
  /// The number as an Int: whole and in range (`1`, `1.0`, `1e2`); nil for `1.5`, text, Bool and all else.
  public var asInt: Int? { integer() }

  /// The number as an Int64: whole and in range; else nil.
  public var asInt64: Int64? { integer() }

  /// The number as a UInt64: whole and in range; else nil.
  public var asUInt64: UInt64? { integer() }

  /// The Double nearest to the number; nil if that is infinite, or if this is no number.
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
}
