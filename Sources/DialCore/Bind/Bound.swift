/// A bound request, and what it was made of.
struct Bound: Sendable {
  enum Source: Sendable {
    /// Of a call that was bound flat: what they come to is found out where somebody asks.
    case arguments(Arguments)
    indirect case given(GivenArguments)
  }

  var request: PreparedRequest
  var source: Source
  var isForeign = false
  var form: MultipartForm?

  /// The arguments, each with the parameter of the plan that takes it.
  func given(_ plan: EndpointPlan) -> GivenArguments {
    switch source {
    case .arguments(let arguments): Binder.given(plan, arguments)
    case .given(let given): given
    }
  }
}

extension CallOptions {
  /// Whether a request says something of them.
  var changesRequest: Bool { accept != nil || timeout != nil || cache != nil || retries != nil }
}

extension PreparedRequest {
  func taking(_ options: CallOptions) -> PreparedRequest {
    guard options.changesRequest else { return self }
    var request = self
    if let accept = options.accept { request.accept = accept }
    if let timeout = options.timeout { request.policy.totalTimeout = timeout }
    if let cache = options.cache { request.policy.cache = cache }
    if let retries = options.retries { request.policy.maxRetries = retries }
    return request
  }
}
