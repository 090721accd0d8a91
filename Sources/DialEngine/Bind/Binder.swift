import DialJSON
package import DialMessage
import DialModel
import DialPolicies

/// Binds the arguments of one call to a plan: creates the request, or reports every fault at once.
enum Binder {
  /// Creates the request of a call. All faults are reported together, before anything is sent.
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
    if let credential = plan.credential, !call.isForeign {
      switch credential {
      case .header(let target, let value): headers.write(credential: value, target, &call)
      case .item(let text): query.write(credential: text)
      case .problems(let problems): call.report(problems)
      }
    }
    headers.write(options: options.headers, &call)
    query.finish()
    if !headers.fields.secretNames.isEmpty { call.secrets.headerNames.formUnion(headers.fields.secretNames) }
    if !plan.isSendable { call.refuse(.spec, nil, "'\(plan.model.method)' is no method that can be sent") }
    guard call.faults.isEmpty else { throw call.faults.error(plan, call.given, call.secrets) }
    return BoundRequest(call, query, headers, body, options)
  }
}

/// A bound request and the arguments it was made from.
package struct BoundRequest: Sendable {
  package var request: PreparedRequest
  /// The arguments with their parameters.
  var given: GivenArguments
  package var isForeign = false
  var form: MultipartForm?

  fileprivate init(
    _ call: borrowing Binding, _ query: QueryWriter, _ headers: HeaderWriter, _ body: BodyWriter, _ options: CallOptions
  ) {
    let plan = call.plan
    given = call.given
    isForeign = call.isForeign
    form = body.form
    request = PreparedRequest(like: plan.request, url: query.text, headers: headers.fields.fields, body: body.body)
    // Assign only changed values, so that the rest is shared with the plan.
    if plan.body.hasSecretTemplate || plan.body.secretSlots.contains(where: { call.given.slots[$0] != nil }) {
      request.bodyHoldsSecret = true
    }
    if plan.body.isCoded { request.bodyIsCoded = true }
    if let file = body.file { request.bodyFile = file }
    if call.secrets.holdsMore(than: plan.secrets) { request.secrets = call.secrets }
    if options.changesRequest { request.take(options) }
  }
}

extension CallOptions {
  /// Whether any of them changes a request.
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
