import Dial
import DialHTTP
import Synchronization

/// A client of a sample over the network, and its local server.
///
/// The server responds as in the sample; otherwise with an object of the method, the target, the content type and the body.
final class Sample: Sendable {
  let client: Client
  private let arrived: Arrived

  /// Creates it for a spec, with the server as its base.
  convenience init(_ yaml: String, _ answer: String? = nil, status: Int = 200, variables: Variables = [:]) async throws {
    let spec = try Spec.load(yaml: yaml, name: "sample.yaml")
    try await self.init(answer, status) { Client(spec, variables: variables, base: $0, transport: $1) }
  }

  /// Creates it for typed requests with their own endpoints.
  convenience init(answer: String? = nil, status: Int = 200) async throws {
    try await self.init(answer, status) { Client(base: $0, transport: $1) }
  }

  private init(_ answer: String?, _ status: Int, _ client: (String, any Transport) -> Client) async throws {
    let arrived = Arrived()
    let server = try await LoopbackServer { request in
      arrived.append(request)
      let body = answer ?? "\(Self.echo(request))"
      return LoopbackResponse(status: status, headers: [("Content-Type", "application/json")], body: Array(body.utf8))
    }
    self.arrived = arrived
    self.client = client(server.base, Served(server))
  }

  /// The received requests, one line each: `METHOD target`, and after a space the body.
  var sent: [String] { arrived.requests.map { "\($0.method) \($0.target)\($0.body.isEmpty ? "" : " ")\($0.text)" } }

  var last: LoopbackRequest? { arrived.requests.last }

  private static func echo(_ request: LoopbackRequest) -> JSON {
    [
      "method": .string(request.method), "target": .string(request.target), "body": .string(request.text),
      "type": request.header("Content-Type").map { .string($0) } ?? .null,
    ]
  }
}

extension LoopbackRequest {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The parts of a multipart body, with the boundary `--b` and line feeds.
  var parts: String {
    let boundary = text.prefix { $0 != "\r\n" }
    return text.replacing(boundary, with: "--b").replacing("\r\n", with: "\n")
  }
}

private final class Arrived: Sendable {
  private let all = Mutex<[LoopbackRequest]>([])

  var requests: [LoopbackRequest] { all.withLock { $0 } }

  func append(_ request: LoopbackRequest) { all.withLock { $0.append(request) } }
}

/// The network, which keeps the server of a sample alive. On a busy machine, responses have no timeout.
private struct Served: Transport {
  private let transport = HTTPTransport()
  private let server: LoopbackServer

  init(_ server: LoopbackServer) { self.server = server }

  func send(_ request: PreparedRequest) async throws -> Response {
    var request = request
    (request.policy.connectTimeout, request.policy.readTimeout, request.policy.deadline) = (.seconds(600), .seconds(600), nil)
    return try await transport.send(request)
  }
}
