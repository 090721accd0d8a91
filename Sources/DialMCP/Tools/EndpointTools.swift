import Dial

/// A tool of each endpoint that may be called.
struct EndpointTools: Toolbox {
  private struct Tool {
    let name: String
    let spec: ServedSpec
    let client: Client
    let index: Int
  }

  /// The maximum length of the name of a tool.
  private static let longest = 128

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
    return try await EndpointCall(catalog, found, CallRequest(arguments: given, output: OutputSchema(found)), message, peer).members()
  }

  private func definition(_ name: String, _ found: Catalog.Found) -> JSON {
    let (model, method) = (found.model, found.model.method)
    let doc = model.doc.map { "\n" + TerminalText.safe(String($0.prefix(500)), keepingLines: true) } ?? ""
    let given = model.parameters.filter { !found.service.isSecret($0) }
    let isSafe = Methods.isSafe(method)
    var members: [(String, JSON)] = [
      ("name", .string(name)), ("description", .string(TerminalText.safe("\(method) \(model.target.shownText)") + doc)),
      ("inputSchema", SchemaWriter.arguments(given, of: model, types: found.service.types)),
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
    var (tools, names): ([Tool], Set<String>) = ([], [])
    for (spec, client) in try await catalog.usable().specs {
      let endpoints = client.engine.spec.service.endpoints
      for (index, endpoint) in endpoints.names.enumerated() where catalog.gate.shows(endpoint, of: spec.name) {
        let name = Self.name(catalog.specs.count > 1 ? "\(spec.name)_\(endpoint)" : endpoint, besides: names)
        names.insert(name)
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

  /// Returns a name of letters, digits, `_` and `-`, which all clients accept.
  private static func name(_ endpoint: String, besides names: Set<String>) -> String {
    let bytes = endpoint.utf8.map { byte -> UInt8 in
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      return isPlain || byte == UInt8(ascii: "-") ? byte : UInt8(ascii: "_")
    }
    let plain = String(decoding: bytes.prefix(longest), as: UTF8.self)
    if !names.contains(plain) { return plain }
    var number = 2
    while true {
      let ending = "_\(number)"
      let name = plain.prefix(longest - ending.count) + ending
      if !names.contains(String(name)) { return String(name) }
      number += 1
    }
  }
}
