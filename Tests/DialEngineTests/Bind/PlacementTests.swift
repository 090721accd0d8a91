import CallTestSupport
import Dial
import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The places of arguments for `--explain`: in the order of writing, with their rules.
struct PlacementTests {
  private func placements(_ endpoint: String, _ args: String) throws -> [String] {
    let yaml =
      "base: https://api.test\nauth: bearer ${K}\nheaders: {X-A: \"{a}\"}\nquery: {v: \"{v}\"}\nendpoints: {e: \(endpoint.hasPrefix("{") ? endpoint : "\"\(endpoint)\"")}"
    let members = try #require(try JSON(parsing: args).asObject)
    let client = Client(try Spec.load(yaml: yaml), variables: ["K": "sekret"], transport: Canned())
    var options = CallOptions()
    options.isTraced = true
    return try client.prepare("e", Arguments(members: members.map { ($0.name, $0.value) }), options).placements.map {
      "\($0.argument) \($0.place) \($0.wire): \($0.rule)"
    }
  }

  @Test func `what was not given is told nowhere`() throws {
    #expect(try placements("GET /{id?} (id?, q?, header.h?, a?, v?)", "{}").isEmpty)
  }

  @Test func `every place in the order written`() throws {
    let found = try placements(
      "POST /u/{id} (id, a, v, query.q, query.f!, cookie.c, header.h*, m, rest*)",
      #"{"m": 1, "id": 7, "a": "x", "v": "y", "q": 2, "f": true, "c": "z", "h": {"X-B": "b"}, "rest": {"n": 1}}"#)
    #expect(
      found == [
        "id path id: placeholder '{id}' in the target", "v query v: placeholder '{v}' in 'query' of the spec",
        "q query q: declared in the query",
        "f query f: a key without a value", "a header X-A: placeholder '{a}' in 'headers' of the spec", "h header X-B: spread into headers",
        "c cookie c: declared as a cookie", "m field m: a body field of POST", "rest field n: spread into the body",
      ])
  }

  @Test func `a placeholder has its operator`() throws {
    #expect(
      try placements(
        "{MOVE: \"/f/{*p}/{id?}/{s:3}{/l*}{?x,y}\", hasBody: false, headers: {D: \"/x/{*t}\"}, query: {q: \"{+u}\"}}",
        #"{"p": "a/b", "id": 1, "s": "stu", "l": ["m"], "x": 1, "y": 2, "t": "d", "u": "e"}"#) == [
          "p path p: placeholder '{*p}' in the target", "id path id: placeholder '{id}' in the target",
          "s path s: placeholder '{s:3}' in the target", "l path l: placeholder '{/l*}' in the target",
          "u query q: placeholder '{+u}' in 'query' of the spec", "x query x: placeholder '{?x}' in the target",
          "y query y: placeholder '{?y}' in the target", "t header D: placeholder '{*t}' in 'headers' of the spec",
        ])
    #expect(
      try placements("{POST: /f, body: {t: \"/x/{*b}\"}}", #"{"b": "c"}"#) == ["b body t: placeholder '{*b}' in 'body' of the spec"])
  }

  @Test func `JSON in a declared type is text`() throws {
    #expect(
      try placements("GET /q (f [JSON], g JSON, h* [String: JSON])", #"{"f": [{"a": 1}], "g": [1], "h": {"x": []}}"#) == [
        "f query f: declared in the query, each JSON in it as text", "g query g: declared in the query, as JSON text",
        "h query x: spread into the query, each JSON in it as text",
      ])
  }

  @Test func `an open call is placed by inference`() throws {
    #expect(
      try placements("POST form /x", #"{"b": 1, "query.q": 2, "header.h": 3, "a": 4}"#) == [
        "q query q: passed as 'query.q'", "a header X-A: placeholder '{a}' in 'headers' of the spec",
        "h header h: passed as 'header.h'", "b field b: an undeclared argument of POST is a form field",
      ])
  }

  @Test func `a secret stays away from another origin`() throws {
    #expect(
      try placements("{GET: https://other.test/x, params: {header.h: {secret: true}, query.r: String}}", #"{"h": "1", "r": "3"}"#) == [
        "h none h: secret, not sent to another origin", "r query r: declared in the query",
      ])
  }
}
