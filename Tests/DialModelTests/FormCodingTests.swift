import Testing

@testable import DialModel

/// `application/x-www-form-urlencoded` both ways (WHATWG URL section 5).
struct FormCodingTests {
  @Test(arguments: [
    ([("a", "x y+z")], "a=x+y%2Bz"), ([("a b", ""), ("", "=&%")], "a+b=&=%3D%26%25"), ([("é", "*-._~'")], "%C3%A9=*-._%7E%27"), ([], ""),
  ])
  func encodes(pairs: [(String, String)], text: String) { #expect(FormCoding.encode(pairs) == text) }

  @Test(arguments: [
    ("a=x+y%2Bz", [["a", "x y+z"]]), ("a&b=&=c&&d==e", [["a", ""], ["b", ""], ["", "c"], ["d", "=e"]]),
    ("a=%zz%4&b=%e9", [["a", "%zz%4"], ["b", "\u{FFFD}"]]), ("", []),
  ])
  func decodes(text: String, pairs: [[String]]) { #expect(FormCoding.decode(text).map { [$0.0, $0.1] } == pairs) }
}
