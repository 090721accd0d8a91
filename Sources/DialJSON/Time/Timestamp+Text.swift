extension Timestamp {
  private var day: CivilDate { CivilDate(number: Int((seconds - secondOfDay) / 86_400)) }
  private var secondOfDay: Int64 { (seconds % 86_400 + 86_400) % 86_400 }

  /// `.5` for half a second, empty for none: as many digits as are needed.
  private static func fraction(_ nanoseconds: Int) -> String {
    guard nanoseconds > 0 else { return "" }
    var digits = String(String(1_000_000_000 + nanoseconds).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private var clock: String {
    let second = Int(secondOfDay)
    return [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
  }

  /// RFC 3339 in UTC, with a fraction only if there is one: `2024-01-01T00:00:00Z`, `2024-01-01T00:00:00.25Z`.
  public var rfc3339: String {
    let day = day
    let date = "\(Self.padded(day.year, 4))-\(Self.padded(day.month, 2))-\(Self.padded(day.day, 2))"
    return "\(date)T\(clock)\(Self.fraction(nanoseconds))Z"
  }

  /// The IMF-fixdate of RFC 9110 §5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`. A fraction is dropped.
  public var http: String {
    let day = day
    let month = CivilDate.months[day.month - 1]
    return "\(day.weekday), \(Self.padded(day.day, 2)) \(month) \(Self.padded(day.year, 4)) \(clock) GMT"
  }

  /// The seconds since 1970 as a decimal number, with a fraction only if there is one: `1704067200`, `-0.5`.
  public var unix: String {
    guard seconds < 0, nanoseconds > 0 else { return "\(seconds)\(Self.fraction(nanoseconds))" }
    return "-\(-(seconds + 1))\(Self.fraction(1_000_000_000 - nanoseconds))"
  }
}
