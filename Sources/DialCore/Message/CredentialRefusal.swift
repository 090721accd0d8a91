import HTTPTypes

/// Says of an answer that the credentials of its request were not taken, and what to do.
struct CredentialRefusal: Sendable {
  var hint: String
  /// Whether they were sent at all.
  var wasSent = true
}

extension Response {
  private enum RefusalKey: MessageContextKey { typealias Value = CredentialRefusal }

  /// Why credentials that were refused are not tried again.
  var refusal: CredentialRefusal? {
    get { context[RefusalKey.self] }
    set { context[RefusalKey.self] = newValue }
  }
}
