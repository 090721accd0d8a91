import Testing

@testable import DialBuild
@testable import DialSpec

/// Values of the language that are written as text.
struct ValuesTests {
  @Test(
    arguments: [
      ("", nil), ("5", nil), ("s", nil), (".5s", nil), ("1s1m", nil), ("1m1m", nil), ("1m 30s", nil), ("1m30", nil), ("-1s", nil),
      ("٣s", nil),
      ("36501d", nil), ("36500d1ms", nil), ("1.2.3s", nil), ("5s", .seconds(5)), ("200ms", .milliseconds(200)), ("1.5m", .seconds(90)),
      ("1m30s", .seconds(90)), ("1d2h3m4s5ms", .milliseconds(93_784_005)), ("1h0.5s", .milliseconds(3_600_500)), ("0s", .zero),
    ] as [(String, Duration?)])
  func durations(text: String, duration: Duration?) { #expect(Values.duration(text) == duration) }
}
