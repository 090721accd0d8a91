package import DialMessage
import DialPolicies

/// A bound request and the arguments it was made from.
package struct BoundRequest: Sendable {
  package var request: PreparedRequest
  /// The arguments with their parameters.
  var given: GivenArguments
  package var isForeign = false
  var form: MultipartForm?
}

extension CallOptions {
  /// Whether any of them changes a request.
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
