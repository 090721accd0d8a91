import Dial
import Testing

@testable import DialMCP

@Suite struct MessageTests {
  @Test(arguments: [
    (#"{"#, -32700), ("", -32700), ("\u{FEFF}{}", -32600), (#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, -32600), ("3", -32600),
    ("null", -32600), ("{}", -32600), (#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, -32600),
    (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, -32600), (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, -32600),
    (#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, -32600), (#"{"jsonrpc": "2.0", "id": true, "method": "ping"}"#, -32600),
    (#"{"jsonrpc": "2.0", "id": 1, "method": 3}"#, -32600), (#"{"jsonrpc": "2.0", "id": 1, "method": ""}"#, -32600),
    (#"{"jsonrpc": "2.0", "id": 1}"#, -32600), (#"{"jsonrpc": "2.0", "id": 1, "result": 3}"#, -32600),
    (#"{"jsonrpc": "2.0", "result": {}}"#, -32600), (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, -32602),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": null}"#, -32602),
    (String(repeating: "[", count: 200), -32700),
  ])
  func malformed(_ text: String, _ code: Int) {
    let fault = #expect(throws: ProtocolFault.self) { try Message(parsing: Array(text.utf8)) }
    #expect(fault?.code.rawValue == code, "\(text)")
  }

  @Test(arguments: [
    (#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#, Message.Kind.request, "1"),
    (#"{"jsonrpc": "2.0", "id": "1", "method": "ping"}"#, .request, #""1""#),
    (#"{"jsonrpc": "2.0", "id": 9007199254740993, "method": "ping"}"#, .request, "9007199254740993"),
    (#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#, .notification, "null"),
    (#"{"jsonrpc": "2.0", "id": "a", "result": {}}"#, .response, #""a""#),
    (#"{"jsonrpc": "2.0", "id": "a", "error": {"code": 1, "message": ""}}"#, .response, #""a""#),
  ])
  func kinds(_ text: String, _ kind: Message.Kind, _ key: String) throws {
    let message = try Message(parsing: Array(text.utf8))
    #expect(message.kind == kind)
    #expect(message.key == key)
  }

  @Test(arguments: [
    (#"{}"#, false), (#"{"elicitation": {}}"#, true), (#"{"elicitation": {"form": {}}}"#, true),
    (#"{"elicitation": {"form": {}, "url": {}}}"#, true), (#"{"elicitation": {"url": {}}}"#, false), (#"{"elicitation": true}"#, false),
  ])
  func forms(_ capabilities: String, _ shows: Bool) throws {
    #expect(Peer(.july2026, capabilities: try JSON(parsing: capabilities)).showsForms == shows)
  }

  @Test(
    arguments: [
      ("2025-06-18", .june2025), ("2025-11-25", .november2025), ("2024-11-05", .november2025), ("2026-07-28", .november2025),
      (nil, .november2025),
    ] as [(String?, Revision)])
  func agreed(_ asked: String?, _ revision: Revision) { #expect(Revision.agreed(asked) == revision) }
}
