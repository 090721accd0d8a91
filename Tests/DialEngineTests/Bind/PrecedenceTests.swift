import CallTestSupport
import Dial
import DialJSON
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The precedence of headers and query items of several levels (GroupsAndFiles.md#How-levels-combine).
struct PrecedenceTests {
  static let spec = """
    base: https://api.test
    headers: {X-A: service, X-S: s}
    query: {q: service, s: 1}
    groups:
      g:
        headers: {x-a: group, X-G: g}
        query: {q: group, g: 1}
        endpoints:
          a: {GET: "/x?q=target&t=1 (header.h? as x-A, header.all*, query.q?, query.rest*)", headers: {X-a: endpoint}, query: {q: endpoint, e: 1}}
    """

  private func request(_ args: Arguments, _ options: CallOptions = .init()) throws -> PreparedRequest {
    try Client(try Spec.load(yaml: Self.spec), transport: Canned()).prepare("g.a", args, options).request
  }

  @Test func theNearestHeaderWins() throws {
    #expect(try request([:]).headers["x-a"] == "endpoint")
    #expect(try request(["h": "argument"]).headers["x-a"] == "argument")
    #expect(try request(["h": "argument", "all": ["X-A": "spread"]]).headers["x-a"] == "spread")
    #expect(try request(["all": ["X-A": "spread"]], .init(headers: ["x-A": "option"])).headers["x-a"] == "option")
    #expect(try request([:]).headers.map { $0.name.canonicalName } == ["x-a", "x-s", "x-g"])
  }

  @Test func aHeaderThatACallGivesTwiceIsSentTwice() throws {
    let twice = try request([:], .init(headers: ["x-a": "1", "X-B": "b", "X-A": "2", "Cookie": "a=1", "cookie": "b=2", "X-a": "3"])).headers
    #expect(twice.filter { $0.name.canonicalName == "x-a" }.map(\.value) == ["1", "2", "3"])
    #expect(twice.filter { $0.name.canonicalName == "cookie" }.map(\.value) == ["a=1; b=2"])
    #expect(throws: CallError.self) { try request([:], .init(headers: ["X-A": "1", "x-a": "a\nb"])) }
  }

  @Test func queryItemsFollowTheLevels() throws {
    let url = try request(["q": "argument", "rest": ["z": 1, "q": "spread", "t": "spread"] as JSON], .init(query: ["debug": true])).url
    #expect(url == "https://api.test/x?q=service&s=1&q=group&g=1&q=endpoint&e=1&q=target&t=1&q=argument&z=1&debug=true")
  }

  @Test func contentTypeMayBeSet() throws {
    let yaml = "base: https://api.test\nheaders: {content-type: application/vnd.api+json}\nendpoints: {e: POST /x (a)}"
    #expect(try bound(yaml, #"{"a": 1}"#) == "POST /x\ncontent-type: application/vnd.api+json\n\n{\"a\":1}")
  }

  @Test func optionsObeyTheRulesOfHeaders() throws {
    let yaml = "base: https://api.test\nendpoints: {e: GET /x}"
    #expect(
      try bound(yaml, options: .init(headers: ["Host": "evil.test"]))
        == "arguments: the header 'Host' is controlled by the protocol and cannot be set")
    #expect(
      try bound(yaml, options: .init(headers: ["X-A": "a\nb"]))
        == "arguments: the value of the header 'X-A' contains a line break; remove it")
  }
}
