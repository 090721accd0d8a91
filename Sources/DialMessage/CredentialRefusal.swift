import HTTPTypes

/// Says of an answer that the credentials of its request were not taken, and what to do.
package struct CredentialRefusal: Sendable {
  package var hint: String
  /// What the command says in its place.
  package var commandHint: String?
  /// Whether they were sent at all.
  package var wasSent = true

  package init(hint: String, commandHint: String? = nil, wasSent: Bool = true) {
    self.hint = hint
    self.commandHint = commandHint
    self.wasSent = wasSent
  }
}

extension Response {
  private enum RefusalKey: MessageContextKey { typealias Value = CredentialRefusal }

  /// Why credentials that were refused are not tried again.
  package var refusal: CredentialRefusal? {
    get { context[RefusalKey.self] }
    set { context[RefusalKey.self] = newValue }
  }
}
