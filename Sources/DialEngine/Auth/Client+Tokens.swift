public import DialPolicies

extension Client {
  /// Where the tokens of this client and its copies are kept: in memory by default. See ``TokenStore``.
  ///
  /// ```swift
  /// users.tokens = FileTokenStore("tokens.json")
  /// ```
  public var tokens: any TokenStore {
    get { engine.policies.auth.store }
    nonmutating set { engine.policies.auth.store = newValue }
  }

  /// Has a token fetched and renewed by Swift in place of the endpoints of the spec. `old` is nil where there is no token yet. It is asked
  /// once for all calls that wait; what it throws, each of them throws.
  ///
  /// ```swift
  /// users.renew("session") { old in
  ///   let answer = try await sso.token(for: old?.refresh)
  ///   return Token(answer.token, refresh: answer.refresh, lifetime: .seconds(answer.seconds))
  /// }
  /// ```
  ///
  /// - Parameter label: the label of the token, `session` of `auth: {bearer: session}`.
  public func renew(_ label: String, with renewal: @escaping @Sendable (_ old: Token?) async throws -> Token) {
    engine.policies.auth.renew(label, renewal)
  }
}
