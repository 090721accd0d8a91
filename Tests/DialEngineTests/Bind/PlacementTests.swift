import CallTestSupport
import DialJSON
import Testing

@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec

/// The places of arguments for `--explain`: in the order of writing, with their rules.
struct PlacementTests {
  private func placements(_ endpoint: String, _ args: String) throws -> [String] {
    let yaml =
      "base: https://api.test\nauth: bearer ${K}\nheaders: {X-A: \"{a}\"}\nquery: {v: \"{v}\"}\nendpoints: {e: \(endpoint.hasPrefix("{") ? endpoint : "\"\(endpoint)\"")}"
    let members = try #require(try JSON(parsing: args).asObject)
    let client = Client(try Spec.load(yaml: yaml), variables: ["K": "sekret"], transport: Canned())
    return try client.prepare("e", Arguments(members: members.map { ($0.name, $0.value) })).placements.map {
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
        "f query f: a key without a value", "a header X-A: placeholder '{a}' in 'headers' of the spec", "h header *: spread into headers",
        "c cookie c: declared as a cookie", "m field m: a body field of POST", "rest field : a body field of POST",
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
