import Dial
import DialBuild
import DialEngine
import DialMessage
import DialTesting
import Foundation
import Testing

/// The Swift of `TypedRequests.md`. Its responses are `{"code": 0}`.
struct TypedRequestsSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/TypedRequests.md").spec(name) }
  }

  private struct Zero: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      Response(status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array(#"{"code":0}"#.utf8)))
    }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec, variables: Variables) -> Dial.Client { .init(spec, variables: variables, transport: Zero()) }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(base: String) -> Dial.Client { .init(base: base, transport: Zero()) }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  @Test func requests() async throws {
    // sample
    struct SetPush: Request {
      static let endpoint = "setPush"
      @Header("TOKEN") var token: String? = nil
      @Field("push_reply_me") var replyMe: Bool? = nil
      struct Response: Decodable { var code: Int }
    }

    let push = Client(try Spec.load("push.yaml"), variables: .environment)
    let set = try await push.send(SetPush(token: "t", replyMe: true))
    print(set.code)  // 0
    #expect(output.text == "0")
    try bare()
    try await replies(push, SetPush.self)
  }

  private func bare() throws {
    let output = Output()
    func print(_ items: Any...) { output.print(items) }
    // sample
    struct Todo: Request {
      static let signature = "GET /todos/{id} -> (title String)"
      @Path var id: Int
      @Query("lang") var language: String? = nil
      struct Response: Decodable { var title: String }
    }

    let draft = try Client(base: "https://api.example.com").prepare(Todo(id: 7, language: "no"))
    print(draft.url)  // https://api.example.com/todos/7?lang=no
    #expect(output.text == "https://api.example.com/todos/7?lang=no")
  }

  private struct SetPush: Request {
    static let endpoint = "setPush"
    @Header("TOKEN") var token: String? = nil
    struct Response: Decodable { var code: Int }
  }

  private func replies(_ push: Dial.Client, _ other: Any.Type) async throws {
    let output = Output()
    func print(_ items: Any...) { output.print(items) }
    // sample
    let reply = try await push.reply(to: SetPush(token: "t"))
    if reply.isSuccess {
      print(try reply.success().code)  // 0
    } else {
      print(try reply.failure()["error"])
    }
    #expect(output.text == "0")
    try await endpoints(push)
  }

  private func endpoints(_ push: Dial.Client) async throws {
    // sample
    struct Mute: Codable { var minutes: Int }
    struct Code: Decodable { var code: Int }

    let mute = try push.endpoint("mute", taking: Mute.self, returning: Code.self)
    let code = try await mute(Mute(minutes: 5)).code
    #expect(code == 0)
  }
}
