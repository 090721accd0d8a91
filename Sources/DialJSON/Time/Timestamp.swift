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

  /// Creates a time to the microsecond. Times outside of the years 0000 to 9999 become the first or last second; NaN becomes 1970.
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

  /// The milliseconds since 1970, rounded down.
  public var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds / 1_000_000) }

  /// The seconds since 1970 as a decimal number, with a fraction only if there is one: `1704067200`, `-0.5`.
  public var unix: String {
    guard seconds < 0, nanoseconds > 0 else { return "\(seconds)\(Self.fraction(nanoseconds))" }
    return "-\(-(seconds + 1))\(Self.fraction(1_000_000_000 - nanoseconds))"
  }
}

/// A day of the Gregorian calendar (also before 1582), and its number since 1970-01-01.
struct CivilDate {
  var year: Int
  /// 1 to 12.
  var month: Int
  /// 1 to 31.
  var day: Int

  /// The day with these numbers; nil if the calendar has none.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 (http://howardhinnant.github.io/date_algorithms.html#days_from_civil).
  var number: Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day with this number since 1970-01-01 (…#civil_from_days).
  init(number: Int) {
    let z = number + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  /// From Thursday, the day of 1970-01-01.
  static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  var weekday: String { Self.weekdays[((number % 7) + 7) % 7] }
}
