extension Timestamp {
  /// The moment of an HTTP date in any of the three forms that RFC 9110 §5.6.7 makes a recipient accept:
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  ///
  /// A year of two digits is 1970 to 2069. The name of the weekday is not compared with the date.
  public init?(httpDate text: String) {
    guard let (date, clock) = Self.fixdate(text) ?? Self.rfc850(text) ?? Self.asctime(text) else { return nil }
    self.init(seconds: Int64(date.number) * 86_400 + Int64(clock))
  }

  private static func fixdate(_ text: String) -> (CivilDate, Int)? {
    var cursor = TimeCursor(text)
    guard cursor.word(CivilDate.weekdays) != nil, cursor.skip(", "), let day = cursor.number(2), cursor.skip(" "),
      let month = cursor.word(CivilDate.months), cursor.skip(" "), let year = cursor.number(4), cursor.skip(" "),
      let clock = cursor.clock(), cursor.skip(" GMT"), cursor.isAtEnd
    else { return nil }
    return CivilDate(year: year, month: month + 1, day: day).map { ($0, clock.seconds) }
  }

  private static func rfc850(_ text: String) -> (CivilDate, Int)? {
    let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    var cursor = TimeCursor(text)
    guard cursor.word(names) != nil, cursor.skip(", "), let day = cursor.number(2), cursor.skip("-"),
      let month = cursor.word(CivilDate.months), cursor.skip("-"), let year = cursor.number(2), cursor.skip(" "),
      let clock = cursor.clock(), cursor.skip(" GMT"), cursor.isAtEnd
    else { return nil }
    return CivilDate(year: year + (year < 70 ? 2000 : 1900), month: month + 1, day: day).map { ($0, clock.seconds) }
  }

  private static func asctime(_ text: String) -> (CivilDate, Int)? {
    var cursor = TimeCursor(text)
    guard cursor.word(CivilDate.weekdays) != nil, cursor.skip(" "), let month = cursor.word(CivilDate.months),
      cursor.skip(" "), let day = cursor.skip(" ") ? cursor.number(1) : cursor.number(2), cursor.skip(" "),
      let clock = cursor.clock(), cursor.skip(" "), let year = cursor.number(4), cursor.isAtEnd
    else { return nil }
    return CivilDate(year: year, month: month + 1, day: day).map { ($0, clock.seconds) }
  }
}
