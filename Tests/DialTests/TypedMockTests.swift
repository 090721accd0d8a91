import Dial
import DialTesting
import Testing

/// Mocks of endpoints that declare what their responses are, but have no `mock`.
@Suite struct TypedMockTests {
  private static let yaml = """
    base: https://api.test
    types:
      User: {id: Int, name as full_name: String, kind: '"a" | "b"', home: Home?}
      Home: {zip: String}
    endpoints:
      user: GET /users/{id} -> User
      list: GET /users @ data.list -> [User]
      made: {POST: /users, returns: {201: User, 4xx: Home}}
      nothing: DELETE /users -> Void
      text: GET /text -> text
      lines: GET /lines -> lines User
      odd: "GET /odd @ data[0] -> User"
      none: GET /none
    """

  private func client() throws -> Client { Client.mocked(try Spec.load(yaml: Self.yaml, name: "t.yaml")) }

  @Test func theResultHasTheType() async throws {
    let client = try client()
    let user = #"{"id":7,"full_name":"Ann","kind":"a","home":{"zip":"text"}}"#
    #expect(JSONWriter.text(try await client.call("user", ["id": 1]).value) == user)
    #expect(JSONWriter.text(try await client.call("list").value) == "[\(user)]")
    let made = try await client.call("made")
    #expect(made.status.code == 201 && JSONWriter.text(made.value) == user)
    #expect(try await client.call("text").value.asString == "text")
    #expect(JSONWriter.text(try await client.call("lines").value) == "[\(user)]")
    #expect(try await client.call("nothing").status.code == 204)
  }

  @Test(arguments: ["odd", "none"]) func anythingElseNeedsAMock(_ name: String) async throws {
    let client = try client()
    #expect(await failure { () throws(CallError) in try await client.call(name) }.message == "'\(name)' has no 'mock'")
  }
}
