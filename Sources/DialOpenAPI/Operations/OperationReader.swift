import DialBuild
import DialModel
import DialSyntax

/// Reads one operation.
struct OperationReader {
  let document: OpenAPIDocument
  let security: SecurityReader
  let servers: ServerReader
  private let references: ReferenceCheck

  init(document: OpenAPIDocument, security: SecurityReader, servers: ServerReader) {
    (self.document, self.security, self.servers) = (document, security, servers)
    references = ReferenceCheck(document)
  }

  func read(_ operation: Operation, name: String, note: (Diagnostic) -> Void) throws(Diagnostic) -> EndpointDeclaration {
    if let fault = operation.fault { throw fault }
    let node = try document.resolve(operation.node)
    let all = try parameters(operation, node)
    let server = try server(operation, node)
    if let fault = references.fault(in: all + [node.value(for: "requestBody")].compactMap(\.self)) { throw fault }
    if let responses = node.value(for: "responses"), var fault = references.fault(in: [responses]) {
      fault.severity = .warning
      note(fault)
    }
    let body = try body(node, all, note: note)
    let inPath = all.compactMap { OperationParameter($0, in: document) }.filter { $0.place == "path" }
    let path = try PathReader(operation.path, at: operation.key.range) { name in
      inPath.first { $0.name == name }?.expression ?? .init(operation: .simple, variables: [.init(name: name)])
    }
    let line = LineDeclaration(
      method: operation.method, methodRange: operation.key.range,
      target: TargetModel(template: URITemplate(parts: path.parts), text: operation.path, range: operation.key.range, isAbsolute: false),
      range: operation.key.range)
    var signature = line
    if let body { signature.encoding = (body.encoding, operation.key.range) }
    signature.parameters = try declarations(all, path.names, operation, note: note) + (body?.parameters ?? [])
    var endpoint = EndpointDeclaration(name: name, range: operation.key.range, end: operation.node.range, line: Shared(signature))
    endpoint.tags = node.value(for: "tags")?.sequence?.compactMap(\.text) ?? []
    endpoint.body = (body != nil, body.map { !$0.isRequired } ?? true)
    endpoint.settings = settings(node, all, body, operation.key.range)
    endpoint.facts = Shared(facts(node, server))
    return endpoint
  }

  /// Returns why an operation cannot be read, as far as that is known without its schemas.
  func fault(of operation: Operation) -> Diagnostic? {
    if let fault = operation.fault { return fault }
    do throws(Diagnostic) {
      let node = try document.resolve(operation.node)
      let parameters = try parameters(operation, node)
      _ = try server(operation, node)
      let body = node.value(for: "requestBody")
      if let body { _ = try document.resolve(body) }
      if let fault = references.fault(in: parameters + [body].compactMap(\.self)) { throw fault }
      _ = try PathReader(operation.path, at: operation.key.range) { .init(operation: .simple, variables: [.init(name: $0)]) }
      return nil
    } catch {
      return error
    }
  }

  /// Returns an operation and its parameters, without references; nil if one of them leads nowhere.
  func parts(of operation: Operation) -> (node: Node, parameters: [Node])? {
    guard let node = try? document.resolve(operation.node), let parameters = try? parameters(operation, node) else { return nil }
    return (node, parameters)
  }

  private func facts(_ node: Node, _ server: Text?) -> OperationFacts {
    let responses = ResponseReader(document: document, operation: node)
    var facts = OperationFacts()
    facts.isDeprecated = node.flag("deprecated") || node.flag("x-deprecated")
    facts.responses = DeclaredResponses { responses.declared }
    facts.server = server
    if let declared = node.value(for: "security") ?? document["security"] { facts.isSecured = security.isRequired(declared) }
    facts.sample = ResponseSample(document: document).mock(responses, at: node.range)
    return facts
  }

  /// The summary and the description: the first line of a doc is what lists show.
  static func doc(_ node: Node) -> (text: String, range: SourceRange)? {
    let texts = ["summary", "description"].compactMap { node.value(for: $0) }.compactMap { node in
      node.text.flatMap { $0.contains { !$0.isWhitespace } ? (text: $0, range: node.range) : nil }
    }
    guard let first = texts.first else { return nil }
    guard let second = texts.dropFirst().first, second.text != first.text else { return first }
    return (first.text + "\n\n" + second.text, first.range)
  }

  /// The parameters of the path and of the operation, without references; those of the operation replace others of the same name.
  private func parameters(_ operation: Operation, _ node: Node) throws(Diagnostic) -> [Node] {
    var (all, places): ([Node], [String: Int]) = ([], [:])
    let references = operation.shared + (node.value(for: "parameters")?.sequence ?? [])
    guard references.count <= EndpointModel.maxParameters else {
      throw .error(.documentOperation, "an operation can have at most \(EndpointModel.maxParameters) parameters", at: operation.key.range)
    }
    for reference in references {
      let parameter = try document.resolve(reference)
      let (name, place) = (parameter.text(for: "name") ?? "", parameter.text(for: "in") ?? "")
      let key = place + "\n" + (place == "header" ? name.lowercased() : name)
      if let place = places.updateValue(places[key] ?? all.count, forKey: key) { all[place] = parameter } else { all.append(parameter) }
    }
    return all
  }

  private func body(_ node: Node, _ parameters: [Node], note: (Diagnostic) -> Void) throws(Diagnostic) -> OperationBody? {
    if let body = node.value(for: "requestBody") { return try OperationBody(document.resolve(body), in: document, note: note) }
    let inBody = parameters.filter { ["body", "formData"].contains($0.text(for: "in")) }
    if inBody.isEmpty { return nil }
    return OperationBody(inBody, consumes: (node.value(for: "consumes") ?? document["consumes"])?.sequence ?? [], in: document, note: note)
  }

  private func server(_ operation: Operation, _ node: Node) throws(Diagnostic) -> Text? {
    try servers.own(node.value(for: "servers") ?? operation.servers)
  }

  /// The headers that are no arguments, as OpenAPI 3 says.
  private static let owned: Set = ["accept", "content-type", "authorization"]

  private func declarations(
    _ nodes: [Node], _ inPath: [String], _ operation: Operation, note: (Diagnostic) -> Void
  ) throws(Diagnostic) -> [ParameterDeclaration] {
    var declared: [ParameterDeclaration] = []
    for node in nodes {
      guard let parameter = OperationParameter(node, in: document) else {
        note(.warning(.documentParameter, "the parameter has no 'name' or no 'in', and is left out", at: node.range))
        continue
      }
      switch parameter.place {
      case "path" where !inPath.contains(parameter.name):
        note(.warning(.documentParameter, "the path has no '{\(parameter.name)}', so the parameter is left out", at: node.range))
      case "path": declared.append(parameter.declaration(.path, note: note))
      case "query": declared.append(parameter.declaration(.query, note: note))
      case "header" where document.isSwagger || !Self.owned.contains(parameter.name.lowercased()):
        declared.append(parameter.declaration(.header, note: note))
      case "cookie": declared.append(parameter.declaration(.cookie, note: note))
      case "header", "body", "formData": break
      default: note(.warning(.documentParameter, "'\(parameter.place)' is no location of parameters, so it is left out", at: node.range))
      }
    }
    for name in inPath where !declared.contains(where: { $0.location == .path && $0.name == name }) {
      var parameter = ParameterDeclaration(name: name, range: operation.key.range, location: .path)
      parameter.shape = ShapeDeclaration(.string)
      declared.append(parameter)
    }
    return declared
  }

  // MARK: Settings

  private func settings(_ node: Node, _ parameters: [Node], _ body: OperationBody?, _ range: SourceRange) -> [Entry] {
    var settings: [Entry] = []
    if let doc = Self.doc(node) { settings.append(Literal.entry("doc", doc.text, doc.range)) }
    var headers: [Entry] = []
    if let type = body?.mediaType { headers.append(Literal.entry("Content-Type", Literal.escaped(type), range)) }
    if let accept = accept(node, parameters) { headers.append(Literal.entry("Accept", Literal.escaped(accept), range)) }
    if !headers.isEmpty { settings.append(Entry(Literal.node("headers", range), Node(.mapping(headers), range: range))) }
    if let own = node.value(for: "security"), let auth = security.auth(own) {
      settings.append(Entry(Literal.node("auth", own.range), auth))
    }
    return settings
  }

  /// The value of `Accept`: that of a declared parameter with a default or one value, by which some servers choose their version, or the
  /// JSON type of a response.
  private func accept(_ node: Node, _ parameters: [Node]) -> String? {
    if !document.isSwagger, let declared = parameters.first(where: { $0.text(for: "name")?.lowercased() == "accept" }) {
      let schema = document.schema(declared.value(for: "schema"))
      if let value = (schema.standard ?? schema.values.flatMap { $0.count == 1 ? $0[0] : nil })?.text { return value }
    }
    let types = ResponseReader(document: document, operation: node).success?.types ?? []
    guard let json = types.first(where: { $0 == "application/json" }) ?? types.first(where: { MediaKind($0) == .json && !$0.contains("*") })
    else { return nil }
    return "\(json), */*;q=0.1"
  }
}
