import DialJSON
import DialSyntax
import HTTPTypes

/// Binds the arguments of one call to a plan: gives a request that can be sent, or every fault at once.
struct Binder {
  let plan: EndpointPlan
  let service: ServiceModel
  let scope: VariableScope
  let base: String?
  let options: CallOptions

  /// Arguments by slot of the plan's parameters.
  var slots: [ArgumentValue?]
  /// Arguments of an open endpoint that no parameter names, in the caller's order.
  var extras: [Extra] = []
  var openBody: ArgumentValue?

  var faults: [String] = []
  /// Arguments that were given and are faulty; they are not missing.
  var refused: Set<String> = []
  /// Variables that have no value, each with what to do.
  var missingVariables: [(message: String, hint: String)] = []
  var fileFaults: [String] = []
  var secrets = Secrets()
  var placements: [Placement] = []
  var headers = HeaderBuilder()
  var query: [QueryItem] = []
  var isForeign = false
  var bodyPath: String?
  /// The parts of a multipart body.
  var parts: MultipartForm?

  struct Extra {
    var name: String
    var place: Place
    var value: ArgumentValue
  }

  struct QueryItem {
    var key: String
    var text: String
    var isSpread = false
  }

  var model: EndpointModel { plan.model }

  init(plan: EndpointPlan, service: ServiceModel, scope: VariableScope, base: String?, options: CallOptions) {
    self.plan = plan
    self.service = service
    self.scope = scope
    self.base = base
    self.options = options
    slots = Array(repeating: nil, count: plan.model.parameters.count)
  }

  /// The request of a call. All faults are reported together, and nothing is sent.
  mutating func bind(_ arguments: Arguments) throws(CallError) -> Bound {
    faults += arguments.faults
    refused = arguments.refused
    assign(arguments)
    settle()
    let url = target()
    withholdSecrets()
    bindQuery()
    bindHeaders()
    let body = bindBody()
    bindAuth()
    bindOptions()
    let method = HTTPRequest.Method(model.isSocket ? "GET" : model.method)
    if method == nil { faults.append("'\(model.method)' is no method that can be sent") }
    try report()
    var request = PreparedRequest(
      endpoint: model.name, method: method ?? .get, url: finish(url), headers: headers.fields, body: body, policy: policy(),
      tags: model.tags,
      secrets: secrets)
    request.bodyPath = bodyPath
    request.secrets.headerNames.formUnion(headers.secretNames)
    return Bound(request: request, placements: placements, form: parts)
  }

  private func report() throws(CallError) {
    let all = faults.map { secrets.redact($0) } + missingVariables.map(\.message) + fileFaults
    if all.isEmpty { return }
    let code: CallError.Code = !faults.isEmpty ? .arguments : !missingVariables.isEmpty ? .variable : .io
    var error = CallError(code, all.joined(separator: "\n"))
    error.hint =
      faults.isEmpty ? missingVariables.first?.hint : "dial describe \(service.file.name) \(model.name) shows what it takes"
    error.endpoint = model.name
    error.location = model.range
    throw error
  }

  private func policy() -> PreparedRequest.Policy {
    var policy = PreparedRequest.Policy()
    let given = model.policy
    policy.connectTimeout = given.connectTimeout ?? policy.connectTimeout
    policy.readTimeout = given.readTimeout ?? policy.readTimeout
    policy.totalTimeout = options.timeout ?? given.totalTimeout ?? policy.totalTimeout
    policy.maxRedirects = given.maxRedirects ?? policy.maxRedirects
    policy.trustedHosts = given.trustedHosts ?? []
    return policy
  }

  private func finish(_ url: String) -> String {
    let named = Set(query.filter { !$0.isSpread }.map(\.key))
    let items = query.filter { !$0.isSpread || !named.contains($0.key) }
    return items.isEmpty ? url : url + "?" + items.map(\.text).joined(separator: "&")
  }
}

/// A bound request, and where each argument went.
package struct Bound: Sendable {
  package var request: PreparedRequest
  package var placements: [Placement]
  package var form: MultipartForm?
}

/// Where one argument went, and by which rule.
package struct Placement: Sendable {
  package var argument: String
  package var place: String
  package var wire: String
  package var rule: String
}
