import Dial
import Testing

@testable import DialMCP

@Suite struct HTTPServerTests {
  private static let good = [
    ("Host", "127.0.0.1:8080"), ("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream"),
    ("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/list"),
  ]
  private static let body =
    #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "#
    + #""io.modelcontextprotocol/clientCapabilities": {}}}}"#

  private static let server = HTTPServer(
    AgentServer(
      [],
      options: AgentOptions { _, _ in
        ""
      } permission: { _, _ in
        ""
      }))

  private func status(_ changes: [(String, String?)], method: String = "POST", target: String = "/mcp", body: String = body) async -> Int {
    let names = changes.map { $0.0.lowercased() }
    let headers = Self.good.filter { !names.contains($0.0.lowercased()) } + changes.compactMap { name, value in value.map { (name, $0) } }
    let request = LoopbackRequest(
      method: method, target: target, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8))
    return await Self.server.response(to: request).status
  }

  @Test(
    arguments: [
      ([], 200), ([("Host", "localhost")], 200), ([("Host", "[::1]:80")], 200), ([("Host", "127.0.0.1.evil.example")], 403),
      ([("Host", "evil.example")], 403), ([("Host", nil)], 403), ([("Host", "localhost"), ("Host", "evil.example")], 403),
      ([("Origin", "http://localhost:5173")], 200), ([("Origin", "https://evil.example")], 403), ([("Origin", "null")], 403),
      ([("Origin", "http://[::1]:6274")], 200), ([("Origin", "http://127.0.0.1")], 200),
      ([("Origin", "http://u@localhost")], 403), ([("Origin", "http://localhost@evil.example")], 403),
      ([("Origin", "http://localhost:80@evil.example")], 403), ([("Origin", "http://localhost:u@evil.example")], 403),
      ([("Origin", "http://localhost/")], 403), ([("Origin", "http://localhost:")], 403), ([("Origin", "http://localhost:99999")], 403),
      ([("Origin", "http://localhost.evil.example")], 403), ([("Origin", "http://[::1")], 403),
      ([("Host", "localhost:x")], 403), ([("Host", "u@localhost")], 403), ([("Host", "127.0.0.1:1@evil.example")], 403),
      ([("Origin", "")], 403), ([("Origin", "file://localhost")], 403), ([("Accept", "*/*")], 200), ([("Accept", nil)], 406),
      ([("Accept", "text/event-stream;q=1, application/json;q=0.5")], 200), ([("Content-Type", "text/plain")], 415),
      ([("Content-Type", "application/json; charset=utf-8")], 200), ([("Mcp-Method", "tools/call")], 400), ([("Mcp-Method", nil)], 400),
      ([("mcp-method", "=?base64?dG9vbHMvbGlzdA==?=")], 200), ([("MCP-Protocol-Version", nil)], 400),
      ([("MCP-Protocol-Version", "2025-11-25")], 400),
    ] as [([(String, String?)], Int)])
  func headers(_ changes: [(String, String?)], _ expected: Int) async {
    #expect(await status(changes) == expected, "\(changes)")
  }

  /// A browser asks first whether a page of another port may send JSON, and is not told so.
  @Test func noPageMayReadAResponse() async {
    let headers = [("Host", "localhost:8080"), ("Origin", "http://localhost:3000"), ("Access-Control-Request-Method", "POST")]
    let request = LoopbackRequest(method: "OPTIONS", target: "/mcp", headers: headers.map { (name: $0.0, value: $0.1) }, body: [])
    let response = await Self.server.response(to: request)
    #expect(response.status == 405 && !response.headers.contains { $0.0.lowercased().hasPrefix("access-control") })
  }

  @Test(arguments: [
    ("GET", "/mcp", 405), ("DELETE", "/mcp", 405), ("POST", "/", 404), ("POST", "/mcp?x=1", 200), ("OPTIONS", "/mcp", 405),
  ])
  func targets(_ method: String, _ target: String, _ expected: Int) async {
    #expect(await status([], method: method, target: target) == expected)
  }
}
