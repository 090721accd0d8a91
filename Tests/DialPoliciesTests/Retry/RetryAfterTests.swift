import HTTPTypes
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

struct RetryAfterTests {
  @Test(
    arguments: [
      ("", nil), ("-1", nil), ("soon", nil), ("1.5", .milliseconds(1500)), ("0.25", .milliseconds(250)),
      ("1.", nil), (".5", nil), ("1.5.2", nil), ("1e3", nil), ("+1", nil), ("1.0001", .milliseconds(1001)), ("2, 7.5", .milliseconds(7500)),
      ("Mon, 99 Foo 2026 00:00:00 GMT", nil), ("0", .zero), ("120", .seconds(120)),
      ("100000000000000000000", .seconds(36_500 * 86_400)), ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(30)),
      ("Sun, 06 Nov 1994 08:49:00 GMT", .zero),
    ] as [(String, Duration?)])
  func wait(text: String, wait: Duration?) {
    // A date is relative to that of the server.
    var fields: HTTPFields = [.date: "Sun, 06 Nov 1994 08:49:07 GMT"]
    fields[HTTPField.Name("Retry-After")!] = text
    #expect(RetryAfter.wait(fields) == wait)
  }

  @Test(
    arguments: [
      (["5", "5"], .seconds(5)), (["5", "7"], .seconds(7)), (["7.5", "7"], .milliseconds(7500)), (["soon", "7"], .seconds(7)),
      (["3", "Sun, 06 Nov 1994 08:49:37 GMT"], .seconds(30)), (["60", "Sun, 06 Nov 1994 08:49:37 GMT"], .seconds(60)), (["a", "b"], nil),
    ] as [([String], Duration?)])
  func theLongestOfSeveralFieldsIsMeant(texts: [String], wait: Duration?) {
    var fields: HTTPFields = [.date: "Sun, 06 Nov 1994 08:49:07 GMT"]
    for text in texts { fields.append(HTTPField(name: HTTPField.Name("Retry-After")!, value: text)) }
    #expect(RetryAfter.wait(fields) == wait)
  }

  @Test func withoutAField() {
    #expect(RetryAfter.wait(HTTPFields()) == nil)
    #expect(RetryAfter.wait(nil) == nil)
  }

  @Test func aDateOfLongAgoIsOver() {
    #expect(RetryAfter.wait([HTTPField.Name("Retry-After")!: "Sun, 06 Nov 1994 08:49:37 GMT"]) == .zero)
  }

  @Test(arguments: [
    (Duration.zero, "0s"), (.milliseconds(300), "300ms"), (.milliseconds(2030), "2s"), (.milliseconds(2700), "2.7s"), (.seconds(90), "90s"),
    (.seconds(600), "10m"), (.seconds(7200), "2h"), (.seconds(86_400), "1d"), (.seconds(61), "61s"),
  ])
  func text(duration: Duration, text: String) {
    #expect(DurationText.text(duration) == text)
  }
}
