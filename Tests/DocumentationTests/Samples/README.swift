import Dial
import DialBuild
import DialEngine
import DialMessage
import DialTesting
import Foundation
import Testing

/// The first Swift of `README.md`, which loads a file.
struct ReadmeOpeningSample {
  @Test func opening() async {
    await #expect(processExitsWith: .success) {
      let isThere = try FileManager.default.changeCurrentDirectoryPath(Page.readme.folder())
      #expect(isThere)
      // sample
      let spec = try Spec.load("users.yaml")
      let users = Client(spec, variables: ["API_TOKEN": "t0p"])  // or .environment
      let draft = try users.prepare("getUser", ["id": 7])
      #expect(draft.headers[.authorization] == "Bearer t0p")
      #expect(spec.endpoints == ["getUser", "find", "create"])
    }
  }
}

/// The rest of the Swift of `README.md`. Its client uses the mocks of the spec.
struct ReadmeSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page.readme.spec(name) }
  }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }
  private var users: Client { get throws { Client.mocked(try Spec.load("users.yaml"), variables: ["API_TOKEN": "t0p"]) } }

  @Test func calling() async throws {
    let users = try users
    // sample
    struct User: Decodable {
      var id: Int
      var name: String
      var email: String?
    }

    let found: [User] = try await users.find(q: "n", page: 2)
    let ann = try await users.getUser(id: 7)
    print(ann.email)  // "ann@example.com"
    let reply = try await users.call("getUser", ["id": 7])
    print(reply.status.code)  // 200
    #expect(output.text == "\"ann@example.com\"\n200")
    #expect(reply.value.name == "Ann")
    #expect(found.map(\.id) == [7, 9] && found.map(\.name) == ["Ann", "Bob"])
  }

  @Test func preparing() async throws {
    let users = try users
    let draft = try users.prepare("find", ["q": "a&b"])
    print(draft.method, draft.url)  // GET https://api.example.com/v1/users?q=a%26b&page=1
    let reply = try await draft.send()
    #expect(output.text == "GET https://api.example.com/v1/users?q=a%26b&page=1")
    #expect(reply.value[0].name == "Ann")
  }

  @Test func testing() async throws {
    let (fake, log) = Client.recording(try Spec.load("users.yaml"), variables: ["API_TOKEN": "t0p"])
    let first = try await fake.getUser(id: 7)
    #expect(log.requests[0].url == "https://api.example.com/v1/users/7")
    #expect(first.name == "Ann")
  }
}
