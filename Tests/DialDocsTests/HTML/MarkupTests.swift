import Testing

@testable import DialDocs

@Suite struct MarkupTests {
  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("a & b &amp;", "a &amp; b &amp;amp;"),
    ("\"x\" 'y'", "&quot;x&quot; &#39;y&#39;"), ("a\u{0}b\u{1B}[31m", "a\\u{00}b\\u{1B}[31m"), ("a\u{202E}b", "a\\u{202E}b"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("a\nb\tc", "a\nb\tc"), ("ä 😀 汉", "ä 😀 汉"),
    ("</style><img>", "&lt;/style&gt;&lt;img&gt;"),
    ("e\u{301}<", "e\u{301}&lt;"), ("<\u{301}b>", "&lt;\u{301}b&gt;"), ("\u{FEFF}<!--", "\\u{FEFF}&lt;!--"),
  ])
  func texts(_ text: String, _ html: String) {
    var markup = Markup()
    markup.text(text)
    #expect(markup.html == html)
    var element = Markup()
    element.element("p", ("title", text), text: text)
    #expect(element.html == "<p title=\"\(html)\">\(html)</p>")
  }

  @Test(arguments: [
    ("getUser", "getUser"), ("admin.ban", "admin.ban"), ("a b", "a~20b"), ("a~20b", "a~7e20b"), ("ü", "~c3~bc"), ("x\"y", "x~22y"),
    ("page:top", "page~3atop"), ("a/b", "a~2fb"),
  ])
  func anchors(_ name: String, _ anchor: String) {
    #expect(PageAnchor.endpoint(name) == anchor)
    #expect(PageAnchor.type(name) == "type:" + anchor)
  }

  @Test(arguments: [
    ("https://a.test/x?y=1#z", true), ("HTTP://a.test", true), ("http://a.test:80/", true), ("javascript:alert(1)", false),
    ("JaVaScRiPt:alert(1)", false), ("data:text/html,x", false), ("//a.test", false), ("/x", false), ("#x", false), ("https://", false),
    ("https://a.test@b.test/", false), ("https://u:p@b.test/", false), ("https://a.test/\u{202E}", false), ("https://a.test/a b", false),
    ("https://a.test/\"onclick=x", false), ("vbscript:x", false), ("file:///etc/passwd", false), ("\u{1}https://a.test", false),
    ("mailto:a@b.test", false), ("https:a.test", false), ("https://аpple.test", false),
  ])
  func links(_ url: String, _ isSafe: Bool) { #expect(SafeLink.isSafe(url) == isSafe) }
}
