import Dial
import Synchronization

/// Responds with a closure, and records requests.
final class Answering: Transport {
  private let answer: @Sendable (PreparedRequest) throws -> Response
  private let log = Mutex<[PreparedRequest]>([])

  init(_ answer: @escaping @Sendable (PreparedRequest) throws -> Response) { self.answer = answer }

  convenience init(status: Int = 200, _ json: String = "{}") {
    self.init { request in
      Response(status: .init(code: status), headers: [.contentType: "application/json"], url: request.url, body: .init(Array(json.utf8)))
    }
  }

  var sent: [PreparedRequest] { log.withLock { $0 } }

  func send(_ request: PreparedRequest) async throws -> Response {
    log.withLock { $0.append(request) }
    return try answer(request)
  }
}

let users = """
  service: users
  base: https://api.test/v1
  auth: bearer ${TOKEN}
  types:
    User: {id: Int, name: String}
    Problem: {code: String}
  endpoints:
    getUser: GET /users/{id} -> User ! Problem
    create: POST /users (email, password) -> (id Int, name String)
    list: GET /users (page Int = 1) @ data -> [User]
    send: POST /send (text) -> Void
  groups:
    admin:
      prefix: /admin
      endpoints:
        ban: POST /users/{id}/ban (reason?)
  """

func client(_ transport: any Transport, yaml: String = users) throws -> Client {
  Client(try Spec.load(yaml: yaml, name: "users.yaml"), variables: ["TOKEN": "tok-123456"], transport: transport)
}

func failure(_ call: () async throws(CallError) -> Void) async -> CallError {
  do throws(CallError) { try await call() } catch { return error }
  return CallError(CallError.Code(rawValue: "none"), "the call did not fail")
}
