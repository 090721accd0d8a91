extension PreparedRequest {
  private enum RedirectedKey: MessageContextKey { typealias Value = Bool }
  private enum AwayKey: MessageContextKey { typealias Value = Bool }

  /// Whether a redirect has led it here.
  package var isRedirected: Bool {
    get { context[RedirectedKey.self] ?? false }
    set { context[RedirectedKey.self] = newValue ? true : nil }
  }

  /// Whether a redirect, or the address that a reply named, has led it to another origin, for good: no credentials are added any more.
  package var isAway: Bool {
    get { context[AwayKey.self] ?? false }
    set { context[AwayKey.self] = newValue ? true : nil }
  }
}

extension Response {
  private enum LostKeyKey: MessageContextKey { typealias Value = Bool }

  /// A redirect to another origin has left the Idempotency-Key behind, so that the request must not go again.
  package var hasLostKey: Bool {
    get { context[LostKeyKey.self] ?? false }
    set { context[LostKeyKey.self] = newValue ? true : nil }
  }
}
