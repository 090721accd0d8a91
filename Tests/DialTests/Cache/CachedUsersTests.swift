import Dial
import Foundation
import HTTPTypes
import Synchronization
import Testing

/// Cached responses of users that tokens, challenges and cookies decide below the cache (T17 in SeedChecklist.md): no user gets those of
/// another one, and their own without a token.
struct CachedUsersTests {
  private static let key = TokenKey(label: "session", origin: "https://api.test")

  private static func spec(_ auth: String) throws -> Spec {
    try Spec.load(
      yaml: """
        base: https://api.test
        \(auth)
        cache: standard
        endpoints:
          login: {POST: /login, auth: none}
          me: GET /me
          rename: PUT /me
        """)
  }

  private static let session = "auth: {bearer: session, login: {call: login}}"

  /// Responds with the user, fresh for ten minutes; `/login` returns `token-1`, `token-2`, …
  private static func server(_ more: HTTPFields = [:]) -> Answering {
    let logins = Mutex(0)
    return Answering { request in
      let user = request.headers[.authorization]?.prefix { $0 != "," } ?? request.headers[.cookie].map { $0[...] } ?? "nobody"
      var body = #"{"who":"\#(user.filter { $0 != "\"" })"}"#
      if request.url.hasSuffix("/login") {
        let number = logins.withLock { logins in
          logins += 1
          return logins
        }
        body = #"{"access_token":"token-\#(number)"}"#
      }
      var fields: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=600"]
      for field in more { fields.append(field) }
      return Response(status: .ok, headers: fields, url: request.url, body: .init(Array(body.utf8)))
    }
  }

  private static func who(_ client: Client, _ options: CallOptions = .init()) async throws -> String {
    try await client.call("me", [:], options).value.who.asString ?? ""
  }

  private static func misses(_ client: Client) async -> Bool {
    await failure { () throws(CallError) in _ = try await client.call("me", [:], .init(cache: .onlyCache)) }.code == .cacheMiss
  }

  @Test func anotherSignInIsAnotherUser() async throws {
    let server = Self.server()
    let client = Client(try Self.spec(Self.session), transport: server)
    var told: [String] = []
    for token in [Token("ann-token"), Token("bob-token")] {
      try await client.tokens.set(token, for: Self.key)
      for _ in 0..<2 { told.append(try await Self.who(client)) }
    }
    #expect(told == ["Bearer ann-token", "Bearer ann-token", "Bearer bob-token", "Bearer bob-token"])
    #expect(server.sent.count == 2)
    try await client.tokens.remove(Self.key)
    #expect(await Self.misses(client))
  }

  /// The second request, of the policy below the cache, finds another user.
  private final class Swapping: TokenStore {
    private let tokens = MemoryTokenStore([CachedUsersTests.key: Token("ann-token")])
    private let asked = Mutex(0)

    func token(for key: TokenKey) async -> Token? {
      let isSecond = asked.withLock { asked in
        asked += 1
        return asked == 2
      }
      if isSecond { await tokens.set(Token("bob-token"), for: key) }
      return await tokens.token(for: key)
    }

    func set(_ token: Token, for key: TokenKey) async { await tokens.set(token, for: key) }
    func remove(_ key: TokenKey) async { await tokens.remove(key) }
  }

  @Test func aSignInDuringACallKeepsItsCachedResponse() async throws {
    let server = Self.server()
    let client = Client(try Self.spec(Self.session), transport: server, tokens: Swapping())
    for _ in 0..<2 { #expect(try await Self.who(client) == "Bearer bob-token") }
    #expect(server.sent.count == 1)
    try await client.tokens.set(Token("ann-token"), for: Self.key)
    #expect(try await Self.who(client) == "Bearer ann-token")
  }

  @Test func a304ForAnotherUserConfirmsNothing() async throws {
    let asked = Mutex<[String]>([])
    let tags = Mutex<[String]>([])
    let server = Answering { request in
      let user = request.headers[.authorization] ?? ""
      asked.withLock { $0.append(user) }
      tags.withLock { $0.append(request.headers[.ifNoneMatch] ?? "-") }
      // A tag that does not depend on the user, as in no real server.
      let isKnown = request.headers[.ifNoneMatch] != nil
      return Response(
        status: isKnown ? .notModified : .ok, headers: [.contentType: "application/json", .eTag: "\"1\"", .cacheControl: "max-age=0"],
        url: request.url, body: .init(isKnown ? [] : Array(#"{"who":"\#(user)"}"#.utf8)))
    }
    let store = MemoryCacheStore()
    let tokens = MemoryTokenStore([Self.key: Token("ann-token")])
    let first = Client(try Self.spec(Self.session), transport: server, tokens: tokens)
    first.cache.store = store
    #expect(try await Self.who(first) == "Bearer ann-token")
    let swapping = Swapped(tokens: tokens)
    let second = Client(try Self.spec(Self.session), transport: server, tokens: swapping)
    second.cache.store = store
    #expect(try await Self.who(second) == "Bearer bob-token")
    #expect(tags.withLock { $0 } == ["-", "\"1\"", "-"])
    #expect(asked.withLock { $0 } == ["Bearer ann-token", "Bearer bob-token", "Bearer bob-token"])
  }

  /// The same as ``Swapping``, with existing tokens.
  private final class Swapped: TokenStore {
    private let tokens: MemoryTokenStore
    private let asked = Mutex(0)

    init(tokens: MemoryTokenStore) { self.tokens = tokens }

    func token(for key: TokenKey) async -> Token? {
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      if number == 2 { await tokens.set(Token("bob-token"), for: key) }
      return await tokens.token(for: key)
    }

    func set(_ token: Token, for key: TokenKey) async { await tokens.set(token, for: key) }
    func remove(_ key: TokenKey) async { await tokens.remove(key) }
  }

  /// A store of a program can keep the public part of a token.
  private final class Plain: TokenStore {
    private let kept = Mutex<(access: String, refresh: String?)?>(nil)
    func token(for key: TokenKey) async -> Token? { kept.withLock { $0 }.map { Token($0.access, refresh: $0.refresh, expires: nil) } }
    func set(_ token: Token, for key: TokenKey) async { kept.withLock { $0 = (token.access, token.refresh) } }
    func remove(_ key: TokenKey) async { kept.withLock { $0 = nil } }
  }

  @Test(arguments: [true, false]) func aTokenThatIsFetchedForACallKeepsItsResponse(isPlain: Bool) async throws {
    let server = Self.server()
    let client = Client(try Self.spec(Self.session), transport: server, tokens: isPlain ? Plain() : MemoryTokenStore())
    #expect(await Self.misses(client))
    for _ in 0..<3 { #expect(try await Self.who(client) == "Bearer token-1") }
    #expect(server.sent.map(\.url) == ["https://api.test/login", "https://api.test/me"])
  }

  @Test func aKeptResponseNeedsNoTokenThatHolds() async throws {
    let count = Mutex(0)
    // A response with the token is not stored.
    let server = Answering { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let body = request.url.hasSuffix("/login") ? #"{"access_token":"token-\#(number)"}"# : #"{"who":"request \#(number)"}"#
      return Response(
        status: .ok, headers: [.contentType: "application/json", .cacheControl: "max-age=600"], url: request.url,
        body: .init(Array(body.utf8)))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-users-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func client() throws -> Client {
      let client = Client(try Self.spec(Self.session), transport: server, tokens: FileTokenStore(folder + "/tokens.json"))
      client.cache.store = DiskCacheStore(folder + "/cache")
      return client
    }
    #expect(try await Self.who(try client()) == "request 2")
    // Another process, later: the token has expired, and is renewed for the first call that needs it.
    let later = try client()
    let stored = try #require(try await later.tokens.token(for: Self.key))
    var ended = Token(stored.access, expires: .init(seconds: 1))
    ended.session = stored.session
    try await later.tokens.set(ended, for: Self.key)
    #expect(try await Self.who(later) == "request 2")
    #expect(server.sent.count == 2)
    #expect(try await Self.who(later, .init(cache: .reload)) == "request 4")
    // No file contains the token.
    for case let file as String in FileManager.default.enumerator(atPath: folder + "/cache") ?? .init() {
      let bytes = FileManager.default.contents(atPath: folder + "/cache/" + file) ?? Data()
      #expect(!String(decoding: bytes, as: UTF8.self).contains(stored.session))
    }
  }

  @Test func aHeaderOfTheCallIsAUserOfItsOwn() async throws {
    let server = Self.server()
    let client = Client(try Self.spec(Self.session), transport: server)
    try await client.tokens.set(Token("ann-token"), for: Self.key)
    #expect(try await Self.who(client) == "Bearer ann-token")
    let options = CallOptions(headers: ["Authorization": "Bearer own-token"])
    for _ in 0..<2 { #expect(try await Self.who(client, options) == "Bearer own-token") }
    #expect(try await Self.who(client) == "Bearer ann-token")
    #expect(server.sent.count == 2)
  }

  @Test func usersOfDigestDifferByPassword() async throws {
    let (server, store) = (Self.server(), MemoryCacheStore())
    func who(_ user: String, _ password: String) async throws {
      let client = Client(try Self.spec("auth: digest ${U} ${P}"), variables: ["U": .init(user), "P": .init(password)], transport: server)
      client.cache.store = store
      for _ in 0..<2 { try await client.call("me") }
    }
    for (user, password, count) in [("ann", "word-1", 1), ("ann", "wrong-1", 2), ("bob", "word-1", 3), ("ann", "word-1", 3)] {
      try await who(user, password)
      #expect(server.sent.count == count)
    }
  }

  @Test func otherCookiesAreAnotherUser() async throws {
    let cookie = Mutex("a=1")
    let server = Answering { request in
      let who = request.headers[.cookie] ?? "nobody"
      var fields: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=600"]
      if request.method == .put { fields[.setCookie] = cookie.withLock { $0 } }
      return Response(status: .ok, headers: fields, url: request.url, body: .init(Array(#"{"who":"\#(who)"}"#.utf8)))
    }
    let client = Client(try Self.spec("cookies: session"), transport: server)
    for _ in 0..<2 { #expect(try await Self.who(client) == "nobody") }
    // Another URL, so that nothing is removed.
    client.use("elsewhere") { request, next in
      var request = request
      if request.method == .put { request.url = "https://api.test/other" }
      return try await next(request)
    }
    try await client.call("rename")
    for _ in 0..<2 { #expect(try await Self.who(client) == "a=1") }
    cookie.withLock { $0 = "a=2" }
    try await client.call("rename")
    for _ in 0..<2 { #expect(try await Self.who(client) == "a=2") }
    client.cookieJar.clear()
    #expect(try await Self.who(client) == "nobody")
    #expect(server.sent.count { $0.method == .get } == 3)
  }

  @Test func aCallWithHiddenCredentialsIsNotCached() async throws {
    let server = Self.server()
    let client = Client(try Self.spec(Self.session), transport: server)
    client.use("auth") { request, next in try await next(request) }
    for _ in 0..<2 { try await client.call("me") }
    #expect(server.sent.count == 2)
  }
}
