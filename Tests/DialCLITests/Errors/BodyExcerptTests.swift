import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct BodyExcerptTests {
  private static func lines(_ text: String) -> [String] { BodyExcerpt(body: Array(text.utf8)).lines }

  @Test func notText() {
    #expect(BodyExcerpt(body: [0xFF, 0xFE, 0x00]).lines == ["(a body of 3 bytes that is not text)"])
  }

  @Test func aPageIsItsTitle() {
    let page = "\n<!DOCTYPE html><html><head><Title>502\n Bad   Gateway</title>" + String(repeating: "<p>x</p>", count: 500)
    #expect(
      Self.lines(page) == ["(the body is an HTML page of \(page.utf8.count) bytes, titled '502 Bad Gateway'; to see it, use --errors json)"]
    )
    #expect(Self.lines("<html>") == ["(the body is an HTML page of 6 bytes; to see it, use --errors json)"])
  }

  /// Of a short page, sentences are the message; a heading and the name of a server are none.
  @Test func theSentencesOfAShortPageAreShown() {
    let head =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE html><html><head><title>Error: 409 Conflict</title></head><body><h1>Error: 409 Conflict</h1>"
    let page = head + "<pre>Package &#39;a.tar.gz&#39; already exists!</pre><hr>nginx/1.2</body></html>"
    let last = "(the body is an HTML page of \(page.utf8.count) bytes, titled 'Error: 409 Conflict'; to see it, use --errors json)"
    #expect(Self.lines(page) == ["Package 'a.tar.gz' already exists!", last])
  }

  @Test func numbersOfCharactersAreRead() {
    let page = "<head><title>Error</title></head><body>File &#x2F;usr&#47;a &amp;#39; &#38;amp; &#xZ; &#; is gone</body>"
    #expect(Self.lines(page).first == "File /usr/a &#39; &amp; &#xZ; &#; is gone")
  }

  @Test func longTextsAreCut() {
    let many = (1...30).map { "line \($0)\n" }.joined()
    #expect(Self.lines(many) == (1...20).map { "line \($0)" } + ["… and 80 bytes more; to see all, use --errors json"])
    let long = String(repeating: "é", count: 1001)
    #expect(Self.lines(long) == [String(repeating: "é", count: 1000), "… and 2 bytes more; to see all, use --errors json"])
    #expect(Self.lines("a" + long).first == "a" + String(repeating: "é", count: 999))
  }

  @Test func linesStayAndControlsAreShown() {
    #expect(Self.lines("a\r\nb\u{1B}[1m\n\n") == ["a", "b\\u{1B}[1m"])
  }
}
