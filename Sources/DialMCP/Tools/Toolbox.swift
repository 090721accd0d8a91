import Dial

/// The tools of an agent.
protocol Toolbox: Sendable {
  /// Returns what `tools/list` lists, always in the same order.
  func definitions() async throws(ProtocolFault) -> [JSON]

  /// Uses a tool, and returns the members of the result.
  ///
  /// - Parameter given: an object.
  func call(_ name: String, _ given: JSON, _ message: Message, _ peer: Peer) async throws(ToolFault) -> [(String, JSON)]
}

extension Toolbox {
  /// Returns the members of the result of `tools/call`.
  func call(_ message: Message, _ peer: Peer) async throws(ProtocolFault) -> [(String, JSON)] {
    guard let name = message.params[member: "name"].asString else { throw ProtocolFault(.params, "'name' must be a string") }
    let given = message.params[member: "arguments"]
    guard given.asKind == .absent || given.asObject != nil else { throw ProtocolFault(.params, "'arguments' must be an object") }
    do throws(ToolFault) {
      return try await call(name, given.asKind == .absent ? [:] : given, message, peer)
    } catch {
      switch error {
      case .result(let text): return ToolResult(text, isError: true).members
      case .protocolFault(let fault): throw fault
      }
    }
  }

  static func unknown(_ name: String, _ rest: String) -> ToolFault {
    .protocolFault(ProtocolFault(.params, "unknown tool '\(TerminalText.safe(String(name.prefix(100))))'\(rest)"))
  }
}

/// Why a tool has no result: an error that the model reads, or one of the protocol.
enum ToolFault: Error {
  case result(String)
  case protocolFault(ProtocolFault)
}

/// The result of a tool.
struct ToolResult {
  let text: String
  var isError = false
  /// A link to a binary result.
  var link: JSON?
  /// The result as the output schema of the tool describes it.
  var structured: JSON?

  init(_ text: String, isError: Bool = false) { (self.text, self.isError) = (text, isError) }

  var members: [(String, JSON)] {
    let content: [JSON] = [["type": "text", "text": .string(text)]] + (link.map { [$0] } ?? [])
    return [("content", .array(content))] + (structured.map { [("structuredContent", $0)] } ?? []) + (isError ? [("isError", true)] : [])
  }
}
