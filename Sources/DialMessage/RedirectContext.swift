extension PreparedRequest {
  private enum RedirectedKey: MessageContextKey { typealias Value = Bool }
  private enum AwayKey: MessageContextKey { typealias Value = Bool }

  /// Whether the request follows a redirect.
  package var isRedirected: Bool {
    get { context[RedirectedKey.self] ?? false }
    set { context[RedirectedKey.self] = newValue ? true : nil }
  }

  /// Whether a redirect or a URL in a response has led to another origin, so that no credentials are added any more.
  package var isAway: Bool {
    get { context[AwayKey.self] ?? false }
    set { context[AwayKey.self] = newValue ? true : nil }
  }
}

extension Response {
  private enum LostKeyKey: MessageContextKey { typealias Value = Bool }

  /// Whether a redirect to another origin has removed the Idempotency-Key, so that the request must not be repeated.
  package var hasLostKey: Bool {
    get { context[LostKeyKey.self] ?? false }
    set { context[LostKeyKey.self] = newValue ? true : nil }
  }
}
