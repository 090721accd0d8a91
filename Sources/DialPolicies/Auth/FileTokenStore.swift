import DialJSON
package import DialMessage
import DialModel

/// Keeps tokens in a file that nobody else can read: mode 0600, in a folder that is made with mode 0700 where it is not there. A change
/// is written aside and takes the name at once; processes that change it at the same time wait for each other, and renew a token once for all
/// of them.
///
/// ```swift
/// users.tokens = FileTokenStore("/home/ann/.local/share/dial/tokens.json")
/// ```
///
/// The tokens are not encrypted: who may read the files of the user may read them. A file that others may read is refused.
public final class FileTokenStore: TokenStore {
  /// The path of the file.
  public let path: String
  /// Tokens of different profiles are told apart; empty for none.
  public let profile: String

  /// A store in a file, which is made with its folder when the first token is stored.
  public init(_ path: String, profile: String = "") {
    self.path = path
    self.profile = profile
  }

  /// The token under a key; nil where there is none. Throws a ``TransportError`` of kind `io` where the file cannot be read, or others may
  /// read it.
  public func token(for key: TokenKey) async throws -> Token? {
    try read().first { $0.key == key && $0.profile == profile }?.token
  }

  /// Keeps a token, in place of the one that is there. Throws a ``TransportError`` of kind `io`.
  public func set(_ token: Token, for key: TokenKey) async throws {
    try await change { entries in
      entries.removeAll { $0.key == key && $0.profile == profile }
      entries.append(TokenEntry(key: key, profile: profile, token: token))
    }
  }

  /// Forgets a token. Throws a ``TransportError`` of kind `io`.
  public func remove(_ key: TokenKey) async throws {
    try await change { $0.removeAll { $0.key == key && $0.profile == profile } }
  }

  /// Forgets a token, unless another one is there by now. Throws a ``TransportError`` of kind `io`.
  public func remove(_ key: TokenKey, ifStill token: Token) async throws {
    try await change { $0.removeAll { $0.key == key && $0.profile == profile && $0.token == token } }
  }

  /// All keys of the profile, in the order in which they were stored.
  package func keys() throws(TransportError) -> [TokenKey] { try read().filter { $0.profile == profile }.map(\.key) }

  // MARK: other processes

  /// One process at a time, by a lock for each key beside the file. Where it cannot be had for half a minute, the work is done all the same.
  public func alone<Value: Sendable>(_ key: TokenKey, _ work: @Sendable () async -> Value) async -> Value {
    guard let lock = try? await lock(key) else { return await work() }
    let value = await work()
    lock.release()
    return value
  }

  /// One for each token: what fetches one of them may need another.
  private func lock(_ key: TokenKey) async throws -> FileLock {
    try PrivateFolder.make(Self.folder(of: path))
    let name = CacheDigest.sum(Array([key.label, key.origin, key.server, profile].joined(separator: "\n").utf8))
    return try await FileLock("\(path).\(name.prefix(16)).lock")
  }

  // MARK: the file

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private func read() throws(TransportError) -> [TokenEntry] {
    guard FileKind(path) != nil else { return [] }
    let bytes = try PrivateFile(path: path).read()
    guard let json = try? JSON(parsing: bytes), let entries = TokenEntry.list(json) else {
      throw TransportError(.io, "'\(path)' is no file of tokens: remove it and sign in again")
    }
    return entries
  }

  private func change(_ edit: (inout [TokenEntry]) -> Void) async throws {
    try PrivateFolder.make(Self.folder(of: path))
    let lock = try await FileLock(path + ".lock")
    defer { lock.release() }
    var entries = try read()
    let before = entries
    edit(&entries)
    if entries != before { try PrivateFile(path: path).write(JSONWriter.bytes(TokenEntry.json(entries)) + [0x0A]) }
  }
}
