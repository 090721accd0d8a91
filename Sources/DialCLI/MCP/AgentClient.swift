import Dial
import DialConsole
import DialFlags
import DialLibc

/// A client of agents that starts servers by its configuration.
enum AgentClient: String, FlagWord {
  case claude, cursor, vscode

  private var key: String { self == .vscode ? "servers" : "mcpServers" }

  /// The configuration of the project in the current folder.
  var path: String {
    switch self {
    case .claude: ".mcp.json"
    case .cursor: ".cursor/mcp.json"
    case .vscode: ".vscode/mcp.json"
    }
  }

  /// Returns what to add to the configuration.
  ///
  /// - Parameters:
  ///   - name: the name of the server.
  ///   - program: the program that serves it.
  func entry(_ name: String, program: String, command words: [String]) -> JSON { [key: .object([(name, server(program, words))])] }

  private func server(_ program: String, _ words: [String]) -> JSON {
    let start: [(String, JSON)] = [("command", .string(program)), ("args", .array(words.map { .string($0) }))]
    return .object(self == .vscode ? [("type", "stdio")] + start : start)
  }

  /// Adds a server to the configuration of the project, and returns its path. Everything else in it stays.
  ///
  /// - Parameter replaces: whether another server of this name is replaced.
  func add(_ name: String, program: String, command words: [String], replaces: Bool) throws(Failure) -> String {
    func fault(_ reason: String, hint: String) -> Failure { .io("cannot add the server to '\(path)': \(reason)", hint: hint) }
    let byHand = "add the entry by hand; without --write, it is printed"
    let file = LocalFile(path)
    var root: JSON = [:]
    if FileKind(path) != nil {
      let bytes = try file.read()
      do throws(JSONError) { root = try JSON(parsing: bytes) } catch {
        throw fault("it is not valid JSON: \(error.message)", hint: byHand)
      }
      if let twice = JSONPath.duplicates(in: root, limit: 1).first {
        throw fault("it has '\(twice.text)' twice", hint: "remove one of them")
      }
    }
    let servers = root[member: key]
    guard root.asObject != nil, servers.asKind == .absent || servers.asObject != nil else {
      throw fault("'\(root.asObject == nil ? "it" : key)' is not an object", hint: byHand)
    }
    let (known, new) = (servers[member: name], server(program, words))
    if known == new { return path }
    if known.asKind != .absent, !replaces { throw fault("it has another server '\(name)'", hint: "to replace it, add --force") }
    let entry = JSON.object(Self.replacing(servers, name, new))
    let folder = File.resolved(".") ?? "."
    if let real = File.resolved(path) ?? File.resolved(String(path.prefix { $0 != "/" })), !real.hasPrefix(folder + "/") {
      throw fault("it is a link to '\(TerminalText.safe(real))', outside of the project", hint: byHand)
    }
    if let mark = path.firstIndex(of: "/"), mkdir(String(path[..<mark]), 0o777) != 0, errno != EEXIST {
      throw .io("cannot create '\(path[..<mark])': \(SystemReason.last)")
    }
    try FileTarget(path).write(JSONWriter.bytes(.object(Self.replacing(root, key, entry)), indent: 2) + [0x0A])
    return path
  }

  private static func replacing(_ object: JSON, _ name: String, _ value: JSON) -> [(String, JSON)] {
    var members = (object.asObject ?? [:]).map { ($0.name, $0.value) }
    if let index = members.firstIndex(where: { $0.0 == name }) { members[index].1 = value } else { members.append((name, value)) }
    return members
  }
}
