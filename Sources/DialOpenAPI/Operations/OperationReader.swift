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
    if let mistake = try mistake(of: node) { note(mistake) }
    let bodies = try bodies(node, all, note: note)
    let body = bodies.first
    let inPath = all.compactMap { OperationParameter($0, in: document) }.filter { $0.place == "path" }
    var path = try PathReader(operation.path, at: operation.key.range) { name in
      inPath.first { $0.name == name }?.expression ?? .init(operation: .simple, variables: [.init(name: name)])
    }
    if let name = path.names.first(where: { "+#/?&;".contains($0.prefix(1)) && !$0.isEmpty || $0.hasSuffix("*") }) {
      note(
        .warning(
          .documentParameter, "'{\(name)}' is not OpenAPI syntax; the argument is called '\(name)', and its value is one segment",
          at: operation.key.range))
    }
    let credentials = (node.value(for: "security") ?? document["security"]).map(security.items) ?? []
    let own = try declarations(all, &path, operation, besides: credentials, note: note)
    let line = LineDeclaration(
      method: operation.method, methodRange: operation.key.range,
      target: TargetModel(template: URITemplate(parts: path.parts), text: operation.path, range: operation.key.range, isAbsolute: false),
      range: operation.key.range)
    let stream = StreamReader(document: document, operation: node, parameters: all).read(at: operation.key.range)
    func whole(_ body: OperationBody?) -> Shared<LineDeclaration> {
      var line = line
      if let body { line.encoding = (body.encoding, operation.key.range) }
      line.parameters = own + (body?.parameters ?? [])
      return Shared(line)
    }
    var endpoint = EndpointDeclaration(
      name: name, range: operation.key.range, end: operation.node.range, line: whole(body))
    if let stream { endpoint.result = (ResultDeclaration(stream.result), operation.key.range) }
    endpoint.tags = node.value(for: "tags")?.sequence?.compactMap(\.text) ?? []
    endpoint.body = (body != nil, body.map { !$0.isRequired } ?? true)
    endpoint.bodyType = body?.mediaType
    endpoint.bodies = bodies.dropFirst().compactMap { body in
      body.mediaType.map { BodyDeclaration(mediaType: $0, header: body.header, line: whole(body)) }
    }
    endpoint.settings = settings(node, all, body, stream, operation.key.range, note)
    let names = Set((own + bodies.flatMap(\.parameters)).map(\.name))
    let extensions = OperationExtensions(document: document, method: operation.method, operation: node, arguments: names)
    endpoint.hints = extensions.settings + (stream?.settings ?? [])
    for found in extensions.note.all { note(found) }
    let responses = ResponseReader(document: document, operation: node)
    endpoint.responses = DeclaredResponses { responses.declared }
    endpoint.facts = Shared(facts(node, server, stream))
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

  /// Says that a part of an operation has a form in which nothing can be read from it.
  private func mistake(of node: Node) throws(Diagnostic) -> Diagnostic? {
    if let parameters = node.value(for: "parameters"), parameters.sequence == nil {
      return .warning(.documentOperation, "'parameters' must be a list, so the operation has none", at: parameters.range)
    }
    guard let body = node.value(for: "requestBody"), try document.resolve(body).value(for: "content")?.mapping == nil else { return nil }
    return .warning(
      .documentOperation, "'requestBody' must have 'content' with media types, so the operation has no body", at: body.range)
  }

  private func facts(_ node: Node, _ server: Text?, _ stream: StreamReader.Stream?) -> OperationFacts {
    let responses = ResponseReader(document: document, operation: node)
    var facts = OperationFacts()
    facts.isDeprecated = node.flag("deprecated") || node.flag("x-deprecated")
    facts.server = server
    if let declared = node.value(for: "security") ?? document["security"] { facts.isSecured = security.isRequired(declared) }
    facts.sunset = node.text(for: "x-sunset")
    facts.authHint = (node.value(for: "security") ?? document["security"]).flatMap(security.hint)
    let samples = ResponseSample(document: document)
    facts.sample = samples.mock(responses, at: node.range)
    if let stream {
      let elements = samples.mock(stream, at: node.range)
      if stream.argument == nil { facts.sample = elements } else { facts.streamSample = elements }
    }
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

  /// Returns the body of each media type, the usual one first.
  private func bodies(_ node: Node, _ parameters: [Node], note: (Diagnostic) -> Void) throws(Diagnostic) -> [OperationBody] {
    // A generator of code calls the whole body so.
    let given = node.text(for: "x-codegen-request-body-name").flatMap { $0.isEmpty ? nil : $0 }
    let name = given.flatMap { name in parameters.contains { $0.text(for: "name") == name && $0.text(for: "in") != "body" } ? nil : name }
    if let body = node.value(for: "requestBody") {
      return try OperationBody.all(document.resolve(body), named: name, in: document, note: note)
    }
    let inBody = parameters.filter { ["body", "formData"].contains($0.text(for: "in")) }
    if inBody.isEmpty { return [] }
    let types = (node.value(for: "consumes") ?? document["consumes"])?.sequence ?? []
    return OperationBody.all(inBody, consumes: types, named: name, in: document, note: note)
  }

  private func server(_ operation: Operation, _ node: Node) throws(Diagnostic) -> Text? {
    try servers.own(node.value(for: "servers") ?? operation.servers)
  }

  /// The headers that are no arguments, as OpenAPI 3 says.
  private static let owned: Set = ["accept", "content-type", "authorization"]

  private func declarations(
    _ nodes: [Node], _ path: inout PathReader, _ operation: Operation, besides credentials: Set<String>, note: (Diagnostic) -> Void
  ) throws(Diagnostic) -> [ParameterDeclaration] {
    let inPath = path.names
    var declared: [ParameterDeclaration] = []
    for node in nodes {
      guard let parameter = OperationParameter(node, in: document) else {
        note(.warning(.documentParameter, "the parameter has no 'name' or no 'in', and is left out", at: node.range))
        continue
      }
      if let found = parameter.styleFault { note(found) }
      switch parameter.place {
      case "path" where !inPath.contains(parameter.name):
        note(.warning(.documentParameter, "the path has no '{\(parameter.name)}', so the parameter is left out", at: node.range))
      case "path": declared.append(parameter.declaration(.path, note: note))
      case "query":
        var query = parameter.declaration(.query, note: note)
        // An item that the path has, too, is sent once.
        if let fixed = parameter.standard(path.values(of: parameter.name), query) {
          path.remove(item: parameter.name)
          query.standard = (fixed, operation.key.range)
        }
        // Its value is that of the credentials, unless an argument is passed.
        if credentials.contains(parameter.name) { query.isOptional = true }
        declared.append(query)
      case "header" where HeaderRules.isOwned(parameter.name):
        let message = "the header '\(parameter.name)' is controlled by the protocol, so the parameter is left out"
        note(.warning(.documentParameter, message, at: node.value(for: "name")?.range ?? node.range))
      case "header" where !HeaderRules.isToken(parameter.name), "cookie" where !HeaderRules.isToken(parameter.name):
        let message = "'\(parameter.name.excerpt)' is not a valid name of a \(parameter.place), so the parameter is left out"
        note(.warning(.documentParameter, message, at: node.value(for: "name")?.range ?? node.range))
      case "header" where document.isSwagger || !Self.owned.contains(parameter.name.lowercased()):
        declared.append(parameter.declaration(.header, note: note))
      case "cookie": declared.append(parameter.declaration(.cookie, note: note))
      case "querystring":
        declared.append(parameter.querystring(note: note))
        if !parameter.isForm { path.append(querystring: parameter.name) }
      case "header", "body", "formData": break
      default: note(.warning(.documentParameter, "'\(parameter.place)' is no location of parameters, so it is left out", at: node.range))
      }
    }
    for header in GlobalHeader.all(of: document, note: { _ in }) {
      let isThere = nodes.contains { $0.text(for: "in") == "header" && HeaderRules.isSame($0.text(for: "name") ?? "", header.name) }
      if !isThere { declared.append(header.declaration) }
    }
    for name in inPath where !declared.contains(where: { $0.location == .path && $0.name == name }) {
      var parameter = ParameterDeclaration(name: name, range: operation.key.range, location: .path)
      parameter.shape = ShapeDeclaration(.string)
      declared.append(parameter)
    }
    return declared
  }

  // MARK: Settings

  private func settings(
    _ node: Node, _ parameters: [Node], _ body: OperationBody?, _ stream: StreamReader.Stream?, _ range: SourceRange,
    _ note: (Diagnostic) -> Void
  ) -> [Entry] {
    var settings: [Entry] = []
    if let doc = Self.doc(node) { settings.append(Literal.entry("doc", doc.text, doc.range)) }
    var headers: [Entry] = []
    if let type = body?.header { headers.append(Literal.entry("Content-Type", Text.escaped(type), range)) }
    if let accept = accept(node, parameters, stream) { headers.append(Literal.entry("Accept", Text.escaped(accept), range)) }
    if !headers.isEmpty { settings.append(Entry(Literal.node("headers", range), Node(.mapping(headers), range: range))) }
    if let own = node.value(for: "security"), own.alternatives != nil {
      // Nothing required, as in `[{}]`, is not what the document requires of other operations.
      settings.append(Entry(Literal.node("auth", own.range), security.auth(own, note: note) ?? Literal.node("none", own.range)))
    }
    return settings
  }

  /// The shapes of the responses that are a success.
  private func successes(_ node: Node) -> [Shape] {
    ResponseReader(document: document, operation: node).declared.filter { $0.status.hasPrefix("2") }.flatMap {
      $0.contents.compactMap(\.shape)
    }
  }

  /// The value of `Accept`: that of a declared parameter with a default or one value, by which some servers choose their version, or the
  /// JSON type of a response.
  private func accept(_ node: Node, _ parameters: [Node], _ stream: StreamReader.Stream?) -> String? {
    if !document.isSwagger, let declared = parameters.first(where: { $0.text(for: "name")?.lowercased() == "accept" }) {
      let schema = document.schema(declared.value(for: "schema"))
      if let value = (schema.standard ?? schema.values.flatMap { $0.count == 1 ? $0[0] : nil })?.text { return value }
    }
    if let stream, stream.argument == nil {
      return stream.kind == .events ? nil : stream.mediaType.map { "\($0), */*;q=0.1" }
    }
    let types = ResponseReader(document: document, operation: node).successTypes
    guard
      let json = types.first(where: { $0 == "application/json" })
        ?? types.first(where: { Encoding(mediaType: $0) == .json && !$0.contains("*") })
    else {
      // Under any type, a schema describes JSON, and a server can choose by this header.
      let isJSON = types.contains { $0.contains("*") } && successes(node).contains { $0.comesFromJSON }
      return isJSON ? "application/json, */*;q=0.1" : nil
    }
    return "\(json), */*;q=0.1"
  }
}
