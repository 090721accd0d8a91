import Dial
import DialText

/// The endpoints of all served specs, as an agent may use them.
struct Catalog: Sendable {
  let specs: [ServedSpec]
  let options: AgentOptions
  let gate: Gate
  let confirmations = Confirmations()
  let binaries = BinaryResults()

  init(specs: [ServedSpec], options: AgentOptions) {
    (self.specs, self.options) = (specs, options)
    gate = Gate(options.allowed, only: options.only)
  }

  // MARK: The endpoints

  struct Found: Sendable {
    let spec: ServedSpec
    let client: Client
    let model: EndpointModel

    var service: ServiceModel { client.engine.spec.service }

    /// Whether a model cannot pass an argument: it is secret, or would take the place of a credential.
    func isSecret(_ parameter: ParameterModel) -> Bool { service.isSecret(parameter) || model.auth.isReplaced(by: parameter) }
  }

  /// Returns the endpoint that an argument names: `getUser`, or `users/getUser`.
  func endpoint(_ given: JSON) async throws(ToolFault) -> Found {
    guard let name = given[member: "endpoint"].asString, !name.isEmpty else {
      throw .result("missing argument 'endpoint', a string; to find one, use the tool 'search'")
    }
    // A spec that cannot be used does not stop the others.
    let (usable, faults) = try await usable()
    var found: [Found] = []
    for (spec, client) in usable {
      let names = [name] + (name.hasPrefix(spec.name + "/") ? [String(name.dropFirst(spec.name.count + 1))] : [])
      let endpoints = client.engine.spec.service.endpoints
      for case let index? in names.map(endpoints.place) where gate.shows(endpoints.names[index], of: spec.name) {
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
    let all = usable.flatMap { spec, client in names(of: spec, client).map { title($0, of: spec) } }
    let shown = TerminalText.safe(String(name.prefix(200)))
    let nearest = Suggestion.nearest(to: name, among: all).map { "; did you mean '\($0)'?" } ?? ""
    throw .result("unknown endpoint '\(shown)'\(nearest)\(faults.map { "\n" + $0 }.joined())\nto find endpoints, use the tool 'search'")
  }

  /// The names of the endpoints that the agent sees.
  func names(of spec: ServedSpec) async -> [String] {
    guard case .success(let client) = await spec.client else { return [] }
    return names(of: spec, client)
  }

  private func names(of spec: ServedSpec, _ client: Client) -> [String] {
    client.engine.spec.service.endpoints.names.filter { gate.shows($0, of: spec.name) }
  }

  /// The specs that can be used, and what is wrong with the others. Throws if there is none.
  func usable() async throws(ToolFault) -> (specs: [(spec: ServedSpec, client: Client)], faults: [String]) {
    var (usable, faults): ([(spec: ServedSpec, client: Client)], [String]) = ([], [])
    for spec in specs {
      switch await spec.client {
      case .success(let client): usable.append((spec, client))
      case .failure(let fault): faults.append("the spec '\(spec.name)' cannot be loaded: \(fault.message)")
      }
    }
    if usable.isEmpty { throw .result(faults.joined(separator: "\n")) }
    return (usable, faults)
  }

  func title(_ found: Found) -> String { title(found.model.name, of: found.spec) }

  /// The name of an endpoint, with its spec if there are several.
  private func title(_ name: String, of spec: ServedSpec) -> String { specs.count > 1 ? "\(spec.name)/\(name)" : name }

  /// Says that a call is not sent, and what allows it.
  func refusal(of found: Found) -> String {
    let (name, method) = (title(found), found.model.method)
    return "'\(name)' is \(method), which this server does not send; \(options.permission(name, method))"
  }

  /// Says that a wait is not begun whose requests are those of another endpoint.
  func refusal(of found: Found, waitingWith other: EndpointSummary) -> String {
    let name = title(other.name, of: found.spec)
    let permission = options.permission(name, other.method)
    return "'\(title(found))' waits with '\(name)', a \(other.method), which this server does not send; \(permission)"
  }

  // MARK: Texts

  func line(_ endpoint: EndpointSummary, of spec: ServedSpec) -> String {
    let mark = gate.admits(endpoint.method, endpoint.name, of: spec.name) ? "" : options.asks ? " (asks)" : " (not allowed)"
    let doc = endpoint.doc.map { "  " + AgentText.line($0) } ?? ""
    return TerminalText.safe("\(title(endpoint.name, of: spec))  \(endpoint.method) \(endpoint.target)\(mark)") + doc
  }

  func describe(_ found: Found) -> String {
    let (model, service) = (found.model, found.service)
    let given = model.parameters.filter { !found.isSecret($0) }
    let sample = Sample(types: service.types)
    let example = given.filter(\.isRequired).compactMap { parameter in sample.value(of: parameter, in: model).map { (parameter, $0) } }
    let shared = model.sharedNames
    var members: [(String, JSON)] = [
      ("endpoint", .string(title(found))), ("request", .string(TerminalText.safe("\(model.method) \(model.target.shownText)"))),
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
      let shown = endpoints.summaries.filter { gate.shows($0.name, of: spec.name) }
      return ("text/plain", shown.map { line($0, of: spec) }.joined(separator: "\n"))
    }
    guard gate.shows(endpoint, of: spec.name) else { return nil }
    return endpoints[endpoint].map { ("application/json", describe(Found(spec: spec, client: client, model: $0))) }
  }
}
