import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

struct RedirectTargetTests {
  /// RFC 3986 section 5.4, with another base, and Locations of real servers.
  static let table: [(String, String?)] = [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g/"),
    ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
    ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("/a%2Fb?", "http://a/a%2Fb?"), ("/a//b", "http://a/a//b"), ("/a/%2e%2e/b", "http://a/a/%2e%2e/b"),
    ("HTTP://H:81", "http://H:81/"), ("https://h?x", "https://h/?x"), ("http://u:p@h/x", "http://h/x"), ("http://a@b@h/x", "http://h/x"),
    ("http://[::1]:8/x", "http://[::1]:8/x"), ("/a b", "http://a/a%20b"), ("/café?ü", "http://a/caf%C3%A9?%C3%BC"),
    ("/\\evil.test", "http://a/%5Cevil.test"), ("/\"<>{}|^`", "http://a/%22%3C%3E%7B%7D%7C%5E%60"),
    ("file:///etc/passwd", "file://"), ("http+unix://%2Fvar/x", "http+unix://%2Fvar"), ("javascript:alert(1)", "javascript:…"),
    ("http://", nil), ("http:///x", nil), ("http:g", nil), ("http://[bad", nil), ("http://h:99999/", nil), ("http://h:x/", nil),
    ("http://h a/", nil), ("http://é.test/", nil), ("http://h%00/", nil), ("1:x", nil), ("/a\tb", nil), ("/a\u{7F}", nil),
  ]

  @Test(arguments: table) func resolve(_ location: String, _ wanted: String?) {
    #expect(RedirectTarget.resolve(Array(location.utf8), against: "http://a/b/c/d;p?q") == wanted)
  }

  @Test func latin1IsEncodedAsItsBytes() {
    #expect(RedirectTarget.resolve([0x2F, 0xE9], against: "http://a/") == "http://a/%E9")
  }

  @Test func blanksAreCutAndEmptyIsNone() {
    #expect(RedirectTarget.location(in: [.location: " /b\t"]) == Array("/b".utf8))
    #expect(RedirectTarget.location(in: [.location: "  "]) == nil)
    #expect(RedirectTarget.location(in: [:]) == nil)
  }
}
