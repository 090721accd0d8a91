import Dial

/// A tool of each endpoint that may be called.
struct EndpointTools: Toolbox {
  private struct Tool {
    let name: String
    let spec: ServedSpec
    let client: Client
    let index: Int
  }

  let catalog: Catalog

  func definitions() async throws(ProtocolFault) -> [JSON] {
    var definitions: [JSON] = []
    do throws(ToolFault) {
      for tool in try await tools() {
        // A fault in one operation of a document is that operation's.
        guard let found = try? found(tool), !found.model.isSocket else { continue }
        definitions.append(definition(tool.name, found))
      }
    } catch {
      switch error {
      case .result(let text): throw ProtocolFault(.server, text)
      case .protocolFault(let fault): throw fault
      }
    }
    return definitions
  }

  func call(_ name: String, _ given: JSON, _ message: Message, _ peer: Peer) async throws(ToolFault) -> [(String, JSON)] {
    let tools = try await tools(admittedOnly: false)
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw Self.unknown(name, Suggestion.nearest(to: name, among: tools.map(\.name)).map { "; did you mean '\($0)'?" } ?? "")
    }
    let found = try found(tool)
    let keys = Self.parameters(found).keys.filter { $0.key != $0.value }
    var request = CallRequest(arguments: try Self.arguments(given, keys), output: OutputSchema(found))
    request.keys = keys
    return try await EndpointCall(catalog, found, request, message, peer).members()
  }

  /// The parameters that a model can pass, with the names that they have for it.
  private static func parameters(_ found: Catalog.Found) -> (all: [ParameterModel], keys: [String: String]) {
    let all = found.model.parameters.filter { !found.isSecret($0) }
    let shared = found.model.sharedNames
    return (all, PlainNames.arguments(all.map { shared.contains($0.name) ? $0.qualifiedName : $0.name }))
  }

  /// Returns arguments under the names of the spec.
  private static func arguments(_ given: JSON, _ keys: [String: String]) throws(ToolFault) -> JSON {
    guard let members = given.asObject, !keys.isEmpty else { return given }
    let names = Dictionary(keys.map { ($1, $0) }) { first, _ in first }
    var mapped: [(String, JSON)] = []
    for member in members {
      let name = names[member.name] ?? member.name
      if mapped.contains(where: { $0.0 == name }) { throw .result("'\(keys[name] ?? name)' is passed twice") }
      mapped.append((name, member.value))
    }
    return .object(mapped)
  }

  private func definition(_ name: String, _ found: Catalog.Found) -> JSON {
    let (model, method) = (found.model, found.model.method)
    let doc = model.doc.map { "\n" + TerminalText.safe(String($0.prefix(500)), keepingLines: true) } ?? ""
    let given = Self.parameters(found)
    let isSafe = Methods.isSafe(method)
    var members: [(String, JSON)] = [
      ("name", .string(name)), ("description", .string(TerminalText.safe("\(method) \(model.target.shownText)") + doc)),
      ("inputSchema", SchemaWriter.arguments(given.all, of: model, types: found.service.types, keys: given.keys)),
    ]
    if let output = OutputSchema(found) { members.append(("outputSchema", output.schema)) }
    members.append(
      (
        "annotations",
        [
          "readOnlyHint": .bool(isSafe), "destructiveHint": .bool(!isSafe), "idempotentHint": .bool(Methods.isIdempotent(method)),
          "openWorldHint": true,
        ]
      ))
    return .object(members)
  }

  /// The tools in the order of the specs, with names of their own. What a person does not allow is not offered.
  private func tools(admittedOnly: Bool = true) async throws(ToolFault) -> [Tool] {
    var (tools, names): ([Tool], PlainNames) = ([], .ofTools)
    for (spec, client) in try await catalog.usable().specs {
      let endpoints = client.engine.spec.service.endpoints
      for (index, endpoint) in endpoints.names.enumerated() where catalog.gate.shows(endpoint, of: spec.name) {
        let name = names.name(catalog.specs.count > 1 ? "\(spec.name)_\(endpoint)" : endpoint)
        let isAdmitted = catalog.options.asks || catalog.gate.admits(endpoints.summary(at: index).method, endpoint, of: spec.name)
        if isAdmitted || !admittedOnly { tools.append(Tool(name: name, spec: spec, client: client, index: index)) }
      }
    }
    return tools
  }

  private func found(_ tool: Tool) throws(ToolFault) -> Catalog.Found {
    do throws(Diagnostic) {
      return Catalog.Found(spec: tool.spec, client: tool.client, model: try tool.client.engine.spec.service.endpoints[tool.index])
    } catch {
      throw .result("'\(tool.name)' cannot be called: \(error.message)")
    }
  }
}
