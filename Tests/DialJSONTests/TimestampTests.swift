import DialJSON
import Testing

@Suite struct TimestampTests {
  static let bad = [
    "", "2024-01-01", "2024-01-01T00:00:00", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
    "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-04-31T00:00:00Z",
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "2024-01-01T00:00:60Z", "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00+0100",
    "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+01:60", "2024-01-01T00:00:00Z ", " 2024-01-01T00:00:00Z",
    "2024-1-01T00:00:00Z", "24-01-01T00:00:00Z", "2024-01-01 00:00:00Z", "2024-01-01T00:00:00,5Z",
    "٢024-01-01T00:00:00Z",
    "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
  ]

  @Test(arguments: bad) func refuses(_ text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  static let good: [(String, String, String)] = [
    ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "0"),
    ("2024-02-29t12:00:00z", "2024-02-29T12:00:00Z", "1709208000"),
    ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "951782400"),
    ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z", "-0.5"),
    ("1969-12-31T23:59:58.25Z", "1969-12-31T23:59:58.25Z", "-1.75"),
    ("2024-01-01T01:00:00.1234567899999+01:00", "2024-01-01T00:00:00.123456789Z", "1704067200.123456789"),
    ("2024-01-01T00:00:00.000-08:30", "2024-01-01T08:30:00Z", "1704097800"),
    ("1998-12-31T23:59:60Z", "1999-01-01T00:00:00Z", "915148800"),
    ("1998-12-31T15:59:60.5-08:00", "1999-01-01T00:00:00.5Z", "915148800.5"),
    ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "-62167219200"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z", "253402300799.999"),
    ("0001-03-01T00:00:00-00:00", "0001-03-01T00:00:00Z", "-62130499200"),
  ]

  @Test(arguments: good) func reads(_ text: String, _ rfc3339: String, _ unix: String) {
    let time = Timestamp(rfc3339: text)
    #expect(time?.rfc3339 == rfc3339)
    #expect(time?.unix == unix)
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994 08:49:37", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
    "06 Nov 1994 08:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
  ])
  func refusesHTTP(_ text: String) {
    #expect(Timestamp(httpDate: text) == nil)
  }

  @Test func http() {
    for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
      #expect(Timestamp(httpDate: text)?.unix == "784111777")
      #expect(Timestamp(httpDate: text)?.http == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
    #expect(Timestamp(httpDate: "Thu Nov 16 08:49:37 2023")?.http == "Thu, 16 Nov 2023 08:49:37 GMT")
    #expect(Timestamp(secondsSince1970: 0).http == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(Timestamp(secondsSince1970: -1).http == "Wed, 31 Dec 1969 23:59:59 GMT")
  }

  @Test func doubles() {
    #expect(Timestamp(secondsSince1970: 1_704_067_200.123).rfc3339 == "2024-01-01T00:00:00.123Z")
    #expect(Timestamp(secondsSince1970: 1_704_067_200.9999999).rfc3339 == "2024-01-01T00:00:01Z")
    #expect(Timestamp(secondsSince1970: -0.5).unix == "-0.5")
    #expect(Timestamp(secondsSince1970: .nan).unix == "0")
    #expect(Timestamp(secondsSince1970: .infinity).rfc3339 == "9999-12-31T23:59:59Z")
    #expect(Timestamp(secondsSince1970: -1e300).rfc3339 == "0000-01-01T00:00:00Z")
    #expect(Timestamp(seconds: 1, nanoseconds: 500_000_000)?.secondsSince1970 == 1.5)
    #expect(Timestamp(seconds: 1, nanoseconds: -1) == nil)
  }

  /// All days of four centuries in order.
  @Test func everyDayFollowsTheOneBefore() {
    var before = ""
    for day in stride(from: Int64(-135_140), through: 10_957, by: 1) {
      guard let time = Timestamp(seconds: day * 86_400) else { continue }
      let text = time.rfc3339
      #expect(before < text && Timestamp(rfc3339: text) == time)
      before = text
    }
    #expect(before == "2000-01-01T00:00:00Z")
  }
}
