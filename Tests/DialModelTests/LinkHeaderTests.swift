import HTTPTypes
import Testing

@testable import DialModel

/// The header Link (RFC 8288).
struct LinkHeaderTests {
  @Test(
    arguments: [
      ("", nil), ("<a>", nil), ("<a>; rel=prev", nil), ("a; rel=next", nil), ("<a; rel=next", nil), ("<a>; rel=nextpage", nil),
      ("<a>; title=\"; rel=next\"", nil), ("<a>; rel=prev; rel=next", nil), ("<a>; anchor=\"/other\"; rel=next", nil), (", ,", nil),
      ("<a>; rel=next", "a"), ("<a>; rel=\"next\"", "a"), ("<a>;rel=next", "a"), ("  <a> ; REL = \"Next\" ", "a"),
      ("<a>; rel=\"last next\"", "a"), ("<a,b;c>; rel=next", "a,b;c"), ("<>; rel=next", ""), ("<a>; flag; rel=next", "a"),
      ("<a>; title=\"x, \\\"y\\\" <z>\"; rel=next", "a"),
      ("<a>; rel=prev, <b>; rel=next", "b"), ("<a>; rel=next, <b>; rel=next", "a"), ("<a>; title=\"1, 2\"; rel=prev,<b>; rel=next", "b"),
      ("junk, <b>; rel=next", "b"), ("\"junk, <a>; rel=next\", <b>; rel=next", "b"), ("<a>; rel=\"unclosed, <b>; rel=next", nil),
    ] as [(String, String?)])
  func next(value: String, target: String?) {
    #expect(LinkHeader([HTTPField.Name("Link")!: value]).target(of: "next") == target)
  }

  @Test func bytesThatAreNotUTF8AreEncoded() {
    let field = HTTPField(name: HTTPField.Name("Link")!, value: Array("</caf".utf8) + [0xE9] + Array(">; rel=next".utf8))
    var fields = HTTPFields()
    fields.append(field)
    #expect(LinkHeader(fields).target(of: "next") == "/caf%E9")
  }

  @Test func severalFieldLines() {
    var fields = HTTPFields()
    fields.append(HTTPField(name: HTTPField.Name("Link")!, value: "<a>; rel=prev"))
    fields.append(HTTPField(name: HTTPField.Name("link")!, value: "<b>; rel=next"))
    #expect(LinkHeader(fields).target(of: "next") == "b")
  }

  @Test func allOfALink() {
    #expect(
      LinkHeader.links(in: "</t>; rel=\"start next\"; title*=UTF-8'de'n%c3%a4chste; media") == [
        LinkHeader.Link(
          target: "/t",
          parameters: [
            .init(name: "rel", value: "start next"), .init(name: "title*", value: "UTF-8'de'n%c3%a4chste"), .init(name: "media", value: ""),
          ])
      ])
  }
}
