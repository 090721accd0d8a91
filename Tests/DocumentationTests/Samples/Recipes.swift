import Dial
import DialBuild
import DialEngine
import DialMessage
import DialStreams
import DialTesting
import Synchronization
import Testing

/// The Swift of `Recipes.md`. Its client uses the mocks of the spec.
struct RecipesSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Recipes.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec) -> Dial.Client { .mocked(spec) }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec, transport: HTTPTransport) -> Dial.Client { Dial.Client(spec, transport: transport) }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  @Test func paging() async throws {
    // sample
    let people = Client(try Spec.load("people.yaml"))
    for try await user in people.items("list") {
      print(user.name)  // "Ann", "Bob"
    }
    #expect(output.text == "\"Ann\"\n\"Bob\"")
  }

  @Test func settingUp() throws {
    // sample
    var network = HTTPTransport.Configuration()
    network.trustedCertificates = "corp.pem"
    network.proxies = .none
    let people = Client(try Spec.load("people.yaml"), transport: HTTPTransport(configuration: network))
    #expect(try people.prepare("list").url == "https://api.example.com/users?page=1")
  }

  @Test func retrying() async throws {
    let tries = Mutex(0)
    let people = Client(try Spec.load("people.yaml"))
    // sample
    people.use("again") { request, next in
      for wait in [1, 2, 4] {
        do {
          return try await next(request)
        } catch let error as TransportError where error.kind == .connect {
          try await Task.sleep(for: .milliseconds(100 * wait))
        }
      }
      return try await next(request)
    }
    people.use("broken") { request, next in
      if tries.withLock({
        $0 += 1; return $0
      }) == 1 {
        throw TransportError(.connect, "refused")
      }
      return try await next(request)
    }
    let users = try await people.list()
    #expect(users[0].name.asString == "Ann")
    #expect(tries.withLock { $0 } == 2)
  }

  @Test func tracing() async throws {
    let people = Client(try Spec.load("people.yaml"))
    // sample
    people.use("trace") { request, next in
      var request = request
      request.headers[HTTPField.Name("X-Trace")!] = "1"
      let response = try await next(request)
      print(request.endpoint, response.status.code)  // list 200
      return response
    }
    try await people.list()
    #expect(output.text == "list 200")
  }
}
