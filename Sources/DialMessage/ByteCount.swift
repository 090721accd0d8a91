/// Formats a number of bytes in decimal units: `9999 bytes`, `12.3 kB`, `1.0 GB`.
package enum ByteCount {
  private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

  package static func text(_ bytes: some BinaryInteger) -> String {
    let (number, unit) = parts(Int64(clamping: bytes))
    return "\(number) \(unit)"
  }

  /// Returns `42.3 of 100.0 MB`, or each number with its unit if they differ.
  package static func text(_ bytes: Int64, of total: Int64) -> String {
    let (done, all) = (parts(bytes), parts(total))
    return (done.unit == all.unit ? done.number : "\(done.number) \(done.unit)") + " of \(all.number) \(all.unit)"
  }

  /// Returns `12.3 kB, more than the maximum of 10.0 kB`, in bytes if both numbers would look the same.
  package static func text(_ bytes: some BinaryInteger, over limit: some BinaryInteger) -> String {
    let (size, maximum) = (text(bytes), text(limit))
    return size == maximum ? "\(bytes) bytes, more than the maximum of \(limit) bytes" : "\(size), more than the maximum of \(maximum)"
  }

  private static func parts(_ bytes: Int64) -> (number: String, unit: String) {
    guard bytes >= 10_000 else { return ("\(bytes)", bytes == 1 ? "byte" : "bytes") }
    var (size, index) = (Double(bytes) / 1000, 0)
    // A number that rounds to 1000.0 has the next unit.
    while size >= 999.95, index + 1 < units.count { (size, index) = (size / 1000, index + 1) }
    let tenths = Int64((size * 10).rounded())
    return ("\(tenths / 10).\(tenths % 10)", units[index])
  }
}
