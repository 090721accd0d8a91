import DialModel
import DialSyntax

/// Whether an endpoint that the spec itself calls is there, and whether what it is given fits.
struct NamedCallRules {
  let findings: Findings
  let id: FindingID
  /// The key that holds `call` and `args`.
  let key: String

  func check(_ call: NamedCall, among endpoints: Endpoints, _ service: ServiceModel) {
    guard let called = endpoints[call.endpoint] else {
      findings.unknown(id, "endpoint", call.endpoint, of: "'\(key).call'", among: service.endpoints.names, at: call.range)
      return
    }
    if let stream = called.kindOfStream {
      let what = key == "poll" ? "be polled" : "return a token"
      findings.error(id, "'\(key).call' names '\(called.name)', but \(stream) cannot \(what)", at: call.range)
    }
    check(call, fits: called, service.types)
  }

  private func check(_ call: NamedCall, fits called: EndpointModel, _ types: TypeTable) {
    var given: Set<String> = []
    var isMisnamed = false
    var named: [String: [ParameterModel]] = [:]
    for parameter in called.parameters {
      named[parameter.name, default: []].append(parameter)
      if parameter.qualifiedName != parameter.name { named[parameter.qualifiedName, default: []].append(parameter) }
    }
    let names = called.parameters.map(\.name)
    for (text, value) in call.arguments {
      guard let name = text.literal else { continue }
      let found = named[name] ?? []
      given.formUnion(found.map(\.qualifiedName))
      if found.isEmpty, !called.isOpen, name != "_" {
        isMisnamed = true
        PagingRules(findings: findings).refuse(name, of: called, names, "'\(key).args'", id, at: text.range)
      }
      guard found.count == 1, case .literal(let json) = value else { continue }
      if let fault = ShapeCheck(types: types).fault(json, found[0].shape, at: name) {
        findings.error(id, "invalid argument in '\(key).args': \(fault.message)", at: text.range)
      }
    }
    let missing = called.parameters.filter { $0.isRequired && !given.contains($0.qualifiedName) && $0.place != .body }
    // What a misnamed one was meant to be is not missing.
    guard !missing.isEmpty, !isMisnamed else { return }
    let needed = missing.map { "'\($0.name)'" }.joined(separator: ", ")
    findings.error(
      id, "'\(called.name)' requires \(needed), but '\(key).args' does not set \(missing.count == 1 ? "it" : "them")", at: call.range,
      notes: missing.first.map { [.init("declared here", range: $0.range)] } ?? [])
  }
}
