/// Stores tokens between calls: in memory, unless the program sets another store.
///
/// A client reads the token for each call, so changes by other parts of the program take effect at once. Calls that run at the same time
/// access the store at the same time.
///
/// ```swift
/// users.tokens = KeychainStore()
/// users.tokens = FileTokenStore("tokens.json")
/// ```
public protocol TokenStore: Sendable {
  /// Returns the token for a key; nil if there is none.
  func token(for key: TokenKey) async throws -> Token?
  /// Stores a token and replaces an existing one.
  func set(_ token: Token, for key: TokenKey) async throws
  /// Removes a token. Does nothing if there is none.
  func remove(_ key: TokenKey) async throws
  /// Runs the work that fetches or renews the token of a key, which reads the store first. A store that several processes share runs it
  /// in one process at a time, so the others find the new token, and no refresh token is sent twice. The default implementation runs the
  /// work at once; the calls of one client always share it.
  func alone<Value: Sendable>(_ key: TokenKey, _ work: @Sendable () async -> Value) async -> Value
  /// Removes an invalid token, unless it was replaced meanwhile. A store that others change should compare and remove in one step. The
  /// default implementation reads the token first.
  func remove(_ key: TokenKey, ifStill token: Token) async throws
}

extension TokenStore {
  /// Compares, then removes.
  public func remove(_ key: TokenKey, ifStill token: Token) async throws {
    if try await self.token(for: key) == token { try await remove(key) }
  }

  public func alone<Value: Sendable>(_ key: TokenKey, _ work: @Sendable () async -> Value) async -> Value { await work() }
}
