import Testing

@testable import DialModel

struct InternationalNameTests {
  @Test(arguments: [
    ("münchen.test", "xn--mnchen-3ya.test"), ("bücher.example.com", "xn--bcher-kva.example.com"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
    ("президент.рф", "xn--d1abbgf6aiiy.xn--p1ai"), ("中国", "xn--fiqs8s"), ("faß.de", "xn--fa-hia.de"), ("a-ü1.test", "xn--a-1-ioa.test"),
    ("한국.kr", "xn--3e0b707e.kr"), ("إختبار", "xn--kgbechtv"),
  ]) func namesWithoutMapping(_ name: String, _ ascii: String) { #expect(InternationalName.ascii(name) == ascii) }

  @Test(arguments: [
    "München.test", "mu\u{308}nchen.test", "ａ.test", "ü b.test", "ü..test", "ü_.test", "\u{212A}.test", "\u{F900}.test", "ü\u{200D}.test",
    "\u{1F600}.test", String(repeating: "ü", count: 64),
  ]) func namesThatNeedMore(_ name: String) { #expect(InternationalName.ascii(name) == nil) }
}
