import Foundation

/// The exponent of growth: 0 is constant, 1 is linear, 2 is quadratic.
struct Slope {
  /// The least squares of the logarithms of the three largest sizes.
  let exponent: Double

  /// Subtracts the cost of the smallest size from others that are well above it, because it would hide the growth.
  init(_ points: [(x: Double, y: Double)]) {
    let fixed = points.first?.y ?? 0
    let grown = points.map { (x: $0.x, y: $0.y - fixed) }.filter { $0.y > fixed * 0.1 }
    let logs = (grown.count > 1 ? grown : points).suffix(3).map { (x: log($0.x), y: log($0.y)) }
    let (x, y) = (logs.map(\.x).mean, logs.map(\.y).mean)
    let spread = logs.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    exponent = spread == 0 ? 0 : logs.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / spread
  }

  /// Up to 1.1, a factor of 1.6 in a hundredfold, is caused by processor caches and the machine.
  var isWorseThanLinear: Bool { exponent > 1.1 }

  var description: String {
    let word = exponent < 0.1 ? "flat" : exponent < 0.9 ? "less than linear" : isWorseThanLinear ? "MORE than linear" : "linear"
    return String(format: "%.2f", abs(exponent) < 0.005 ? 0 : exponent) + ", \(word)"
  }
}

extension [Double] {
  fileprivate var mean: Double { reduce(0, +) / Double(count) }
}
