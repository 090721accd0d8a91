import DialJSON
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// One field `Set-Cookie`, and dates in it (RFC 6265 section 5).
struct SetCookieTests {
  @Test(arguments: [
    "", "plain", "=value", "a\u{01}=b", "a=b\u{0A}c", "a=b\u{00}", "big=" + String(repeating: "x", count: 4094),
  ])
  func noCookie(field: String) { #expect(SetCookie(field) == nil) }

  private static let fields: [(String, String)] = [
    ("sid=abc", "sid=abc"), (" sid = a b ; Path=/x", "sid=a b /x"), ("sid=a=b", "sid=a=b"), ("sid=", "sid="),
    ("sid=1; Domain=.Example.COM; secure", "sid=1 example.com secure"), ("sid=1; domain=; PATH=relative; HttpOnly; SameSite=Lax", "sid=1"),
    ("sid=1; Max-Age=60; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "sid=1 after 60"), ("sid=1; max-age=-1", "sid=1 after -1"),
    ("sid=1; max-age=6x", "sid=1"), ("sid=1; max-age=99999999999999999999", "sid=1 after 9223372036854775807"),
    ("sid=1; expires=Wed, 21-Oct-26 07:28:00 GMT", "sid=1 at 2026-10-21T07:28:00Z"), ("sid=1; expires=soon", "sid=1"),
  ]

  @Test(arguments: fields)
  func parts(field: String, wanted: String) throws {
    let cookie = try #require(SetCookie(field))
    var text = "\(cookie.name)=\(cookie.value)"
    for part in [cookie.domain, cookie.path, cookie.isSecure ? "secure" : nil] { text += part.map { " \($0)" } ?? "" }
    switch cookie.expires {
    case nil: break
    case .after(let seconds): text += " after \(seconds)"
    case .at(let date): text += " at \(date.rfc3339)"
    }
    #expect(text == wanted)
  }

  private static let dates: [(String, String?)] = [
    ("", nil), ("Wed, 21 Oct 2026", nil), ("21 Oct 2026 24:00:00", nil), ("31 Feb 2026 10:00:00", nil), ("0 Oct 2026 10:00:00", nil),
    ("21 Oct 1600 10:00:00", nil), ("21 Okt 2026 10:00:00", nil), ("21 Oct 2026 1:2", nil),
    ("Wed, 21 Oct 2026 07:28:00 GMT", "2026-10-21T07:28:00Z"), ("Wednesday, 21-Oct-26 07:28:00 GMT", "2026-10-21T07:28:00Z"),
    ("Wed Oct 21 07:28:00 2026", "2026-10-21T07:28:00Z"), ("21 october 99 7:8:9pm", "1999-10-21T07:08:09Z"),
    ("2026 10:00:00 Jan 5", "2026-01-05T10:00:00Z"),
  ]

  @Test(arguments: dates)
  func date(text: String, wanted: String?) { #expect(CookieDate.read(text)?.rfc3339 == wanted) }
}
