import Foundation

/// An axis in powers of ten that includes all values.
struct LogAxis {
  let exponents: ClosedRange<Int>
  let start: Double
  let end: Double
  let label: (Double) -> String

  init(_ values: [Double], from start: Double, to end: Double, label: @escaping (Double) -> String) {
    let logs = values.map { log10($0) }
    let (minimum, maximum) = (Int((logs.min() ?? 0).rounded(.down)), Int((logs.max() ?? 1).rounded(.up)))
    exponents = min(minimum, maximum - 2)...maximum
    (self.start, self.end, self.label) = (start, end, label)
  }

  func place(_ value: Double) -> Double {
    start + (end - start) * (log10(value) - Double(exponents.lowerBound)) / Double(exponents.upperBound - exponents.lowerBound)
  }

  var ticks: [(place: Double, label: String)] {
    exponents.map { exponent in
      let value = pow(10, Double(exponent))
      return (place(value), label(value))
    }
  }
}
