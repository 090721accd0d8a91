/// A number of bytes for people, in the units of disks: `999 bytes`, `12.3 kB`, `1.0 GB`.
enum ByteCount {
  private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

  static func text(_ bytes: Int64) -> String {
    let (number, unit) = parts(bytes)
    return "\(number) \(unit)"
  }

  /// `42.3 of 100.0 MB`, or each with its unit where they differ.
  static func text(_ bytes: Int64, of total: Int64) -> String {
    let (done, all) = (parts(bytes), parts(total))
    return (done.unit == all.unit ? done.number : "\(done.number) \(done.unit)") + " of \(all.number) \(all.unit)"
  }

  private static func parts(_ bytes: Int64) -> (number: String, unit: String) {
    guard bytes >= 1000 else { return ("\(bytes)", bytes == 1 ? "byte" : "bytes") }
    var (size, index) = (Double(bytes) / 1000, 0)
    // What rounds to 1000.0 is one of the next unit.
    while size >= 999.95, index + 1 < units.count { (size, index) = (size / 1000, index + 1) }
    let tenths = Int64((size * 10).rounded())
    return ("\(tenths / 10).\(tenths % 10)", units[index])
  }
}
