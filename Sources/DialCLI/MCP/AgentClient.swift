import Dial
import DialFlags

/// A client of agents that starts servers by its configuration.
enum AgentClient: String, FlagWord {
  case claude, cursor, vscode

  /// Returns what to add to the configuration.
  ///
  /// - Parameter name: the name of the server.
  func entry(_ name: String, command words: [String]) -> JSON {
    let start: [(String, JSON)] = [("command", "dial"), ("args", .array(words.map { .string($0) }))]
    let entry = JSON.object(self == .vscode ? [("type", "stdio")] + start : start)
    return [self == .vscode ? "servers" : "mcpServers": .object([(name, entry)])]
  }
}
