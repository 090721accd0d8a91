import Dial
import DialText

/// The three tools, which are the same for every spec.
struct ToolSet: Sendable {
  let specs: [ServedSpec]
  let options: AgentOptions
  let gate: Gate
  let confirmations = Confirmations()
  let binaries = BinaryResults()

  init(specs: [ServedSpec], options: AgentOptions) {
    (self.specs, self.options) = (specs, options)
    gate = Gate(options.allowed)
  }

  var definitions: JSON {
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
    let isReadOnly = gate.isReadOnly && !options.asks
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
        ], ["endpoint"], remote),
    ]
  }

  /// Returns the members of the result of `tools/call`.
  func call(_ message: Message, _ peer: Peer) async throws(ProtocolFault) -> [(String, JSON)] {
    guard let name = message.params[member: "name"].asString else { throw ProtocolFault(.params, "'name' must be a string") }
    let given = message.params[member: "arguments"]
    guard given.asKind == .absent || given.asObject != nil else { throw ProtocolFault(.params, "'arguments' must be an object") }
    let known = ["search": ["words", "limit"], "describe": ["endpoint"], "call": ["endpoint", "arguments", "select"]]
    guard let names = known[name] else {
      throw ProtocolFault(.params, "unknown tool '\(TerminalText.safe(String(name.prefix(100))))'; available: 'search', 'describe', 'call'")
    }
    if let unknown = given.asObject?.first(where: { !names.contains($0.name) })?.name {
      let text = TerminalText.safe(String(unknown.prefix(100)))
      let advice =
        name == "call"
        ? "; pass arguments of the endpoint in 'arguments'" : "; available: \(names.map { "'\($0)'" }.joined(separator: ", "))"
      return ToolResult("unknown argument '\(text)' of the tool '\(name)'" + advice, isError: true).members
    }
    do throws(ToolFault) {
      switch name {
      case "search": return try await search(given).members
      case "describe": return ToolResult(describe(try await endpoint(given))).members
      default: return try await EndpointCall(self, try await endpoint(given), given, message, peer).members()
      }
    } catch {
      switch error {
      case .result(let text): return ToolResult(text, isError: true).members
      case .protocolFault(let fault): throw fault
      }
    }
  }

  // MARK: The endpoints

  struct Found: Sendable {
    let spec: ServedSpec
    let client: Client
    let model: EndpointModel

    var service: ServiceModel { client.engine.spec.service }
  }

  /// Returns the endpoint that an argument names: `getUser`, or `users/getUser`.
  private func endpoint(_ given: JSON) async throws(ToolFault) -> Found {
    guard let name = given[member: "endpoint"].asString, !name.isEmpty else {
      throw .result("missing argument 'endpoint', a string; to find one, use the tool 'search'")
    }
    var found: [Found] = []
    for spec in specs {
      let names = [name] + (name.hasPrefix(spec.name + "/") ? [String(name.dropFirst(spec.name.count + 1))] : [])
      let client = try await client(of: spec)
      let endpoints = client.engine.spec.service.endpoints
      for case let index? in names.map(endpoints.place) {
        do throws(Diagnostic) {
          found.append(Found(spec: spec, client: client, model: try endpoints[index]))
        } catch {
          throw .result("'\(TerminalText.safe(name))' cannot be called: \(error.message)")
        }
      }
    }
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      throw .result("several specs have '\(TerminalText.safe(name))': \(found.map { "'\(title($0))'" }.joined(separator: ", "))")
    }
    var all: [String] = []
    for spec in specs { all += try await client(of: spec).engine.spec.service.endpoints.names.map { title($0, of: spec) } }
    let shown = TerminalText.safe(String(name.prefix(200)))
    let nearest = Suggestion.nearest(to: name, among: all).map { "; did you mean '\($0)'?" } ?? ""
    throw .result("unknown endpoint '\(shown)'\(nearest)\nto find endpoints, use the tool 'search'")
  }

  private func client(of spec: ServedSpec) async throws(ToolFault) -> Client {
    switch await spec.client {
    case .success(let client): return client
    case .failure(let fault): throw .result("the spec '\(spec.name)' cannot be loaded: \(fault.message)")
    }
  }

  func title(_ found: Found) -> String { title(found.model.name, of: found.spec) }

  /// The name of an endpoint, with its spec if there are several.
  private func title(_ name: String, of spec: ServedSpec) -> String { specs.count > 1 ? "\(spec.name)/\(name)" : name }

  /// Says that a call is not sent, and what allows it.
  func refusal(of found: Found) -> String {
    let (name, method) = (title(found), found.model.method)
    return "'\(name)' is \(method), which this server does not send; \(options.permission(name, method))"
  }

  // MARK: search, describe and resources

  private func search(_ given: JSON) async throws(ToolFault) -> ToolResult {
    guard let text = given[member: "words"].asString else { throw .result("missing argument 'words', a string") }
    let limit = given[member: "limit"]
    guard limit.asKind == .absent || limit.asInt.map({ (1...200).contains($0) }) == true else {
      throw .result("'limit' must be an integer from 1 to 200")
    }
    var lines: [String] = []
    for spec in specs {
      let endpoints = try await client(of: spec).engine.spec.service.endpoints
      lines += EndpointSearch([text]).best(in: endpoints).map { line($0, of: spec) }
    }
    if lines.isEmpty { return ToolResult("no endpoint matches; use other words, or '' to list all") }
    let count = limit.asInt ?? 20
    let rest = lines.count > count ? ["… and \(lines.count - count) more; use more words, or a higher 'limit'"] : []
    return ToolResult((lines.prefix(count) + rest).joined(separator: "\n"))
  }

  private func line(_ endpoint: EndpointSummary, of spec: ServedSpec) -> String {
    let mark = gate.admits(endpoint.method, endpoint.name, of: spec.name) ? "" : options.asks ? " (asks)" : " (not allowed)"
    let doc = endpoint.doc.map { "  " + AgentText.line($0) } ?? ""
    return TerminalText.safe("\(title(endpoint.name, of: spec))  \(endpoint.method) \(endpoint.target)\(mark)") + doc
  }

  private func describe(_ found: Found) -> String {
    let (model, service) = (found.model, found.service)
    let given = model.parameters.filter { !service.isSecret($0) }
    let sample = Sample(types: service.types)
    let example = given.filter(\.isRequired).compactMap { parameter in sample.value(of: parameter, in: model).map { (parameter, $0) } }
    let shared = model.sharedNames
    var members: [(String, JSON)] = [
      ("endpoint", .string(title(found))), ("request", .string(TerminalText.safe("\(model.method) \(model.target.text)"))),
    ]
    if let doc = model.doc { members.append(("doc", .string(TerminalText.safe(String(doc.prefix(1000)), keepingLines: true)))) }
    if model.isDeprecated { members.append(("deprecated", true)) }
    members.append(("arguments", SchemaWriter.arguments(given, of: model, types: service.types)))
    members.append(("result", .string(ResultText(model, types: service.types).text)))
    members.append(("example", .object(example.map { (shared.contains($0.0.name) ? $0.0.qualifiedName : $0.0.name, $0.1) })))
    if !gate.admits(model.method, model.name, of: found.spec.name) {
      members.append(("note", .string(options.asks ? "a person is asked before each call" : refusal(of: found))))
    }
    return JSONWriter.text(.object(members))
  }

  /// Returns the content of a resource; nil if it does not exist.
  func content(of spec: ServedSpec, endpoint: String?) async -> (type: String, text: String)? {
    guard case .success(let client) = await spec.client else { return nil }
    let endpoints = client.engine.spec.service.endpoints
    guard let endpoint else {
      return ("text/plain", endpoints.summaries.map { line($0, of: spec) }.joined(separator: "\n"))
    }
    return endpoints[endpoint].map { ("application/json", describe(Found(spec: spec, client: client, model: $0))) }
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

  init(_ text: String, isError: Bool = false) { (self.text, self.isError) = (text, isError) }

  var members: [(String, JSON)] {
    let content: [JSON] = [["type": "text", "text": .string(text)]] + (link.map { [$0] } ?? [])
    return [("content", .array(content))] + (isError ? [("isError", true)] : [])
  }
}

/// What an endpoint returns, as in a spec, followed by the named types in it.
struct ResultText {
  /// The size of the types that are listed.
  private static let limit = 3000

  let text: String

  init(_ model: EndpointModel, types: TypeTable) {
    let shape: Shape?
    let head: String
    switch model.result {
    case .inferred: (head, shape) = ("as the service returns it", nil)
    case .shape(let declared): (head, shape) = (declared.spelling, declared)
    case .void: (head, shape) = ("nothing", nil)
    case .text: (head, shape) = ("text", nil)
    case .bytes: (head, shape) = ("bytes", nil)
    case .headers: (head, shape) = ("the headers of the response", nil)
    case .events(let element), .lines(let element): (head, shape) = ("a stream of \(element?.spelling ?? "JSON")", element)
    }
    var (lines, waiting, seen, size) = ([head], shape?.names ?? [], Set<String>(), head.utf8.count)
    while !waiting.isEmpty {
      let name = waiting.removeFirst()
      guard seen.insert(name).inserted, let type = types[name] else { continue }
      let line = "\(name): \(type.spelling)"
      size += line.utf8.count
      guard size < Self.limit else {
        lines.append("…")
        break
      }
      lines.append(line)
      waiting += type.names
    }
    text = TerminalText.safe(lines.joined(separator: "\n"), keepingLines: true)
  }
}
