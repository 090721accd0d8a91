import HTTPTypes

/// Describes why a response rejected the credentials of its request, and what to do.
package struct CredentialRefusal: Sendable {
  package var hint: String
  /// The hint of the command.
  package var commandHint: String?
  /// Whether the credentials were sent.
  package var wasSent = true

  package init(hint: String, commandHint: String? = nil, wasSent: Bool = true) {
    self.hint = hint
    self.commandHint = commandHint
    self.wasSent = wasSent
  }
}

extension Response {
  private enum RefusalKey: MessageContextKey { typealias Value = CredentialRefusal }

  /// Why rejected credentials are not tried again.
  package var refusal: CredentialRefusal? {
    get { context[RefusalKey.self] }
    set { context[RefusalKey.self] = newValue }
  }
}
