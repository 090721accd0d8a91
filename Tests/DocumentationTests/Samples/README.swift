import Dial
import DialEngine
import DialMessage
import DialSpec
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
      let draft = try users.prepare("remove", ["id": 7])
      #expect(draft.headers[.authorization] == "Bearer t0p")
      #expect(spec.endpoints == ["getUser", "search", "create", "remove"])
    }
  }
}

/// The Swift of `README.md` behind it.
struct ReadmeSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page.readme.spec(name) }
  }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }
  private var users: Client { get throws { Client.mocked(try Spec.load("mocked.yaml")) } }

  @Test func calling() async throws {
    // sample
    struct User: Decodable {
      var id: Int
      var name: String
      var email: String?
    }

    let users = Client.mocked(try Spec.load("mocked.yaml"))
    let reply = try await users.call("getUser", ["id": 7])
    print(reply.status.code, reply.value.name)  // 200 "Ann"

    let ann = try await users.getUser(id: 7)  // JSON
    let email = ann.email.asString ?? "none"
    let (id, name): (Int, String) = try await users.create(name: "Cy")
    let found: [User] = try await users.search(q: "n", page: 2)
    #expect(output.text == #"200 "Ann""#)
    #expect(email == "ann@example.com")
    #expect((id, name) == (12, "Cy"))
    #expect(found.map(\.id) == [7, 9] && found.map(\.name) == ["Ann", "Bob"])
  }

  @Test func reading() async throws {
    let users = try users
    // sample
    let list = try await users.search(q: "n")
    print(list[0].name, list["[*].name"], list[-1].id.asInt ?? 0)  // "Ann" ["Ann","Bob"] 9
    let pairs = try list.tuples(Int.self, String.self)  // [(7, "Ann"), (9, "Bob")]
    #expect(output.text == #""Ann" ["Ann","Bob"] 9"#)
    #expect(pairs.map(\.0) == [7, 9] && pairs.map(\.1) == ["Ann", "Bob"])
  }

  @Test func preparing() async throws {
    let users = try users
    // sample
    let draft = try users.prepare("search", ["q": "a&b"])
    print(draft.method, draft.url)  // GET https://api.example.com/v1/users?q=a%26b&page=1
    print(draft.curl())  // curl --path-as-is 'https://api.example.com/v1/users?q=a%26b&page=1'
    let reply = try await draft.send()
    #expect(
      output.text == """
        GET https://api.example.com/v1/users?q=a%26b&page=1
        curl --path-as-is 'https://api.example.com/v1/users?q=a%26b&page=1'
        """)
    #expect(reply.value[0].name == "Ann")
  }

  @Test func failing() async throws {
    let users = try users
    // sample
    do {
      try await users.remove(id: 9)
    } catch {
      print(error.code, error.status?.code ?? 0)  // status 404
      print(error.failure?.message ?? "")  // "no such user"
      print(error)  // mocked.yaml:18:3: error: the server answered 404: no such user [status]
    }
    #expect(
      output.text == """
        status 404
        "no such user"
        mocked.yaml:18:3: error: the server answered 404: no such user [status]
        """)
  }

  @Test func middlewares() async throws {
    let (users, log) = Client.recording(try Spec.load("mocked.yaml"))
    // sample
    users.use("trace") { request, next in
      var request = request
      request.headers[HTTPField.Name("X-Trace")!] = "1"
      return try await next(request)
    }
    try await users.getUser(id: 7)
    #expect(log.requests.map { $0.headers["x-trace"] } == ["1"])
  }

  @Test func testing() async throws {
    // sample
    let (fake, log) = Client.recording(try Spec.load("mocked.yaml"))
    try await fake.create(name: "Cy")
    #expect(log.requests[0].url == "https://api.example.com/v1/users")
    #expect(log.count(of: "create") == 1)
  }
}
