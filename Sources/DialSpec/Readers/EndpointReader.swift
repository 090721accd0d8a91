import DialBuild
import DialModel
import DialSyntax

/// Reads one entry of `endpoints:`, a line or a mapping.
struct EndpointReader {
  let findings: Findings
  var isOverlay = false

  /// Whether a value can change an endpoint of another document; a line would be a new one.
  private static func isChange(_ node: Node) -> Bool { node.isNull || node.text == "" || node.mapping != nil }

  /// - Parameter previous: the endpoint above this one.
  func read(_ entry: Entry, behind previous: Entry? = nil) -> Shared<EndpointDeclaration>? {
    // A document of another format has other names, such as `repos/list` and `GET /pets/{id}`.
    guard Name.isValid(entry.name) || isOverlay && Self.isChange(entry.value) else {
      let message = "'\(entry.name)' is not a valid endpoint name; use \(Name.rule)"
      findings.add(.finding(.error, .invalidName, message, at: entry.key.range), about: .entry(entry))
      return nil
    }
    var endpoint = EndpointDeclaration(name: entry.name, range: entry.key.range, end: entry.value.range)
    switch entry.value.content {
    case .scalar(let scalar):
      if isOverlay, scalar.isPlain, scalar.text.isEmpty || entry.value.isNull {
        (endpoint.isPartial, endpoint.isRemoved) = (true, !scalar.text.isEmpty)
        return Shared(endpoint)
      }
      do throws(ParseError) {
        var parser = try SignatureParser(entry.value, scalar.text, findings)
        endpoint.line = try parser.line()
        endpoint.comparisons = parser.comparisons
        return endpoint.line == nil ? nil : Shared(endpoint)
      } catch {
        return findings.refuseMisplaced(entry, behind: previous, on: .endpoint) ? nil : findings.fail(error)
      }
    case .mapping(let entries): return long(entry, entries, endpoint, behind: previous)
    case .sequence:
      if findings.refuseMisplaced(entry, behind: previous, on: .endpoint) { return nil }
      return findings.fail(
        .expectedMapping, "expected a line such as 'GET /users' or a mapping, found a list", at: entry.value.range)
    }
  }

  private func long(
    _ entry: Entry, _ entries: [Entry], _ endpoint: consuming EndpointDeclaration, behind previous: Entry?
  ) -> Shared<EndpointDeclaration>? {
    endpoint.isPartial = isOverlay
    let method = entries.firstIndex { Methods.isMethod($0.name) }
    // The names of headers are valid methods.
    if method.map({ !Methods.all.contains(entries[$0].name) }) ?? true, findings.refuseMisplaced(entry, behind: previous, on: .endpoint) {
      return nil
    }
    let told = method == nil ? missingMethod(of: entry) : []
    if let method {
      refuse(entries[(method + 1)...], beside: entries[method])
      if isOverlay, entries[method].value.isNull {
        endpoint.removed.append(entries[method])
      } else {
        endpoint.line = line(entries[method], &endpoint.comparisons)
      }
    }
    endpoint.isFaulty = endpoint.line == nil && (method == nil ? told != nil : endpoint.removed.isEmpty)
    for other in entries where !Methods.isMethod(other.name) && told?.contains(other.name) != true {
      if endpoint.isFaulty, let method, other.isRest(of: entries[method].value) { continue }
      read(other, into: &endpoint)
    }
    return Shared(endpoint)
  }

  private func refuse(_ others: ArraySlice<Entry>, beside method: Entry) {
    // An equal key is a finding of YAML.
    for extra in others where Methods.isMethod(extra.name) && extra.name != method.name {
      findings.error(
        .method, "duplicate method '\(extra.name)'; an endpoint can have only one", at: extra.key.range,
        notes: [.init("the first method is here", range: method.key.range)])
    }
  }

  private func line(_ method: Entry, _ comparisons: inout [Comparison]) -> Shared<LineDeclaration>? {
    guard let text = Values.text(method.value, "a target after '\(method.name)'", findings) else { return nil }
    do throws(ParseError) {
      var parser = try SignatureParser(method.value, text, findings)
      defer { comparisons = parser.comparisons }
      return try parser.rest(method: method.name, methodRange: method.key.range)
    } catch {
      return findings.fail(error)
    }
  }

  /// Reports a missing method. Returns the keys that this explains; nil if nothing is missing, as in an overlay.
  private func missingMethod(of entry: Entry) -> [String]? {
    if let keys = findings.adviseMethod(of: entry) { return keys }
    if isOverlay { return nil }
    findings.error(.missingKey, "the endpoint '\(entry.name)' has no method; add a key such as 'GET: /path'", at: entry.key.range)
    return []
  }

  private func read(_ entry: Entry, into endpoint: inout EndpointDeclaration) {
    if KeyTable.endpoint.contains(entry.name) {
      readKnown(entry, into: &endpoint)
    } else if entry.name.hasPrefix("x-") {
      endpoint.settings.append(entry)
    } else {
      let meant = findings.unknown(entry, of: KeyTable.endpoint.words, .endpoint)
      // Whether an endpoint is closed decides what else is found.
      if let meant, meant.name == "params" { readKnown(meant, into: &endpoint) }
    }
  }

  private func readKnown(_ entry: Entry, into endpoint: inout EndpointDeclaration) {
    let node = entry.value
    let isRemoved = isOverlay && node.isNull
    switch entry.name {
    case "params", "returns", "fails": if isRemoved { return endpoint.removed.append(entry) }
    default: break
    }
    switch entry.name {
    case "params": endpoint.parameters = ParamsReader(findings: findings, isOverlay: isOverlay).read(node)
    case "returns":
      let entries = node.mapping ?? []
      endpoint.result = (StatusReader.isByStatus(entries) ? results(entries) : result(node)).map { ($0, entry.key.range) }
    case "fails":
      let isCondition = RefusalReader.isCondition(node) || RefusalReader.lacksCondition(node)
      if isCondition { endpoint.settings.append(entry) }
      guard let type = isCondition ? node.value(for: "type") : node else { return }
      endpoint.failure = ShapeNodeReader.read(type, findings, isOverlay: isOverlay).map { ($0, entry.key.range) }
    default: endpoint.settings.append(entry)
    }
  }

  /// Reads `{200: User, 4xx: Problem}`.
  private func results(_ entries: [Entry]) -> ResultDeclaration? {
    var reader = StatusReader(findings: findings)
    for entry in entries {
      guard let status = reader.status(entry) else { continue }
      // Nothing is said about the body.
      let isEmpty = entry.value.scalar.map { $0.isPlain && $0.text.isEmpty } ?? false
      let isFailure = !status.hasPrefix("2")
      let read = isEmpty ? ResultDeclaration(.inferred) : result(entry.value, takesHead: !isFailure)
      if let read { reader.add(read, for: status, entry) }
    }
    return reader.result
  }

  /// - Parameter takesHead: whether members can come from the head of the response.
  private func result(_ node: Node, takesHead: Bool = true) -> ResultDeclaration? {
    if let scalar = node.scalar, !scalar.text.isEmpty {
      do throws(ParseError) {
        return try Shapes.result(Cursor(node, text: scalar.text), findings, takesHead: takesHead)
      } catch {
        return findings.fail(error)
      }
    }
    let shape = ShapeNodeReader.read(node, findings, takesHead: takesHead, isOverlay: isOverlay)
    return shape.map { ResultDeclaration(.shape($0.shape), uses: $0.uses, change: $0.change) }
  }
}
