/// Where tokens are kept between calls: in memory unless a program says otherwise.
///
/// A client asks for the token of each call, so that what another part of the program stores or removes counts at once. It never holds a
/// store up by itself: calls that run at once ask at once.
///
/// ```swift
/// users.tokens = KeychainStore()
/// users.tokens = FileTokenStore("tokens.json")
/// ```
public protocol TokenStore: Sendable {
  /// The token under a key; nil where there is none.
  func token(for key: TokenKey) async throws -> Token?
  /// Keeps a token, in place of the one that is there.
  func set(_ token: Token, for key: TokenKey) async throws
  /// Forgets a token; one that is not there is none.
  func remove(_ key: TokenKey) async throws
  /// Does the work of fetching or renewing the token of a key, which looks into the store first. A store that several processes share has
  /// one of them do it at a time: the others find the new token then, and no server is asked twice with the same refresh token. Without an
  /// implementation the work is done at once; the calls of one client always share it.
  func alone<Value: Sendable>(_ key: TokenKey, _ work: @Sendable () async -> Value) async -> Value
  /// Forgets a token that holds no more, unless somebody has stored another one meanwhile. A store that others change, too, looks and
  /// removes in one step; where a store of yours has no such function, it is asked for the token first.
  func remove(_ key: TokenKey, ifStill token: Token) async throws
}

extension TokenStore {
  /// Looks, and then removes.
  public func remove(_ key: TokenKey, ifStill token: Token) async throws {
    if try await self.token(for: key) == token { try await remove(key) }
  }

  public func alone<Value: Sendable>(_ key: TokenKey, _ work: @Sendable () async -> Value) async -> Value { await work() }
}
