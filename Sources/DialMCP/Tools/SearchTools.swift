import Dial
import DialText

/// The three tools, which are the same for every spec.
struct SearchTools: Toolbox {
  let catalog: Catalog

  private static let names = [
    "search": ["words", "limit"], "describe": ["endpoint"], "call": ["endpoint", "arguments", "select", "all", "wait"],
  ]

  func definitions() -> [JSON] {
    func tool(_ name: String, _ doc: String, _ properties: [(String, JSON)], _ required: [JSON], _ hints: JSON) -> JSON {
      [
        "name": .string(name), "description": .string(doc),
        "inputSchema": [
          "type": "object", "properties": .object(properties), "required": .array(required), "additionalProperties": false,
        ],
        "annotations": hints,
      ]
    }
    let endpoint: (String, JSON) = ("endpoint", ["type": "string", "description": "name of an endpoint, from 'search'"])
    let local: JSON = ["readOnlyHint": true, "idempotentHint": true, "openWorldHint": false]
    let isReadOnly = catalog.gate.isReadOnly && !catalog.options.asks
    let remote: JSON = ["readOnlyHint": .bool(isReadOnly), "destructiveHint": .bool(!isReadOnly), "openWorldHint": true]
    return [
      tool(
        "search", "Find endpoints by words. Returns a line for each: name, method, path, what it does.",
        [
          ("words", ["type": "string", "description": "words in name, path, arguments or description; empty lists all"]),
          ("limit", ["type": "integer", "minimum": 1, "maximum": 200, "default": 20]),
        ], ["words"], local),
      tool("describe", "Describe an endpoint: arguments as JSON Schema, result, an example.", [endpoint], ["endpoint"], local),
      tool(
        "call", "Call an endpoint and return its result. Credentials are added by the server.",
        [
          endpoint, ("arguments", ["type": "object", "description": "arguments by name, as 'describe' lists them"]),
          ("select", ["type": "string", "description": "JMESPath expression that keeps a part of the result, such as items[].name"]),
          ("all", ["type": "boolean", "description": "return the items of all pages"]),
          ("wait", ["type": "boolean", "description": "poll until the job is done"]),
        ], ["endpoint"], remote),
    ]
  }

  func call(_ name: String, _ given: JSON, _ message: Message, _ peer: Peer) async throws(ToolFault) -> [(String, JSON)] {
    guard let names = Self.names[name] else { throw Self.unknown(name, "; available: 'search', 'describe', 'call'") }
    if let unknown = given.asObject?.first(where: { !names.contains($0.name) })?.name {
      let text = TerminalText.safe(String(unknown.prefix(100)))
      let advice =
        name == "call"
        ? "; pass arguments of the endpoint in 'arguments'" : "; available: \(names.map { "'\($0)'" }.joined(separator: ", "))"
      throw .result("unknown argument '\(text)' of the tool '\(name)'" + advice)
    }
    switch name {
    case "search": return try await search(given).members
    case "describe": return ToolResult(catalog.describe(try await catalog.endpoint(given))).members
    default:
      let found = try await catalog.endpoint(given)
      return try await EndpointCall(catalog, found, try CallRequest(given), message, peer).members()
    }
  }

  private func search(_ given: JSON) async throws(ToolFault) -> ToolResult {
    guard let text = given[member: "words"].asString else { throw .result("missing argument 'words', a string") }
    let limit = given[member: "limit"]
    guard limit.asKind == .absent || limit.asInt.map({ (1...200).contains($0) }) == true else {
      throw .result("'limit' must be an integer from 1 to 200")
    }
    let (usable, faults) = try await catalog.usable()
    let search = EndpointSearch([text])
    let found = usable.enumerated().flatMap { index, item in
      search.best(in: item.client.engine.spec.service.endpoints) { catalog.gate.shows($0, of: item.spec.name) }
        .map { (index: index, match: $0) }
    }
    // The best of all specs, and of equal ones those of the first spec.
    let words = found.map(\.match.words).max() ?? 0
    let best = found.filter { $0.match.words == words }.enumerated().sorted {
      ($1.element.match.score, $0.offset) < ($0.element.match.score, $1.offset)
    }.map { catalog.line($0.element.match.endpoint, of: usable[$0.element.index].spec) }
    let lines = best.isEmpty ? ["no endpoint matches; use other words, or '' to list all"] : best
    let count = limit.asInt ?? 20
    let rest = lines.count > count ? ["… and \(lines.count - count) more; use more words, or a higher 'limit'"] : []
    return ToolResult((lines.prefix(count) + rest + faults).joined(separator: "\n"))
  }
}
