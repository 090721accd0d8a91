package import DialMessage
import DialPolicies

/// A bound request, and what it was made of.
package struct BoundRequest: Sendable {
  package var request: PreparedRequest
  /// The arguments, each with the parameter of the plan that takes it.
  var given: GivenArguments
  package var isForeign = false
  var form: MultipartForm?
}

extension CallOptions {
  /// Whether a request says something of them.
  var changesRequest: Bool { accept != nil || timeout != nil || cache != nil || retries != nil }
}

extension PreparedRequest {
  mutating func take(_ options: CallOptions) {
    if let accept = options.accept { self.accept = accept }
    if let timeout = options.timeout { policy.totalTimeout = timeout }
    if let cache = options.cache { policy.cache = cache }
    if let retries = options.retries { policy.maxRetries = retries }
  }
}
