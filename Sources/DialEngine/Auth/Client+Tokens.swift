public import DialPolicies

extension Client {
  /// The token store of this client and its copies; in memory by default. See ``TokenStore``.
  ///
  /// ```swift
  /// users.tokens = FileTokenStore("tokens.json")
  /// ```
  public var tokens: any TokenStore {
    get { engine.policies.auth.store }
    nonmutating set { engine.policies.auth.store = newValue }
  }

  /// Sets a closure that fetches and renews a token, instead of the endpoints of the spec. `old` is nil if there is no token yet. It is
  /// called once for all waiting calls; an error is thrown by each of them.
  ///
  /// ```swift
  /// users.renew("session") { old in
  ///   let answer = try await sso.token(for: old?.refresh)
  ///   return Token(answer.token, refresh: answer.refresh, lifetime: .seconds(answer.seconds))
  /// }
  /// ```
  ///
  /// - Parameter label: the label of the token, `session` in `auth: {bearer: session}`.
  public func renew(_ label: String, with renewal: @escaping @Sendable (_ old: Token?) async throws -> Token) {
    engine.policies.auth.renew(label, renewal)
  }
}
