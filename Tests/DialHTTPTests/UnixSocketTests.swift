import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialJSON
import DialMessage
import DialModel
import DialStreams
import Foundation
import HTTPTypes
import SocketTestSupport
import Synchronization
import Testing

/// Calls, streams, uploads, downloads and WebSockets over a Unix socket, with a server like Docker.
struct UnixSocketTests {
  private static let yaml = """
    base: unix:///tmp/nobody.sock
    auth: bearer secret
    endpoints:
      version: GET /version -> (ApiVersion String)
      list: GET /containers/json (all Bool?) -> [(Id String)]
      events: GET /events -> lines (Action String)
      load: POST /images/load (_ archive File) -> (stream String)
      export: GET /containers/{id}/export -> bytes
      attach: WS /containers/{id}/attach/ws
      moved: GET /moved -> (ApiVersion String)
      itself: GET /itself -> (ApiVersion String)
      away: GET /away
    """

  private static func answer(_ request: LoopbackRequest) -> LoopbackResponse {
    let json = [("Content-Type", "application/json")]
    func text(_ text: String) -> LoopbackResponse { LoopbackResponse(headers: json, body: Array(text.utf8)) }
    guard request.header("host") == "localhost", request.header("authorization") == "Bearer secret" else {
      return LoopbackResponse(status: 400)
    }
    switch request.target {
    case "/version", "/v1.43/version": return text(#"{"ApiVersion":"1.43"}"#)
    case "/containers/json?all=true": return text(#"[{"Id":"c1"}]"#)
    case "/events":
      return LoopbackResponse(headers: json, chunks: ["start", "die"].map { .init(Array("{\"Action\":\"\($0)\"}\n".utf8)) })
    case "/images/load": return text("{\"stream\":\"\(request.body.count)\"}")
    case "/containers/c1/export": return LoopbackResponse(body: [UInt8](repeating: 7, count: 3 << 20))
    case "/moved": return LoopbackResponse(status: 301, headers: [("Location", "/version")])
    case "/itself": return LoopbackResponse(status: 301, headers: [("Location", "http://localhost/version")])
    case "/away": return LoopbackResponse(status: 301, headers: [("Location", "http+unix://%2Ftmp%2Fother.sock/version")])
    default: return LoopbackResponse(status: 404)
    }
  }

  private func run(path prefix: String? = nil, _ body: (Client, String) async throws -> Void) async throws {
    let path = "/tmp/dial-\(UInt32.random(in: 0 ... .max)).sock"
    let server = try await LoopbackServer(
      path: path, sockets: { request, message in message.map { LoopbackMessages([$0]) } ?? LoopbackMessages([.text(request.target)]) },
      handler: { Self.answer($0) })
    let base = prefix.map { "http+unix://" + path.replacing("/", with: "%2F") + $0 } ?? "unix://" + path
    // Proxies are only for hosts.
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .variables(["http_proxy": "http://127.0.0.1:9", "all_proxy": "http://127.0.0.1:9"])
    let transport = HTTPTransport(configuration: configuration)
    defer { unlink(path) }
    do {
      try await body(Client(try Spec.load(yaml: Self.yaml), base: base, transport: transport), path)
    } catch {
      await transport.shutdown()
      await server.stop()
      throw error
    }
    await transport.shutdown()
    await server.stop()
  }

  @Test func callsStreamsUploadsAndDownloads() async throws {
    try await run { client, path in
      #expect(String(decoding: try await client.call("version").body, as: UTF8.self) == #"{"ApiVersion":"1.43"}"#)
      #expect(String(decoding: try await client.call("list", ["all": true]).body, as: UTF8.self) == #"[{"Id":"c1"}]"#)
      var events: [String] = []
      for try await event in client.stream("events") { events.append("\(event)") }
      #expect(events.count == 2)
      let archive = File(bytes: [UInt8](repeating: 1, count: 2 << 20), filename: "image.tar")
      let loaded = try await client.call("load", ["archive": archive])
      #expect(String(decoding: loaded.body, as: UTF8.self) == #"{"stream":"2097152"}"#)
      var count = 0
      for try await piece in client.bytes("export", ["id": "c1"]) { count += piece.count }
      #expect(count == 3 << 20)
      #expect(try client.prepare("version").curl().contains("curl --path-as-is --unix-socket \(path) http://localhost/version "))
    }
  }

  @Test func webSockets() async throws {
    try await run { client, _ in
      let socket = try await client.connect("attach", ["id": "c1"])
      try await socket.send("hello")
      var seen: [String] = []
      for try await message in socket {
        seen.append(message.asText ?? "")
        if seen.count == 2 { break }
      }
      #expect(seen == ["/containers/c1/attach/ws", "hello"])
    }
  }

  @Test func aPathMayFollowTheSocket() async throws {
    try await run(path: "/v1.43") { client, _ in
      let version = try await client.call("version").status
      #expect(version == .ok)
    }
  }

  /// A server with a socket is `localhost`; a redirect cannot lead to another socket.
  @Test func redirects() async throws {
    try await run { client, _ in
      let moved = try await client.call("moved").status
      #expect(moved == .ok)
      let itself = try await client.call("itself").status
      #expect(itself == .ok)
      let error = await #expect(throws: CallError.self) { try await client.call("away") }
      #expect(error?.code == .redirect)
    }
    let location = "http+unix://%2Fvar%2Frun%2Fdocker.sock/info"
    try await RawServer.run([.text("HTTP/1.1 301 Moved\r\nContent-Length: 0\r\nLocation: \(location)\r\n\r\n")]) { server in
      let client = Client(try Spec.load(yaml: Self.yaml), base: server.base, transport: HTTPTransport(configuration: .direct))
      let error = await #expect(throws: CallError.self) { try await client.call("version") }
      #expect(error?.message.hasPrefix("a redirect to the scheme 'http+unix' is not followed") == true)
    }
  }

  @Test func nobodyListens() async {
    let outcome = await Calls.outcome(Calls.request(.get, "http+unix://%2Ftmp%2Fdial-nobody.sock/x"))
    #expect(outcome == "connect: cannot connect to /tmp/dial-nobody.sock: no such file or directory")
  }

  @Test(arguments: [
    ("unix://docker.sock", "must contain the absolute path of the socket"), ("unix:///", "must contain the absolute path of the socket"),
    ("unix://", "must contain the absolute path of the socket"),
    ("http+unix://docker.sock/v1", "must contain the absolute path of the socket"),
    ("http+unix://%2Fa%00b/v1", "must contain the absolute path of the socket"),
    ("unix:///a?b", "cannot contain '?'"), ("unix:///a b", "contains a space"), ("unix:///a%zz", "which is not a valid percent-encoding"),
    ("unix:///" + String(repeating: "a", count: 103), "has 104 bytes; the maximum is 103 bytes"),
    ("https+unix://%2Fa", "must start with https:// or http://"),
  ]) func invalidBases(_ base: String, _ wanted: String) {
    let error = #expect(throws: SpecError.self) { try Spec.load(yaml: "{base: '\(base)', endpoints: {a: GET /x}}") }
    #expect("\(error!)".contains(wanted))
  }

  /// The required arguments of each endpoint of `specs/docker.yaml`.
  @Test func everyEndpointOfDockerBinds() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let spec = try Spec.load("/\(root)/specs/docker.yaml")
    let client = Client(spec, transport: HTTPTransport())
    let values: [String: Arguments.Value] = [
      "id": "c1", "name": "web", "Image": "nginx", "Cmd": ["ls"], "fromImage": "nginx", "repo": "team/web",
      "archive": File(bytes: [1], filename: "a.tar"), "Name": "net", "Container": "c1",
    ]
    for name in spec.endpoints {
      let parameters = Set(try #require(spec.service.endpoints[name]).parameters.map(\.name))
      let arguments = Arguments(values.filter { parameters.contains($0.key) })
      let draft = try client.prepare(name, arguments)
      #expect(draft.url.contains("unix://%2Fvar%2Frun%2Fdocker.sock/v1.43/"), "\(name)")
    }
  }
}
