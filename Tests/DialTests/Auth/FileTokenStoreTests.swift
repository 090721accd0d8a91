import Dial
import Foundation
import Synchronization
import Testing

/// Tokens in a file (row 100 of Tests/Faults).
struct FileTokenStoreTests {
  private static let key = TokenKey(label: "session", origin: "https://api.test")

  private static func folder(_ run: (String) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "dial-tokens-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await run(path)
  }

  private static func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private static func message(_ run: () async throws -> Void) async -> String {
    do { try await run() } catch { return (error as? TransportError)?.message ?? "\(error)" }
    return "nothing was thrown"
  }

  @Test func aFileThatOthersCanReadIsRefused() async throws {
    try await Self.folder { folder in
      let store = FileTokenStore("\(folder)/tokens.json")
      try await store.set(Token("a"), for: Self.key)
      for mode in [0o640, 0o604, 0o622] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store.path)
        let message = await Self.message { _ = try await store.token(for: Self.key) }
        #expect(
          message
            == "'\(store.path)' contains secrets but is readable by other users; run: chmod 600 '\(store.path)', then replace the secrets")
      }
    }
  }

  @Test func aTokenThatCannotBeWrittenIsKeptInMemory() async throws {
    let told = Mutex<[String]>([])
    let store = FileTokenStore("/proc/nope/tokens.json", profile: "") { error in told.withLock { $0.append(error.message) } }
    try await store.set(Token("a"), for: Self.key)
    try await store.set(Token("b"), for: Self.key)
    #expect(try await store.token(for: Self.key) == Token("b"))
    try await store.remove(Self.key, ifStill: Token("a"))
    #expect(try await store.token(for: Self.key) == Token("b"))
    try await store.remove(Self.key)
    #expect(try await store.token(for: Self.key) == nil)
    #expect(told.withLock { $0.count } == 1)
    let message = await Self.message { try await FileTokenStore("/proc/nope/tokens.json").set(Token("a"), for: Self.key) }
    #expect(message.hasPrefix("cannot create the folder '/proc/nope'"), "\(message)")
  }

  @Test func aFileWithoutTokensIsNotOverwritten() async throws {
    try await Self.folder { folder in
      let store = FileTokenStore("\(folder)/tokens.json")
      try await store.set(Token("a"), for: Self.key)
      for text in ["", "{}", "[]", "{\"version\": 2, \"tokens\": []}", "not json"] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: store.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.path)
        let message = await Self.message { try await store.set(Token("a"), for: Self.key) }
        #expect(message == "'\(store.path)' is not a valid token file; remove it and sign in again")
        #expect(try String(contentsOfFile: store.path, encoding: .utf8) == text)
      }
    }
  }

  @Test func aTokenComesBackAsItWas() async throws {
    try await Self.folder { folder in
      let path = "\(folder)/a/b/tokens.json"
      let store = FileTokenStore(path)
      let token = Token("acc\u{00E9}ss", refresh: "r", lifetime: .seconds(60), scope: "read write")
      try await store.set(token, for: Self.key)
      let other = FileTokenStore(path)
      #expect(try await other.token(for: Self.key) == token)
      #expect(try Self.mode(path) == 0o600 && Self.mode("\(folder)/a/b") == 0o700)
      #expect(try await other.token(for: TokenKey(label: "session", origin: "https://other.test")) == nil)
      #expect(try await FileTokenStore(path, profile: "work").token(for: Self.key) == nil)
      try await FileTokenStore(path, profile: "work").remove(Self.key)
      #expect(try await store.token(for: Self.key) == token)
      try await other.remove(Self.key)
      #expect(try await store.token(for: Self.key) == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b").sorted() == ["tokens.json", "tokens.json.lock"])
    }
  }

  /// Concurrent work and its maximum.
  private final class Work: Sendable {
    private let counts = Mutex((running: 0, maximum: 0))
    var maximum: Int { counts.withLock { $0.maximum } }

    func begin() {
      counts.withLock { counts in
        counts.running += 1
        counts.maximum = max(counts.maximum, counts.running)
      }
    }

    func end() { counts.withLock { $0.running -= 1 } }
  }

  @Test func oneProcessAtATimeRenewsAToken() async throws {
    try await Self.folder { folder in
      let path = "\(folder)/tokens.json"
      let work = Work()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask {
            await FileTokenStore(path).alone(Self.key) {
              work.begin()
              try? await Task.sleep(for: .milliseconds(2))
              work.end()
            }
          }
        }
      }
      #expect(work.maximum == 1)
      // Other keys are not blocked, because one token may be needed to fetch another.
      let other = TokenKey(label: "other", origin: "https://api.test")
      let value = await FileTokenStore(path).alone(Self.key) { await FileTokenStore(path).alone(other) { 7 } }
      #expect(value == 7)
    }
  }

  /// Only the rejected token is removed, not a newer one.
  @Test func onlyTheTokenThatIsMeantIsForgotten() async throws {
    try await Self.folder { folder in
      for store in [FileTokenStore("\(folder)/tokens.json") as any TokenStore, MemoryTokenStore(), Plain()] {
        let (old, new) = (Token("old", refresh: "r"), Token("new", refresh: "r"))
        try await store.set(new, for: Self.key)
        try await store.remove(Self.key, ifStill: old)
        #expect(try await store.token(for: Self.key) == new)
        try await store.remove(Self.key, ifStill: new)
        #expect(try await store.token(for: Self.key) == nil)
      }
    }
  }

  /// A store with only the required functions.
  private final class Plain: TokenStore {
    private let memory = MemoryTokenStore()
    func token(for key: TokenKey) async throws -> Token? { await memory.token(for: key) }
    func set(_ token: Token, for key: TokenKey) async throws { await memory.set(token, for: key) }
    func remove(_ key: TokenKey) async throws { await memory.remove(key) }
  }

  @Test func twoProcessesRenewATokenOnce() async throws {
    try await Self.folder { folder in
      try await AuthSpecs.serving { server in
        let path = "\(folder)/tokens.json"
        let key = TokenKey(label: "session", origin: server.base)
        try await FileTokenStore(path).set(Token("expired", refresh: "refresh-0"), for: key)
        server.state.withLock { $0.delay = .milliseconds(50) }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            let client = try AuthSpecs.client(AuthSpecs.session, server, tokens: FileTokenStore(path))
            group.addTask { try await client.call("me") }
          }
          try await group.waitForAll()
        }
        #expect(server.bodies("/refresh") == [#"{"token":"refresh-0"}"#])
        #expect(try await FileTokenStore(path).token(for: key)?.access == "access-1")
      }
    }
  }

  /// Without a lock, a token is still renewed.
  @Test func aFolderThatCannotBeWrittenIsNoReasonToWait() async throws {
    try await Self.folder { folder in
      let store = FileTokenStore("\(folder)/file/tokens.json")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
      #expect(await store.alone(Self.key) { 7 } == 7)
    }
  }

  @Test func concurrentWritesLoseNothing() async throws {
    try await Self.folder { folder in
      let path = "\(folder)/tokens.json"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            // A separate store, as in another process.
            let store = FileTokenStore(path)
            try await store.set(Token("token-\(number)"), for: TokenKey(label: "l\(number)", origin: "https://api.test"))
          }
        }
        try await group.waitForAll()
      }
      #expect(try FileTokenStore(path).keys().count == 40)
    }
  }
}
