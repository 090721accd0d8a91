import Testing

@testable import DialDocs

@Suite struct DocBlockTests {
  private static let rel = #"rel="noopener noreferrer nofollow""#

  private func html(_ doc: String) -> String {
    var markup = Markup()
    DocBlock.write(doc, to: &markup)
    return markup.html
  }

  @Test(arguments: [
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"),
    ("[x](javascript:alert(1))", "<p>x</p>"), ("[x](JAVASCRIPT:alert(1))", "<p>x</p>"), ("[x](\tjavascript:alert(1))", "<p>x</p>"),
    ("[x](data:text/html;base64,PHNjcmlwdD4=)", "<p>x</p>"), ("<javascript:alert(1)>", "<p>&lt;javascript:alert(1)&gt;</p>"),
    ("![x](https://a.test/pixel.png)", "<p>x</p>"), ("[x](https://a.test\"onmouseover=alert(1))", "<p>x</p>"),
    ("`</code><script>`", "<p><code>&lt;/code&gt;&lt;script&gt;</code></p>"),
    ("```html\n</code></pre><script>\n```", "<pre><code>&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;</code></pre>"),
    ("&lt;script&gt;", "<p>&amp;lt;script&amp;gt;</p>"), ("a\u{202E}b", "<p>a\\u{202E}b</p>"), ("a\u{0}b", "<p>a\\u{00}b</p>"),
    ("</style></script></title>", "<p>&lt;/style&gt;&lt;/script&gt;&lt;/title&gt;</p>"), ("<!-- x", "<p>&lt;!-- x</p>"),
    (
      "[a [b](https://a.test) c](https://b.test)",
      "<p>[a <a href=\"https://a.test\" \(rel)>b</a> c](<a href=\"https://b.test\" \(rel)>https://b.test</a>)</p>"
    ),
    ("[<b>](https://a.test)", "<p><a href=\"https://a.test\" \(rel)>&lt;b&gt;</a></p>"),
  ])
  func hostile(_ doc: String, _ html: String) { #expect(self.html(doc) == html) }

  @Test(arguments: [
    ("one\ntwo", "<p>one\ntwo</p>"), ("one\n\ntwo", "<p>one</p><p>two</p>"), ("one  \ntwo", "<p>one  <br>two</p>"),
    ("one<br>two<BR/>three", "<p>one<br>two<br>three</p>"), ("a\\*b\\*", "<p>a*b*</p>"),
    ("a *b* __c__ **d**", "<p>a <em>b</em> <strong>c</strong> <strong>d</strong></p>"), ("snake_case_name", "<p>snake_case_name</p>"),
    ("2 * 3 * 4", "<p>2 * 3 * 4</p>"), ("**a", "<p>**a</p>"), ("`a``b`", "<p><code>a``b</code></p>"), ("`a", "<p>`a</p>"),
    ("[x](https://a.test/y \"title\")", "<p><a href=\"https://a.test/y\" \(rel)>x</a></p>"), ("[x](/docs)", "<p>x</p>"),
    ("see https://a.test/x_(y).", "<p>see <a href=\"https://a.test/x_(y\" \(rel)>https://a.test/x_(y</a>).</p>"),
    ("<https://a.test>", "<p><a href=\"https://a.test\" \(rel)>https://a.test</a></p>"),
    ("# One\ntext", "<p class=\"hd\">One</p><p>text</p>"), ("One\n===", "<p class=\"hd\">One</p>"), ("a\n\n---\n\nb", "<p>a</p><p>b</p>"),
    ("- a\n- b\n  c", "<ul><li>a</li><li>b\nc</li></ul>"), ("- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
    ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"), ("* a\n\n* b", "<ul><li>a</li><li>b</li></ul>"),
    ("text\n- a", "<p>text</p><ul><li>a</li></ul>"), ("    a <b>\n    c", "<pre><code>a &lt;b&gt;\nc</code></pre>"),
    ("> a\n> b", "<blockquote><p>a\nb</p></blockquote>"),
    (
      "| a | b |\n|---|---|\n| `1` | x \\| y |",
      "<table><thead><tr><th scope=\"col\">a</th><th scope=\"col\">b</th></tr></thead><tbody><tr><td><code>1</code></td><td>x | y</td></tr></tbody></table>"
    ), ("", ""), ("\n\n", ""), ("in the year\n2024. It grew", "<p>in the year\n2024. It grew</p>"),
    ("text\n1. a\n2. b", "<p>text</p><ol><li>a</li><li>b</li></ol>"),
    ("1. a\n\ntext\n\n2. b", "<ol><li>a</li></ol><p>text</p><ol start=\"2\"><li>b</li></ol>"),
    ("## Support for C#", "<p class=\"hd\">Support for C#</p>"), ("## One ##", "<p class=\"hd\">One</p>"),
    ("* a\n\t* b", "<ul><li>a<ul><li>b</li></ul></li></ul>"), ("\tcode", "<pre><code>code</code></pre>"),
    ("~~~\nx", "<pre><code>x</code></pre>"), ("a\r\nb", "<p>a\nb</p>"),
  ])
  func common(_ doc: String, _ html: String) { #expect(self.html(doc) == html) }

  /// A short row is not filled up: the size of a page is that of its text.
  @Test func aTableGrowsWithItsText() {
    let text =
      "|" + String(repeating: "a|", count: 500) + "\n|" + String(repeating: "-|", count: 500) + "\n"
      + String(repeating: "|x|\n", count: 500)
    #expect(html(text).utf8.count < 50_000)
  }

  /// Texts that take quadratic time in naive readers.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["[", "*a ", "`", "`a``b```c", "<", "![", "_a", "> ", "- ", "[a](", "|", "\n", "https://", "**a *b ", "  - a\n", "\\"])
  func longTextsTakeLinearTime(_ piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    #expect(!html(text).contains("<script"))
  }
}
