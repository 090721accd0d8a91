extension NumberValue {
  /// The maximum number of digits of an exact division.
  private static let maxQuotient = 400

  /// Whether the number is a whole multiple of another one, exactly; nil if that would take more than 400 digits.
  func isMultiple(of divisor: NumberValue) -> Bool? {
    if digits.isEmpty { return true }
    if divisor.digits.isEmpty { return false }
    // Both numbers as integers, in units of the last digit of either.
    let low = min(exponent - digits.count, divisor.exponent - divisor.digits.count)
    let (count, width) = (exponent - low, divisor.exponent - low)
    if count < width { return false }
    guard count <= Self.maxQuotient else { return nil }
    // The remainder has a column for the digit that moves in.
    let subtrahend = [0] + divisor.digits + [UInt8](repeating: 0, count: width - divisor.digits.count)
    var rest = [UInt8](repeating: 0, count: width + 1)
    for index in 0..<count {
      rest.removeFirst()
      rest.append(index < digits.count ? digits[index] : 0)
      while !rest.lexicographicallyPrecedes(subtrahend) { Self.subtract(subtrahend, from: &rest) }
    }
    return rest.allSatisfy { $0 == 0 }
  }

  private static func subtract(_ subtrahend: [UInt8], from rest: inout [UInt8]) {
    var borrow: UInt8 = 0
    for column in rest.indices.reversed() {
      let taken = subtrahend[column] + borrow
      borrow = rest[column] < taken ? 1 : 0
      rest[column] = rest[column] + borrow * 10 - taken
    }
  }
}
