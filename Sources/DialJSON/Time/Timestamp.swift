/// A moment, in seconds and nanoseconds since 1970-01-01T00:00:00Z, in the years 0000 to 9999.
///
/// ```swift
/// Timestamp(rfc3339: "2024-01-01T01:00:00.5+01:00")?.rfc3339   // "2024-01-01T00:00:00.5Z"
/// Timestamp(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT")?.unix   // "784111777"
/// ```
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970, rounded down.
  public let seconds: Int64
  /// The nanoseconds after `seconds`, 0 to 999,999,999.
  public let nanoseconds: Int

  /// The seconds of 0000-01-01T00:00:00Z up to 9999-12-31T23:59:59Z.
  static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// A moment; nil outside of the years 0000 to 9999, or if there are too many nanoseconds.
  public init?(seconds: Int64, nanoseconds: Int = 0) {
    guard Self.range.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Creates a time to the microsecond, the precision of a Double. Times before the year 0000 or after 9999 become the first or last
  /// second; NaN becomes 1970.
  public init(secondsSince1970 value: Double) {
    let limits = Double(Self.range.lowerBound)...Double(Self.range.upperBound)
    let clamped = value.isNaN ? 0 : min(max(value, limits.lowerBound), limits.upperBound)
    let whole = clamped.rounded(.down)
    let micros = Int(((clamped - whole) * 1e6).rounded())
    let carried = Int64(whole) + (micros == 1_000_000 ? 1 : 0)
    seconds = min(carried, Self.range.upperBound)
    nanoseconds = micros == 1_000_000 ? 0 : micros * 1000
  }

  /// The seconds since 1970 as the nearest Double.
  public var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }

  /// Earlier or later.
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }

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
