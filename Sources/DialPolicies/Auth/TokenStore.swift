import DialJSON
public import DialMessage
import DialModel
import Synchronization

/// Stores tokens in a file that only its owner can read. Changes are atomic, and processes wait for each other.
///
/// ```swift
/// users.tokens = FileTokenStore("/home/ann/.local/share/dial/tokens.json")
/// ```
///
/// Tokens are not encrypted. A file that other users can read is refused.
public final class FileTokenStore: TokenStore {
  /// The path of the file.
  public let path: String
  /// The profile, which separates tokens; empty for none.
  public let profile: String
  /// Told why the file cannot be written; nil to throw the error.
  private let unwritable: (@Sendable (TransportError) -> Void)?
  /// The tokens that could not be written; nil for a removed one.
  private let unwritten = Mutex<[TokenKey: Token?]>([:])

  /// Creates a store. The file and its folder are created when the first token is stored.
  public convenience init(_ path: String, profile: String = "") { self.init(path, profile: profile, unwritable: nil) }

  /// Creates a store that keeps tokens in memory if the file cannot be written.
  package init(_ path: String, profile: String, unwritable: (@Sendable (TransportError) -> Void)?) {
    self.path = path
    self.profile = profile
    self.unwritable = unwritable
  }

  /// Returns the token for a key; nil if there is none. Throws a ``TransportError`` of kind `io`.
  public func token(for key: TokenKey) async throws -> Token? {
    if let token = unwritten.withLock({ $0[key] }) { return token }
    let entries = try read()
    return entries.place(of: key, profile).map { entries[$0].token }
  }

  /// Stores a token and replaces an existing one. Throws a ``TransportError`` of kind `io`.
  public func set(_ token: Token, for key: TokenKey) async throws {
    try await change(key, to: token) { $0.keep(token, for: key, profile) }
  }

  /// Removes a token. Throws a ``TransportError`` of kind `io`.
  public func remove(_ key: TokenKey) async throws { try await change(key, to: nil) { $0.forget(key, profile) } }

  /// Removes a token, unless it was replaced meanwhile. Throws a ``TransportError`` of kind `io`.
  public func remove(_ key: TokenKey, ifStill token: Token) async throws {
    guard try await self.token(for: key) == token else { return }
    try await change(key, to: nil) { $0.forget(key, profile, ifStill: token) }
  }

  /// Returns all tokens in a file, whatever their profile; empty if there is none.
  package static func stored(in path: String) throws(TransportError) -> [(key: TokenKey, profile: String, token: Token)] {
    try FileTokenStore(path).read().map { ($0.key, $0.profile, $0.token) }
  }

  /// All keys of the profile, in the order in which they were stored.
  package func keys() throws(TransportError) -> [TokenKey] { try read().filter { $0.profile == profile }.map(\.key) }

  /// Runs the work in one process at a time, or without a lock if that is not free within half a minute.
  public func alone<Value: Sendable>(_ key: TokenKey, _ work: @Sendable () async -> Value) async -> Value {
    guard let lock = try? await lock(key) else { return await work() }
    let value = await work()
    lock.release()
    return value
  }

  /// Locks one key. Each key has its own lock, because fetching one token may need another one.
  private func lock(_ key: TokenKey) async throws -> FileLock {
    try PrivateFolder.make(Disk.folder(of: path))
    let name = CacheDigest.sum(Array([key.label, key.origin, key.server, profile].joined(separator: "\n").utf8))
    return try await FileLock("\(path).\(name.prefix(16)).lock")
  }

  private func read() throws(TransportError) -> [TokenEntry] {
    guard FileKind(path) != nil else { return [] }
    let bytes = try PrivateFile(path: path).read()
    guard let json = try? JSON(parsing: bytes), let entries = TokenEntry.list(json) else {
      throw TransportError(.io, "'\(path)' is not a valid token file; remove it and sign in again")
    }
    return entries
  }

  private func change(_ key: TokenKey, to token: Token?, _ edit: (inout [TokenEntry]) -> Void) async throws {
    do {
      try PrivateFolder.make(Disk.folder(of: path))
      let lock = try await FileLock(path + ".lock")
      defer { lock.release() }
      var entries = try read()
      let before = entries
      edit(&entries)
      if entries != before { try PrivateFile(path: path).write(JSONWriter.bytes(TokenEntry.json(entries)) + [0x0A]) }
      unwritten.withLock { _ = $0.removeValue(forKey: key) }
    } catch let error as TransportError {
      guard let unwritable else { throw error }
      let isFirst = unwritten.withLock { unwritten in
        defer { unwritten[key] = .some(token) }
        return unwritten.isEmpty
      }
      if isFirst { unwritable(error) }
    }
  }
}

/// Stores tokens between calls: in memory, unless the program sets another store.
///
/// A client reads the token for each call, and several calls can access the store at the same time.
///
/// ```swift
/// users.tokens = KeychainStore()
/// users.tokens = FileTokenStore("tokens.json")
/// ```
///
/// A store must not return the token of one account for the key of another one. It finds tokens by ``TokenKey/matches(_:)``, or compares
/// whole keys.
public protocol TokenStore: Sendable {
  /// Returns the token for a key; nil if there is none.
  func token(for key: TokenKey) async throws -> Token?
  /// Stores a token and replaces an existing one.
  func set(_ token: Token, for key: TokenKey) async throws
  /// Removes a token. Does nothing if there is none.
  func remove(_ key: TokenKey) async throws
  /// Runs the work that fetches or renews the token of a key. A store that several processes share runs it in one process at a time, so
  /// that no refresh token is sent twice. The default implementation runs the work at once.
  func alone<Value: Sendable>(_ key: TokenKey, _ work: @Sendable () async -> Value) async -> Value
  /// Removes an invalid token, unless it was replaced meanwhile. The default implementation reads the token first.
  func remove(_ key: TokenKey, ifStill token: Token) async throws
}

extension TokenStore {
  /// Compares, then removes.
  public func remove(_ key: TokenKey, ifStill token: Token) async throws {
    if try await self.token(for: key) == token { try await remove(key) }
  }

  public func alone<Value: Sendable>(_ key: TokenKey, _ work: @Sendable () async -> Value) async -> Value { await work() }
}

/// Stores tokens in memory, until the process ends.
public final class MemoryTokenStore: TokenStore {
  private struct State {
    var entries: [TokenEntry]
    /// The tokens by their exact keys: a store can be shared by the clients of many users.
    var exact: [TokenKey: Token]

    mutating func change(_ edit: (inout [TokenEntry]) -> Void) {
      edit(&entries)
      exact = Dictionary(entries.map { ($0.key, $0.token) }) { _, last in last }
    }
  }

  private let state: Mutex<State>

  /// Creates a store with these tokens, by default none.
  public init(_ tokens: [TokenKey: Token] = [:]) {
    state = Mutex(State(entries: tokens.map { TokenEntry(key: $0.key, profile: "", token: $0.value) }, exact: tokens))
  }

  public func token(for key: TokenKey) async -> Token? {
    state.withLock { state in state.exact[key] ?? state.entries.place(of: key, "").map { state.entries[$0].token } }
  }

  public func set(_ token: Token, for key: TokenKey) async { state.withLock { $0.change { $0.keep(token, for: key, "") } } }
  public func remove(_ key: TokenKey) async { state.withLock { $0.change { $0.forget(key, "") } } }
  public func remove(_ key: TokenKey, ifStill token: Token) async {
    state.withLock { $0.change { $0.forget(key, "", ifStill: token) } }
  }
}

struct TokenEntry: Sendable, Equatable {
  var key: TokenKey
  var profile: String
  var token: Token
}

extension [TokenEntry] {
  /// Returns the place of the token for a key: of the same account, or of the last one that matches.
  func place(of key: TokenKey, _ profile: String) -> Int? {
    lastIndex { $0.key == key && $0.profile == profile } ?? lastIndex { $0.profile == profile && key.matches($0.key) }
  }

  /// Stores a token instead of the one that is found for the key. It belongs to the same account, even if the key knows less about it.
  mutating func keep(_ token: Token, for key: TokenKey, _ profile: String) {
    var key = key
    if let place = place(of: key, profile) {
      let known = remove(at: place).key
      if TokenAccount(key.account).isPart(of: TokenAccount(known.account)) { key = known }
    }
    append(TokenEntry(key: key, profile: profile, token: token))
  }

  mutating func forget(_ key: TokenKey, _ profile: String, ifStill token: Token? = nil) {
    removeAll { $0.profile == profile && key.matches($0.key) && (token == nil || $0.token == token) }
  }
}

extension TokenEntry {
  /// Reads the entries of a file; nil if it is not a token file.
  static func list(_ json: JSON) -> [TokenEntry]? {
    guard json[member: "version"].asInt == 1, let items = json[member: "tokens"].asArray else { return nil }
    return items.compactMap { TokenEntry($0) }
  }

  static func json(_ entries: [TokenEntry]) -> JSON {
    .object([("version", 1), ("tokens", .array(entries.map(\.json)))])
  }

  private init?(_ json: JSON) {
    func text(_ name: String) -> String? { json[member: name].asString }
    guard let label = text("label"), let origin = text("origin"), let access = text("access") else { return nil }
    self.init(
      key: TokenKey(label: label, origin: origin, server: text("server") ?? "", account: text("account") ?? TokenAccount.unknown),
      profile: text("profile") ?? "",
      token: Token(access, refresh: text("refresh"), expires: text("expires").flatMap { Timestamp(rfc3339: $0) }, scope: text("scope")))
    if let session = text("session") { token.session = session }
  }

  private var json: JSON {
    let members: [(String, String?)] = [
      ("label", key.label), ("origin", key.origin), ("server", key.server.isEmpty ? nil : key.server), ("account", key.account),
      ("profile", profile.isEmpty ? nil : profile), ("access", token.access),
      ("refresh", token.refresh), ("expires", token.expires?.rfc3339), ("scope", token.scope), ("session", token.session),
    ]
    return .object(members.compactMap { name, text in text.map { (name, .string($0)) } })
  }
}

extension FileTokenStore: SecretHolder {
  /// The path of the file, without tokens.
  public var description: String { "FileTokenStore(\(path))" }
}

extension MemoryTokenStore: SecretHolder {
  /// The name of the type, without tokens.
  public var description: String { "MemoryTokenStore" }
}
