import Foundation

enum Units {
  static func count(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { ($0 > 0 && (digits.count - $0).isMultiple(of: 3) ? "," : "") + String(digits[$0]) }.joined()
  }

  static func bytes(_ bytes: Int) -> String {
    var (value, unit) = (Double(bytes), 0)
    while value >= 999.5, unit < 3 { (value, unit) = (value / 1000, unit + 1) }
    let text =
      value == value.rounded() || value >= 99.95 ? "\(Int(value.rounded()))" : String(format: value < 9.995 ? "%.2f" : "%.1f", value)
    return "\(text) \(["B", "kB", "MB", "GB"][unit])"
  }
}
