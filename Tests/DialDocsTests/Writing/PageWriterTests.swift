import Crypto
import Dial
import Testing

@testable import DialDocs

@Suite struct PageWriterTests {
  private static let hostile = "</script><script>alert(1)</script>\u{202E}<img src=x onerror=alert(1)>"

  private static func page(_ text: String) -> ServicePage {
    var endpoint = EndpointPage(name: text, method: text, target: text, doc: text)
    endpoint.marks = [text]
    endpoint.arguments = [
      .init(
        name: text, shape: .named("T"), type: nil, presence: text, isRequired: true, place: text, doc: text, values: [.string(text)],
        notes: [text]),
      .init(
        name: "b", shape: .literals([.string(text)]), type: text, presence: text, isRequired: false, place: text, doc: text, values: [],
        notes: []),
    ]
    endpoint.result = "T " + text
    endpoint.resultShape = .named("T")
    (endpoint.failure, endpoint.failureShape) = (text, .string)
    endpoint.sections = [.init(text, [text])]
    endpoint.examples = [.init(text, text, note: text)]
    var types = TypeTable()
    types.names = ["T"]
    let file = SourceFile(name: "x", text: "")
    let range = SourceRange(file: file, start: Position(line: 1, column: 1), end: Position(line: 1, column: 1))
    types.shapes["T"] = .record(.init(members: [.init(label: text, wire: text + "2", shape: .literals([.string(text)]), range: range)]))
    return ServicePage(
      title: text, doc: text, facts: [.init(text, [text])],
      groups: [.init(title: text, entries: [.endpoint(endpoint), .faulty(name: "faulty", reason: text)])], types: types,
      generator: "test")
  }

  private static func html(_ text: String) -> String { String(decoding: PageWriter(page(text)).html, as: UTF8.self) }

  @Test func hostileTextsAreText() {
    let html = Self.html(Self.hostile)
    #expect(html.ranges(of: "<script").count == 1)
    #expect(html.ranges(of: "</script>").count == 1)
    #expect(!html.contains("<img"))
    #expect(!html.contains("\u{202E}"))
    #expect(html.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
  }

  @Test func thePolicyAllowsOnlyItsOwn() throws {
    let html = Self.html("x")
    func part(_ begin: String, _ end: String) throws -> Substring {
      let start = try #require(html.firstRange(of: begin)).upperBound
      return html[start..<(try #require(html[start...].firstRange(of: end)).lowerBound)]
    }
    func digest(_ text: Substring) -> String { "sha256-" + Base64.encode(Array(SHA256.hash(data: Array(text.utf8)))) }
    let policy = try part("http-equiv=\"Content-Security-Policy\" content=\"", "\"").replacing("&#39;", with: "'")
    #expect(
      policy == "default-src 'none'; style-src '\(digest(try part("<style>", "</style>")))'; "
        + "script-src '\(digest(try part("<script>", "</script>")))'; base-uri 'none'; form-action 'none'")
    #expect(!html.contains("http://") && !html.contains("https://") && !html.contains("url(") && !html.contains("@import"))
    // The policy comes before what it is about.
    #expect(
      try #require(html.firstRange(of: "Content-Security-Policy")).lowerBound < (try #require(html.firstRange(of: "<style"))).lowerBound)
  }

  @Test func eachLinkHasItsPlace() throws {
    let html = Self.html("x")
    let links = html.split(separator: "href=\"#").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(Set(links).count > 3)
    for link in links { #expect(html.contains("id=\"\(link)\""), "\(link)") }
  }

  @Test func pagesKnowTheirProgram() {
    let page = PageWriter(Self.page("x")).html
    #expect(ServicePage.isPage(page, of: "test"))
    #expect(!ServicePage.isPage(page, of: "other"))
    #expect(!ServicePage.isPage(Array("<!doctype html><p>mine".utf8), of: "test"))
    #expect(!ServicePage.isPage([], of: "test"))
  }
}
