import Synchronization

/// Keeps tokens as long as the process lives.
public final class MemoryTokenStore: TokenStore {
  private let tokens: Mutex<[TokenKey: Token]>

  /// A store that begins with these tokens, by default with none.
  public init(_ tokens: [TokenKey: Token] = [:]) { self.tokens = Mutex(tokens) }

  /// The token under a key; nil where there is none.
  public func token(for key: TokenKey) async -> Token? { tokens.withLock { $0[key] } }

  /// Keeps a token, in place of the one that is there.
  public func set(_ token: Token, for key: TokenKey) async { tokens.withLock { $0[key] = token } }

  /// Forgets a token.
  public func remove(_ key: TokenKey) async { tokens.withLock { $0[key] = nil } }

  /// Forgets a token, unless another one is there by now.
  public func remove(_ key: TokenKey, ifStill token: Token) async { tokens.withLock { if $0[key] == token { $0[key] = nil } } }
}
