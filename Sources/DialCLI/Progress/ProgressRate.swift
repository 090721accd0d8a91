/// How fast bytes come, from what was seen in the last seconds.
struct ProgressRate {
  private static let window = Duration.seconds(4)
  /// Less tells nothing.
  private static let least = Duration.milliseconds(300)

  private var seen: [(time: Duration, bytes: Int64)] = []

  /// Takes note of how many bytes there are at a time, counted from any moment.
  mutating func add(_ bytes: Int64, at time: Duration) {
    if let last = seen.last, last.bytes > bytes { seen = [] }
    seen.append((time, bytes))
    let old = seen.firstIndex { time - $0.time <= Self.window } ?? 0
    seen.removeFirst(old)
  }

  /// Bytes in a second; nil where it is too early to tell.
  var bytesPerSecond: Double? {
    guard let first = seen.first, let last = seen.last, last.time - first.time >= Self.least else { return nil }
    return Double(last.bytes - first.bytes) / ((last.time - first.time) / .seconds(1))
  }
}
