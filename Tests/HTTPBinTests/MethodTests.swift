import Dial
import DialEngine
import DialMessage
import HTTPTypes
import Testing

/// Every method, with its arguments.
struct MethodTests {
  @Test(arguments: ["get", "delete"])
  func argumentsOfAMethodWithoutBody(_ endpoint: String) async throws {
    let reply = try await Service.client().call(endpoint, ["name": "Ann", "age": 7, "on": true])
    #expect(reply.status == .ok)
    #expect(reply.value.args == ["name": "Ann", "age": "7", "on": "true"])
    #expect(reply.value.url.asString?.hasSuffix("/\(endpoint)?name=Ann&age=7&on=true") == true)
  }

  @Test(arguments: ["post", "put", "patch"])
  func argumentsOfAMethodWithBody(_ endpoint: String) async throws {
    let value = try await Service.client().call(endpoint, ["name": "Ann", "age": 7, "tags": ["a", "b"]]).value
    #expect(value.args == [:])
    #expect(value.data == #"{"name":"Ann","age":7,"tags":["a","b"]}"#)
    #expect(value.headers[member: "Content-Type"] == "application/json")
    #expect(value.headers[member: "Content-Length"] == "39")
  }

  @Test func headGivesHeadersOnly() async throws {
    let reply = try await Service.client().call("head")
    #expect(reply.content == .headers)
    #expect(reply.body == [])
    #expect(reply.value[member: "content-type"] == "application/json")
    #expect(Int(reply.value[member: "content-length"].asString ?? "0")! > 100, "of the body that was not sent")
  }

  @Test func options() async throws {
    let headers = try await Service.client().options()
    #expect(headers.allow.asString?.split(separator: ", ").sorted() == ["GET", "HEAD", "OPTIONS"])
  }

  @Test func trace() async throws {
    #expect(try await Service.client().trace().method == "TRACE")
  }

  @Test func oneCallAsTheOther() async throws {
    let client = try await Service.client()
    let (byName, asMethod) = (try await client.call("get", ["a": 1]).value, try await client.get(a: 1))
    #expect(byName.args == asMethod.args)
    let draft = try client.prepare("get", ["a": 1])
    #expect(draft.url == byName.url.asString)
    #expect(try await draft.send().value.args == byName.args)
  }

  @Test func manyCallsAtOnce() async throws {
    let client = try await Service.client()
    let answers = try await withThrowingTaskGroup(of: (Int, String?).self) { group in
      for number in 0..<64 {
        group.addTask { (number, try await client.get(n: number).args.n.asString) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(answers == Dictionary(uniqueKeysWithValues: (0..<64).map { ($0, "\($0)") }))
  }
}
