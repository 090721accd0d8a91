extension JSON {
  /// Whether a number is less than another one, exactly; false if one of them is not a number.
  package func isLess(than other: JSON) -> Bool {
    guard let digits = asNumberText, let others = other.asNumberText else { return false }
    return NumberValue(digits) < NumberValue(others)
  }

  /// Whether a number is a whole multiple of another one, exactly; nil if one of them is not a number, or if they have too many digits.
  package func isMultiple(of other: JSON) -> Bool? {
    guard let digits = asNumberText, let others = other.asNumberText else { return nil }
    return NumberValue(digits).isMultiple(of: NumberValue(others))
  }
}
