extension Timestamp {
  /// The moment of an RFC 3339 `date-time` (§5.6): any fraction (kept to the nanosecond), any offset, `t` and `z` in
  /// either case. A leap second (23:59:60 UTC) is the second after it. Nil for all else, days that do not exist included.
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
}

/// Reads the parts of a date from the front of a text.
struct TimeCursor {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Passes over the text if it comes next.
  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest.removeFirst(text.utf8.count)
    return true
  }

  /// Just so many digits.
  mutating func number(_ width: Int) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy(JSONPath.isDigit) else { return nil }
    rest.removeFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The place of one of these words, which all have three letters.
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

  /// The nanoseconds of `.123`; 0 if there is no point, nil if no digit follows it.
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
