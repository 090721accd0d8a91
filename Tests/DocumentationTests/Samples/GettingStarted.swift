import Dial
import DialBuild
import DialEngine
import DialMessage
import DialTesting
import Testing

/// The Swift of `GettingStarted.md`. Its client uses the mocks of the spec.
struct GettingStartedSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/GettingStarted.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec, variables: Variables) -> Dial.Client { .mocked(spec, variables: variables) }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  private func opened() throws -> Dial.Client {
    // sample
    let spec = try Spec.load("users.yaml")
    let users = Client(spec, variables: ["API_TOKEN": "t0p"])  // or .environment
    return users
  }

  @Test func calling() async throws {
    let users = try opened()
    // sample
    struct User: Decodable {
      var id: Int
      var name: String
      var email: String?
    }

    let ann = try await users.getUser(id: 7)  // JSON
    print(ann.name, ann.id.asInt ?? 0)  // "Ann" 7
    let (id, name): (Int, String) = try await users.create(name: "Cy")
    let found: [User] = try await users.search(q: "n", page: 2)
    let reply = try await users.call("getUser", ["id": 7])  // status and headers too
    print(reply.status.code, reply.value.email)  // 200 "ann@example.com"
    #expect(output.text == "\"Ann\" 7\n200 \"ann@example.com\"")
    #expect((id, name) == (12, "Cy"))
    #expect(found.map(\.name) == ["Ann", "Bob"])
  }

  @Test func failing() async throws {
    let users = try opened()
    // sample
    do {
      try await users.remove(id: 9)
    } catch {
      print(error.code, error.status?.code ?? 0)  // status 404
      print(error.failure?.message ?? "")  // "no such user"
      print(error)  // users.yaml:22:3: error: the server responded with 404: no such user [status]
    }
    #expect(
      output.text == """
        status 404
        "no such user"
        users.yaml:22:3: error: the server responded with 404: no such user [status]
        """)
  }
}
