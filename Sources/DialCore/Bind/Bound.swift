/// A bound request, and what it was made of.
struct Bound: Sendable {
  enum Source: Sendable {
    /// Of a call that was bound flat: what they come to is found out where somebody asks.
    case arguments(Arguments)
    case given(GivenArguments)
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

extension RequestFields {
  /// Options of a call win over the spec.
  mutating func take(_ options: CallOptions) {
    accept = options.accept
    if let timeout = options.timeout { policy.totalTimeout = timeout }
    if let cache = options.cache { policy.cache = cache }
    if let retries = options.retries { policy.maxRetries = retries }
  }
}
