extension Timestamp {
  /// Parses an RFC 3339 `date-time` (§5.6). A leap second becomes the next second. Returns nil for invalid text and dates.
  public init?(rfc3339 text: String) {
    var cursor = TimeCursor(text)
    guard let year = cursor.number(4), cursor.skip("-"), let month = cursor.number(2), cursor.skip("-"),
      let dayOfMonth = cursor.number(2), let day = CivilDate(year: year, month: month, day: dayOfMonth),
      cursor.skip("T") || cursor.skip("t"), let clock = cursor.clock(), let nanoseconds = cursor.fraction(),
      let offset = cursor.offset(), cursor.isAtEnd
    else { return nil }
    let seconds = Int64(day.number) * 86_400 + Int64(clock.seconds - offset)
    if clock.isLeap, seconds % 86_400 != 0 { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// Creates a moment from its parts in UTC; nil if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int, secondOfDay: Int) {
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    self.init(seconds: Int64(date.number) * 86_400 + Int64(secondOfDay))
  }

  /// Parses the three forms of an HTTP date (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
  /// `Sun Nov  6 08:49:37 1994`. A year of two digits is 1970 to 2069.
  public init?(httpDate text: String) {
    guard let time = Self.fixdate(text) ?? Self.rfc850(text) ?? Self.asctime(text) else { return nil }
    self = time
  }

  private static func fixdate(_ text: String) -> Timestamp? {
    var cursor = TimeCursor(text)
    guard cursor.word(CivilDate.weekdays) != nil, cursor.skip(", "), let day = cursor.number(2), cursor.skip(" "),
      let month = cursor.word(CivilDate.months), cursor.skip(" "), let year = cursor.number(4), cursor.skip(" "),
      let clock = cursor.clock(), cursor.skip(" GMT"), cursor.isAtEnd
    else { return nil }
    return Timestamp(year: year, month: month + 1, day: day, secondOfDay: clock.seconds)
  }

  private static func rfc850(_ text: String) -> Timestamp? {
    let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    var cursor = TimeCursor(text)
    guard cursor.word(names) != nil, cursor.skip(", "), let day = cursor.number(2), cursor.skip("-"),
      let month = cursor.word(CivilDate.months), cursor.skip("-"), let year = cursor.number(2), cursor.skip(" "),
      let clock = cursor.clock(), cursor.skip(" GMT"), cursor.isAtEnd
    else { return nil }
    return Timestamp(year: year + (year < 70 ? 2000 : 1900), month: month + 1, day: day, secondOfDay: clock.seconds)
  }

  private static func asctime(_ text: String) -> Timestamp? {
    var cursor = TimeCursor(text)
    guard cursor.word(CivilDate.weekdays) != nil, cursor.skip(" "), let month = cursor.word(CivilDate.months),
      cursor.skip(" "), let day = cursor.skip(" ") ? cursor.number(1) : cursor.number(2), cursor.skip(" "),
      let clock = cursor.clock(), cursor.skip(" "), let year = cursor.number(4), cursor.isAtEnd
    else { return nil }
    return Timestamp(year: year, month: month + 1, day: day, secondOfDay: clock.seconds)
  }
}

/// Reads the parts of a date from the front of a text.
struct TimeCursor {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips the text if it comes next.
  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest.removeFirst(text.utf8.count)
    return true
  }

  /// Reads exactly this number of digits.
  mutating func number(_ width: Int) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy(\.isDigit) else { return nil }
    rest.removeFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Returns the index of one of these three-letter words.
  mutating func word(_ words: [String]) -> Int? {
    words.firstIndex { skip($0) }
  }

  /// `23:59:59`. A leap second counts 60.
  mutating func clock() -> (seconds: Int, isLeap: Bool)? {
    guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60, skip(":"),
      let second = number(2), second <= 60
    else { return nil }
    return (hour * 3600 + minute * 60 + second, second == 60)
  }

  /// Parses the nanoseconds of `.123`; 0 without a point, nil if no digit follows it.
  mutating func fraction() -> Int? {
    guard skip(".") else { return 0 }
    var (value, count) = (0, 0)
    while let digit = number(1) {
      if count < 9 { value = value * 10 + digit }
      count += 1
    }
    for _ in min(count, 9)..<9 { value *= 10 }
    return count > 0 ? value : nil
  }

  /// The seconds of `Z` or `+01:00`.
  mutating func offset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }
}
