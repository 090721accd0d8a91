import Synchronization

/// Stores tokens in memory, until the process ends.
public final class MemoryTokenStore: TokenStore {
  private let tokens: Mutex<[TokenKey: Token]>

  /// Creates a store with these tokens, by default none.
  public init(_ tokens: [TokenKey: Token] = [:]) { self.tokens = Mutex(tokens) }

  /// Returns the token for a key; nil if there is none.
  public func token(for key: TokenKey) async -> Token? { tokens.withLock { $0[key] } }

  /// Stores a token and replaces an existing one.
  public func set(_ token: Token, for key: TokenKey) async { tokens.withLock { $0[key] = token } }

  /// Removes a token.
  public func remove(_ key: TokenKey) async { tokens.withLock { $0[key] = nil } }

  /// Removes a token, unless it was replaced meanwhile.
  public func remove(_ key: TokenKey, ifStill token: Token) async { tokens.withLock { if $0[key] == token { $0[key] = nil } } }
}
