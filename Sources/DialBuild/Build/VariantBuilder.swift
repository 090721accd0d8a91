import DialModel
import DialSyntax

/// Builds an endpoint with each other media type of its body, as a stream if an argument asks for it, and for each status of a response that
/// has a result of its own.
struct VariantBuilder {
  let level: InheritedSettings
  let context: BuildContext

  /// Returns the endpoint that calls use without a choice, and the others.
  func split(_ declared: Shared<EndpointDeclaration>) -> (Shared<EndpointDeclaration>, [EndpointVariant]) {
    var usual = declared.value
    let chosen = usual.settings.first { $0.name == "contentTypes" }
    let streamed = usual.settings.first { $0.name == "streamIf" }
    guard chosen != nil || streamed != nil || !usual.bodies.isEmpty || usual.result?.value.statuses.isEmpty == false else {
      return (declared, [])
    }
    usual.settings.removeAll { $0.name == "contentTypes" }
    if let chosen { add(chosen, to: &usual) }
    let others = usual.bodies
    usual.bodies = []
    var variants = others.compactMap { variant($0, of: usual) }
    usual.settings.removeAll { $0.name == "streamIf" }
    if let streamed, let choice = argument(streamed.value) {
      if let model = build(stream(usual)) { variants.append(EndpointVariant(choice, model)) }
      usual = whole(usual)
    }
    variants += results(&usual)
    return (Shared(usual), variants)
  }

  // MARK: Statuses

  /// Returns how a response of each declared status is read, and of all others. The endpoint itself gets a result for all successes.
  private func results(_ usual: inout EndpointDeclaration) -> [EndpointVariant] {
    guard let (declared, key) = usual.result, !declared.statuses.isEmpty else { return [] }
    let statuses = declared.statuses
    usual.result = (ResultDeclaration(declared.model, uses: declared.uses), key)
    usual.responses = DeclaredResponses { statuses.map(DeclaredResponse.init) }
    if let failure = usual.failure ?? usual.line?.value.failure.map({ ($0, usual.range) }),
      let twin = statuses.first(where: { !$0.isSuccess })
    {
      context.findings.error(
        .statuses, "'\(twin.status)' in 'returns' and 'fails' both declare the failure; keep one of them", at: twin.range,
        notes: [.init("the failure is declared here", range: failure.1)])
    }
    if usual.line?.value.method == Methods.socket {
      context.findings.error(.statuses, "a WebSocket has no results by status; declare the type of its messages", at: key)
    }
    let successes = Set(statuses.successes.map(\.status))
    let rest = StatusResult(status: "default", range: key, model: .inferred)
    usual.failure = statuses.first { $0.status == "default" }?.shape.map { (ShapeDeclaration($0), key) } ?? usual.failure
    return (statuses + (statuses.contains { $0.status == "default" } ? [] : [rest])).compactMap { result in
      var endpoint = usual
      if successes.contains(result.status) || result.status == "default" {
        endpoint.result = (ResultDeclaration(result.model), result.range)
      }
      if !result.isSuccess { endpoint.failure = result.shape.map { (ShapeDeclaration($0), result.range) } ?? usual.failure }
      return build(endpoint).map { EndpointVariant(.status(result.status), $0) }
    }
  }

  /// Builds a variant. What is wrong with it was said of the endpoint, and it is left out.
  private func build(_ declared: EndpointDeclaration) -> EndpointModel? {
    let findings = Findings()
    let context = BuildContext(findings, paths: context.paths, service: context.service, types: context.types)
    let model = EndpointBuilder.build(Shared(declared), in: level, context)
    return findings.hasErrors ? nil : model
  }

  // MARK: Media types

  private func variant(_ body: BodyDeclaration, of usual: EndpointDeclaration) -> EndpointVariant? {
    var other = usual
    (other.line, other.bodyType) = (body.line, nil)
    other.settings.removeAll { $0.name == "encoding" }
    setType(body.header, of: &other)
    return build(other).map { EndpointVariant(.mediaType(body.mediaType), $0) }
  }

  /// Sets or removes the header `Content-Type`.
  private func setType(_ header: String?, of endpoint: inout EndpointDeclaration) {
    let range = endpoint.range
    let fields = (endpoint.settings.first { $0.name == "headers" }?.value.mapping ?? []).filter {
      !HeaderRules.isSame($0.name, "Content-Type")
    }
    let type = header.map { [Entry(key: node("Content-Type", range), value: node(Text.escaped($0), range))] } ?? []
    endpoint.settings.removeAll { $0.name == "headers" }
    if fields.isEmpty, type.isEmpty { return }
    endpoint.settings.append(Entry(key: node("headers", range), value: Node(.mapping(fields + type), range: range)))
  }

  private func node(_ text: String, _ range: SourceRange) -> Node { Node(.scalar(Scalar(text: text, style: .doubleQuoted)), range: range) }

  /// Reads `contentTypes: [application/json, text/csv]`. The first one is the usual one; parameters without a location are members of each
  /// body that has members, and other bodies are passed as a whole.
  private func add(_ entry: Entry, to endpoint: inout EndpointDeclaration) {
    let findings = context.findings
    guard let line = endpoint.line?.value, let items = Values.sequence(entry.value, "'contentTypes'", findings) else { return }
    if items.isEmpty { findings.error(.expectedList, "'contentTypes' must have at least one media type", at: entry.value.range) }
    var types: [(text: String, encoding: Encoding)] = []
    for item in items {
      guard let text = Values.text(item, "a media type", findings) else { continue }
      guard MediaType(text) != nil, !text.contains("*") else {
        findings.error(.expectedValue, "'\(text)' is not a valid media type; write a type such as application/json", at: item.range)
        continue
      }
      types.append((text, Encoding(mediaType: text)))
    }
    guard let first = types.first else { return }
    let members = first.encoding.isWhole ? [] : bodyNames(endpoint)
    func other(_ type: (text: String, encoding: Encoding)) -> LineDeclaration {
      var line = line
      line.encoding = (type.encoding, entry.key.range)
      if type.encoding.isWhole, !members.isEmpty || type.encoding != first.encoding {
        line.parameters?.removeAll { members.contains($0.name) }
        var whole = ParameterDeclaration(name: "_", range: entry.key.range, location: .body)
        whole.shape = type.encoding == .bytes ? ShapeDeclaration(.data) : type.encoding == .text ? ShapeDeclaration(.string) : nil
        if !(line.parameters?.contains { $0.location == .body } ?? true) { line.parameters?.append(whole) }
      }
      return line
    }
    endpoint.bodyType = first.text
    let fields = endpoint.settings.first { $0.name == "headers" }?.value.mapping ?? []
    let own = fields.last { HeaderRules.isSame($0.name, "Content-Type") }?.value.text.flatMap { MediaType($0) }
    if let header = first.encoding.header(for: first.text), own?.essence != MediaType(first.text)?.essence {
      setType(header, of: &endpoint)
    }
    if line.encoding == nil { endpoint.line = Shared(other(first)) }
    endpoint.bodies = types.dropFirst().map { type in
      BodyDeclaration(mediaType: type.text, header: type.encoding.isForm ? nil : type.text, line: Shared(other(type)))
    }
  }

  /// The names of the parameters that are members of the body.
  private func bodyNames(_ endpoint: EndpointDeclaration) -> Set<String> {
    var plain = endpoint
    (plain.bodies, plain.settings) = ([], plain.settings.filter { $0.name != "streamIf" })
    return Set((build(plain)?.parameters ?? []).filter { $0.place.has(.body) }.map(\.name))
  }

  // MARK: Streams

  /// Reads `streamIf: stream` or `{argument: stream, default: true}`.
  private func argument(_ node: Node) -> EndpointVariant.Choice? {
    if node.mapping == nil {
      return Values.text(node, "the name of a parameter", context.findings).map { .argument($0, isDefault: false) }
    }
    var (name, isDefault): (String?, Bool) = (nil, false)
    KeyTable.streamIf.read(node, context.findings) { entry in
      switch entry.name {
      case "argument": name = Values.text(entry.value, "the name of a parameter", context.findings)
      default: isDefault = Values.bool(entry.value, entry.name, context.findings) ?? false
      }
    }
    if name == nil {
      context.findings.error(.missingKey, "'streamIf' requires 'argument', the parameter that asks for the stream", at: node.range)
    }
    return name.map { .argument($0, isDefault: isDefault) }
  }

  private func stream(_ usual: EndpointDeclaration) -> EndpointDeclaration {
    var stream = usual
    // The stream has its own media types.
    stream.settings = usual.settings.compactMap { entry in
      guard entry.name == "headers" else { return entry.name == "select" ? nil : entry }
      let others = (entry.value.mapping ?? []).filter { !HeaderRules.isSame($0.name, "Accept") }
      return others.isEmpty ? nil : Entry(key: entry.key, value: Node(.mapping(others), range: entry.value.range))
    }
    stream.settings.removeAll { ["paginate", "poll"].contains($0.name) }
    if let facts = usual.facts?.value {
      var own = facts
      own.sample = facts.streamSample ?? facts.sample
      stream.facts = Shared(own)
    }
    return stream
  }

  private func whole(_ usual: EndpointDeclaration) -> EndpointDeclaration {
    var whole = usual
    if var line = usual.line?.value {
      line.result = nil
      whole.line = Shared(line)
    }
    whole.result = nil
    whole.settings.removeAll { $0.name == "events" }
    return whole
  }
}

extension DeclaredResponse {
  fileprivate init(_ result: StatusResult) {
    let contents: [Content] =
      switch result.model {
      case .events(let shape): [Content("text/event-stream", shape, at: result.range)]
      default: result.shape.map { [Content("", $0, at: result.range)] } ?? []
      }
    self.init(status: result.status, contents: contents, doc: nil, range: result.range)
  }
}
