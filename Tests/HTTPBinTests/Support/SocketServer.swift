import Dial
import DialBuild
import DialEngine

/// Web sockets of the library `websockets`, started by the first test and shared by all.
struct SocketServer: Sendable {
  /// Compresses messages if offered.
  let packed: String
  /// Never compresses.
  let plain: String

  static var shared: SocketServer {
    get async throws { try await started.value }
  }

  private static let started = Task {
    let (packed, plain) = try await PythonServer.start("sockets.py")
    return SocketServer(packed: "http://127.0.0.1:\(packed)", plain: "http://127.0.0.1:\(plain)")
  }

  private static let spec = Result {
    try Spec.load(
      yaml: """
        base: http://127.0.0.1
        vars: {TOKEN: tok-1}
        endpoints:
          echo: WS /echo
          headers: {WS: "/headers (header.note as X-Note)", headers: {Sec-WebSocket-Protocol: "chat.v1, other"}}
          close: WS /close (code Int, reason?)
          count: WS /count (to Int)
          collect: WS /collect
          told: WS /told
          heard: WS /heard
          flood: WS /flood (messages Int)
          sent: WS /sent
          secret: {WS: /secret, auth: "bearer ${TOKEN}"}
          stranger: WS /secret
        """, name: "sockets.yaml")
  }

  func client(packs: Bool = true) throws -> Client { Client(try Self.spec.get(), base: packs ? packed : plain) }
}
