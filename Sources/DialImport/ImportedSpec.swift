package import Dial
package import DialTesting

/// A spec made of something else. It is checked: an endpoint with an error is left out.
package struct ImportedSpec {
  package private(set) var text: String
  /// What the user should know.
  package private(set) var notes: [String]
  /// The variables that must have a value.
  package private(set) var variables: [ImportedVariable] = []
  /// The endpoints that are left out. The notes name them, too.
  package private(set) var omissions: [SpecWriter.Omission] = []
  /// Whether all endpoints are left out.
  package private(set) var isEmpty = false
  /// Origins of requests that are left out, and how many there are.
  package private(set) var otherOrigins: [(origin: String, count: Int)] = []

  /// Imports the endpoints of a document.
  ///
  /// - Parameter only: the names and tags of the wanted endpoints; empty for all.
  package init(_ service: ServiceDeclaration, _ late: LateEndpoints, name: String, only: [String]) throws(ImportError) {
    var omitted: [SpecWriter.Omission] = []
    var endpoints: [EndpointDeclaration] = []
    var found: Set<String> = []
    for (index, name) in late.index.names.enumerated() {
      var endpoint: EndpointDeclaration
      var notes: [Diagnostic] = []
      do throws(Diagnostic) {
        endpoint = Self.placed(try late.index.endpoint(at: index) { notes.append($0) }, in: service)
      } catch {
        endpoint = EndpointDeclaration(name: name, range: error.range, end: error.range)
        omitted.append(SpecWriter.Omission(name: name, reason: error.message))
      }
      let matches = only.filter { $0 == name || endpoint.tags.contains($0) }
      found.formUnion(matches)
      if only.isEmpty || !matches.isEmpty { endpoints.append(endpoint) }
    }
    if let unknown = only.first(where: { !found.contains($0) }) {
      let known = late.index.names + Set(endpoints.flatMap(\.tags)).sorted()
      throw .unknownName(unknown, known: known, isOrigin: false)
    }
    var results = ResultImport(late.index.types)
    let plain = endpoints
    for index in endpoints.indices { results.add(to: &endpoints[index]) }
    let named = results.named(endpoints)
    var whole = service
    whole.level.types += named.types
    // In the language, the target `/` is the base itself.
    if endpoints.contains(where: { $0.line?.value.target.isOnlySlash ?? false }) {
      whole.level.settings = whole.level.settings.map { $0.name == "base" ? $0.withFinalSlash : $0 }
    }
    self.init(
      whole, named.endpoints, name: name, leavingOut: omitted, plain: plain, types: service.level.types.count,
      notes: Self.losses(plain))
  }

  /// Returns what the language cannot say, or what an import does not print, once for each kind.
  private static func losses(_ endpoints: [EndpointDeclaration]) -> [String] {
    let lines = endpoints.compactMap { endpoint in endpoint.line.map { (endpoint, $0.value) } }
    let rules = lines.flatMap { $1.parameters ?? [] }.reduce(0) { $0 + ConstraintWriter.omitted(of: $1) }
    let types = lines.reduce(0) { sum, line in
      let written = EndpointWriter.contentTypes(of: line.0, line.1)
      return sum + line.0.bodies.count { !written.contains($0.mediaType) }
    }
    let members = lines.flatMap { $1.parameters ?? [] }.count { $0.memberShape.map(Self.isTyped) == true }
    let needed = lines.flatMap { $1.parameters ?? [] }.count(where: \.isNeeded)
    let samples = lines.count { $0.0.facts?.value.sample?.answers.contains { if case .none = $0.body { false } else { true } } ?? false }
    return [
      (rules, "constraint", "of members or defaults, which the language does not have"),
      (types, "media type", "of a body whose members differ from those of the usual one"),
      (members, "type", "of the members of an argument; write their numbers and Booleans with ':=', as in size.width:=5"),
      (needed, "requirement", "of members of a body that may be absent, which the language does not have"),
      (samples, "mock response", "made of examples and schemas; the mock of the document itself has them"),
    ].filter { $0.0 > 0 }.map { count, what, why in "\(count.counted(what)) left out: \(why)" }
  }

  /// Whether the text of a member can mean something else than a string.
  private static func isTyped(_ shape: Shape) -> Bool {
    switch shape.wrapped {
    case .record(let record): record.members.contains { isTyped($0.shape) }
    case .array(let item): isTyped(item)
    case .int, .int64, .uint64, .double, .bool: true
    default: false
    }
  }

  /// Returns an endpoint at the server that the document gives it, and with the credentials that it must not be called without.
  private static func placed(_ endpoint: EndpointDeclaration, in service: ServiceDeclaration) -> EndpointDeclaration {
    guard var line = endpoint.line?.value, let facts = endpoint.facts?.value, let server = facts.server else { return endpoint }
    var endpoint = endpoint
    let base = service.level.settings.first { $0.name == "base" }?.value
    let target = base.flatMap { node in node.text.map { TargetModel(base: Text($0, range: node.range, arguments: false)) } }
    line.target = line.target.at(server, base: target, isSecured: facts.isSecured)
    endpoint.line = Shared(line)
    if facts.isSecured, line.target.isAbsolute, !endpoint.settings.contains(where: { $0.name == "auth" }) {
      endpoint.settings += service.level.settings.filter { $0.name == "auth" }
    }
    // The document sends its credentials to its own servers.
    let vars = service.level.settings.first { $0.name == "vars" }?.value
    if facts.isSecured, let there = origin(line.target, vars), there != target.flatMap({ origin($0, vars) }) {
      func node(_ content: Node.Content) -> Node { Node(content, range: endpoint.range) }
      func text(_ text: String) -> Node { node(.scalar(Scalar(text: text, style: .doubleQuoted))) }
      let trust = Entry(key: text("trust"), value: node(.sequence([text(there.host)])))
      endpoint.settings.append(Entry(key: text("redirects"), value: node(.mapping([trust]))))
    }
    return endpoint
  }

  /// Returns the origin of an absolute target with the defaults of its variables.
  private static func origin(_ target: TargetModel, _ vars: Node?) -> Origin? {
    guard target.isAbsolute, let pieces = TargetParts(target).authority else { return nil }
    var whole = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): whole += text
      case .variable(let name): whole += vars?.value(for: name)?.text ?? ""
      case .expression: return nil
      }
    }
    return Origin(whole)
  }

  /// Imports the requests of one origin: the wanted one, or the one with the most requests.
  ///
  /// - Parameters:
  ///   - only: hosts, such as `api.example.com`.
  ///   - isSession: whether the requests are of one session, in which a secret has one name although its value changes.
  ///   - taken: the variables of the spec to which the endpoints are added, with their values where they are known.
  package init(
    _ requests: [RecordedRequest], only: [String] = [], isSession: Bool = false, taken: [String: String?] = [:], notes: [String] = []
  ) throws(ImportError) {
    var origins: [(origin: String, requests: [RecordedRequest])] = []
    for request in requests {
      guard let url = AbsoluteURL(request.url) else { continue }
      let origin = "\(url.scheme.lowercased())://\(url.authority.split(separator: "@").last ?? "")"
      if let index = origins.firstIndex(where: { $0.origin == origin }) {
        origins[index].requests.append(request)
      } else {
        origins.append((origin, [request]))
      }
    }
    func isWanted(_ origin: String) -> Bool { only.contains { origin == $0 || origin.hasSuffix("://" + $0) } }
    let wanted = only.isEmpty ? origins : origins.filter { isWanted($0.origin) }
    guard let first = wanted.max(by: { $0.requests.count < $1.requests.count }) else {
      if only.isEmpty { throw .nothing }
      throw .unknownName(only[0], known: origins.map(\.origin), isOrigin: true)
    }
    let made = RequestImport(first.requests, origin: first.origin, isSession: isSession, taken: taken)
    self.init(made.service, made.endpoints, name: made.name, notes: notes + made.notes)
    variables = made.variables
    otherOrigins = wanted.filter { $0.origin != first.origin }.map { ($0.origin, $0.requests.count) }
  }

  private init(
    _ service: ServiceDeclaration, _ endpoints: [EndpointDeclaration], name: String, leavingOut omitted: [SpecWriter.Omission] = [],
    plain: [EndpointDeclaration] = [], types: Int = 0, notes: [String] = []
  ) {
    var (service, endpoints, omitted) = (service, endpoints, omitted)
    // The endpoints without what was added to them, and without constraints.
    var simple = Dictionary(plain.map { ($0.name, $0.withoutConstraints) }, uniquingKeysWith: { first, _ in first })
    var spec = SpecWriter(service, endpoints).written(name: name, leavingOut: omitted)
    var findings: [Diagnostic] = []
    while true {
      findings = Spec.check(Array(spec.text.utf8), name: name, folder: nil).diagnostics
      let faults = findings.filter { $0.severity == .error }.compactMap { fault in
        spec.endpoint(atLine: fault.range.start.line).map { SpecWriter.Omission(name: $0, reason: fault.message) }
      }
      // The types belong to no endpoint: if one of them is wrong, results are left out.
      if faults.isEmpty, findings.contains(where: { $0.severity == .error }), !simple.isEmpty, service.level.types.count > types {
        service.level.types.removeLast(service.level.types.count - types)
        for index in endpoints.indices { endpoints[index] = simple[endpoints[index].name] ?? endpoints[index] }
        simple = [:]
        spec = SpecWriter(service, endpoints).written(name: name, leavingOut: omitted)
        continue
      }
      if faults.isEmpty { break }
      for fault in faults {
        if let endpoint = simple.removeValue(forKey: fault.name), let index = endpoints.firstIndex(where: { $0.name == fault.name }) {
          endpoints[index] = endpoint
        } else if !omitted.contains(where: { $0.name == fault.name }) {
          omitted.append(fault)
        }
      }
      spec = SpecWriter(service, endpoints).written(name: name, leavingOut: omitted)
    }
    (text, omissions) = (spec.text, spec.omitted)
    isEmpty = !endpoints.isEmpty && endpoints.allSatisfy { endpoint in spec.omitted.contains { $0.name == endpoint.name } }
    let rest = findings.filter { $0.severity != .note }.map { "line \($0.range.start.line): \($0.message)" }
    self.notes = notes + spec.omitted.map { "'\($0.name)' is left out: \($0.reason)" } + rest
  }
}

extension EndpointDeclaration {
  fileprivate var withoutConstraints: EndpointDeclaration {
    var endpoint = self
    if var line = line?.value {
      line.parameters = line.parameters?.map { parameter in
        var parameter = parameter
        parameter.constraints = []
        return parameter
      }
      endpoint.line = Shared(line)
    }
    endpoint.bodies = []
    return endpoint
  }
}

extension TargetModel {
  /// Whether it is `/`, with or without a query.
  fileprivate var isOnlySlash: Bool { !isAbsolute && text.prefix { $0 != "?" } == "/" }
}

extension Entry {
  fileprivate var withFinalSlash: Entry {
    guard let text = value.text, !text.hasSuffix("/") else { return self }
    return Entry(key: key, value: Node(.scalar(Scalar(text: text + "/", style: .doubleQuoted)), range: value.range))
  }
}
