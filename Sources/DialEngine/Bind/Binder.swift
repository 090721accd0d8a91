import DialJSON
package import DialMessage
import DialModel
import DialPolicies

/// Binds the arguments of one call to a plan: gives a request that can be sent, or every fault at once.
enum Binder {
  /// The request of a call. All faults are reported together, and nothing is sent.
  static func bind(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> BoundRequest {
    var call = Binding(plan, arguments)
    var settler = ArgumentSettler()
    settler.settle(&call)
    var target = TargetWriter(plan)
    target.write(&call)
    if call.isForeign { settler.withholdSecrets(&call) }
    var query = QueryWriter(behind: target.url)
    query.write(&call)
    var headers = HeaderWriter()
    headers.write(&call, options)
    var body = BodyWriter()
    body.write(&call, &headers.fields)
    query.write(options: options.query, &call)
    for credential in call.isForeign ? [] : plan.credentials where !isReplaced(credential, options.headers) {
      switch credential {
      case .header(let target, let value, let variables): headers.write(credential: value, of: variables, target, &call)
      case .item(let text): query.write(credential: text)
      case .problems(let problems, _): call.report(problems)
      }
    }
    headers.write(options: options.headers, &call)
    query.finish()
    if !headers.fields.secretNames.isEmpty { call.secrets.headerNames.formUnion(headers.fields.secretNames) }
    if !plan.isSendable { call.refuse(.spec, nil, "'\(plan.model.method)' is not a valid HTTP method") }
    guard call.faults.isEmpty else { throw call.faults.error(plan, call.given, call.secrets) }
    return BoundRequest(
      request: request(of: call, query.text, headers, body, options), given: call.given, isForeign: call.isForeign, form: body.form)
  }

  /// The request that was bound. What stays as it is in the plan is not written, so that the rest remains the plan's.
  private static func request(
    of call: borrowing Binding, _ url: String, _ headers: HeaderWriter, _ body: BodyWriter, _ options: CallOptions
  ) -> PreparedRequest {
    let plan = call.plan
    var request = PreparedRequest(like: plan.request, url: url, headers: headers.fields.fields, body: body.body)
    if plan.body.hasSecretTemplate || plan.body.secretSlots.contains(where: { call.given.isGiven($0) }) {
      request.bodyHoldsSecret = true
    }
    if plan.body.isCoded { request.bodyIsCoded = true }
    if let file = body.file { request.bodyFile = file }
    if call.secrets.holdsMore(than: plan.secrets) { request.secrets = call.secrets }
    if options.changesRequest { request.take(options) }
    if plan.isCaching || options.cache != nil { request.passedFields = headers.passedFields(call) }
    return request
  }

  /// Whether the call gives the header that the credential would fill: then no variable is needed for it.
  private static func isReplaced(_ credential: CredentialStep, _ given: [(String, String)]) -> Bool {
    let filled: String? =
      switch credential {
      case .header(let target, _, _): target.wire
      case .problems(_, let header): header
      case .item: nil
      }
    guard !given.isEmpty, let name = filled else { return false }
    return given.contains { $0.0.lowercased() == name.lowercased() }
  }
}

/// A bound request, and what it was made of.
package struct BoundRequest: Sendable {
  package var request: PreparedRequest
  /// The arguments, each with the parameter of the plan that takes it.
  var given: GivenArguments
  package let isForeign: Bool
  var form: MultipartForm?
}

extension CallOptions {
  /// Whether a request says something of them.
  fileprivate var changesRequest: Bool { accept != nil || timeout != nil || cache != nil || retries != nil }
}

extension PreparedRequest {
  fileprivate mutating func take(_ options: CallOptions) {
    if let accept = options.accept { self.accept = accept }
    if let timeout = options.timeout { policy.totalTimeout = timeout }
    if let cache = options.cache { policy.cache = cache }
    if let retries = options.retries { policy.maxRetries = retries }
  }
}
