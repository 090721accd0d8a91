import Dial
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DialEngine
@testable import DialPolicies

/// A stored token is used only for the values that it was fetched with.
struct TokenAccountTests {
  /// Returns the token of each call: of the first user, the second, and the first again.
  private static func tokens(_ auth: String, _ login: String, _ a: Variables, _ b: Variables, _ store: any TokenStore) async throws
    -> [String]
  {
    let count = Mutex(0)
    let server = Answering { request in
      let isLogin = request.url.contains("/login") || request.url.contains("/token")
      let number = count.withLock { count in
        if isLogin { count += 1 }
        return count
      }
      return Response(
        status: .ok, headers: [.contentType: "application/json"], url: request.url,
        body: .init(Array((isLogin ? #"{"access_token": "token-\#(number)"}"# : "1").utf8)))
    }
    let yaml = "base: https://api.test\nauth: \(auth)\nendpoints:\n  login: \(login)\n  me: GET /me\n"
    for variables in [a, b, a] {
      try await Client(try Spec.load(yaml: yaml), variables: variables, transport: server, tokens: store).call("me")
    }
    return server.sent.filter { $0.url.hasSuffix("/me") }.map { String(($0.headers[.authorization] ?? "-").dropFirst(7)) }
  }

  private static let two = ["token-1", "token-2", "token-1"]
  private static let one = ["token-1", "token-1", "token-1"]
  private static let alice: Variables = ["USERNAME": "alice", "PASS": "p"]
  private static let login = "POST /login (user?, password?)"
  private static func session(_ args: String) -> String { "{bearer: session, login: {call: login, args: {\(args)}}}" }
  private static func oauth(_ more: String) -> String {
    "{bearer: session, oauth2: {token_url: https://sso.test/token, client_id: '${ID}', \(more)}}"
  }

  private static let cases: [(auth: String, login: String, a: Variables, b: Variables, tokens: [String])] = [
    (session(#"user: "${USERNAME}", password: "${PASS}""#), login, alice, ["USERNAME": "bob", "PASS": "p"], two),
    (session(#"user: "${USERNAME}", password: "${PASS}""#), login, alice, ["USERNAME": "alice", "PASS": "q"], two),
    (session(#"user: "${USERNAME}", password: "${PASS}""#), login, alice, ["USERNAME": "alice", "PASS": "p", "OTHER": "1"], one),
    (session(#"user: "${USERNAME}", password: "${PASS}""#), login, alice, ["USERNAME": "alice"], one),
    (session(#"user: "${USERNAME}", password: "${PASS}""#), login, alice, [:], one),
    (session(#"user: {name: ["${USERNAME}"]}"#), "POST /login (user JSON)", alice, ["USERNAME": "bob"], two),
    (session(""), "{POST: /login, auth: 'basic ${USERNAME} ${PASS}'}", alice, ["USERNAME": "bob", "PASS": "p"], two),
    (session(""), "{POST: /login, auth: none, headers: {X-User: '${USERNAME}'}}", alice, ["USERNAME": "bob"], two),
    (session(""), "{POST: '/login?u=${USERNAME}', auth: none}", alice, ["USERNAME": "bob"], two),
    (session(""), "{POST: '/login/${USERNAME}', auth: none}", alice, ["USERNAME": "bob"], two),
    (session(""), "{POST: /login, auth: none, body: {user: '${USERNAME}'}}", alice, ["USERNAME": "bob"], two),
    (oauth("grant: client_credentials, client_secret: '${PASS}'"), login, ["ID": "a", "PASS": "p"], ["ID": "b", "PASS": "p"], two),
    (oauth("grant: client_credentials, client_secret: '${PASS}'"), login, ["ID": "a", "PASS": "p"], ["ID": "a", "PASS": "q"], two),
    (oauth("grant: refresh_token, refresh_token: '${PASS}'"), login, ["ID": "a", "PASS": "p"], ["ID": "a", "PASS": "q"], two),
    (
      oauth("grant: password, username: '${USERNAME}', password: '${PASS}'"), login, ["ID": "a", "USERNAME": "alice", "PASS": "p"],
      ["ID": "a", "USERNAME": "bob", "PASS": "p"], two
    ),
    (
      "{oauth2: {grant: refresh_token, token_url: https://sso.test/token, client_id: id, refresh_token: '${PASS}'}}", login,
      ["PASS": "p"], ["PASS": "q"], two
    ),
  ]

  @Test(arguments: cases.indices) func aTokenIsNotUsedForAnotherUser(index: Int) async throws {
    let row = Self.cases[index]
    #expect(try await Self.tokens(row.auth, row.login, row.a, row.b, MemoryTokenStore()) == row.tokens)
  }

  /// Two specs of one host can have endpoints of the same name.
  @Test func aTokenOfAnotherLoginOfTheSameNameIsNotUsed() async throws {
    let store = MemoryTokenStore()
    let server = Answering { request in
      let word = request.url.split(separator: "/").last ?? ""
      return Response(
        status: .ok, headers: [.contentType: "application/json"], url: request.url,
        body: .init(Array(#"{"access_token": "token-of-\#(word)"}"#.utf8)))
    }
    for login in ["POST /user", "POST /admin", "PUT /admin"] {
      let yaml = "base: https://api.test\nauth: \(Self.session(""))\nendpoints:\n  login: \(login)\n  me: GET /me\n"
      try await Client(try Spec.load(yaml: yaml), transport: server, tokens: store).call("me")
    }
    #expect(server.sent.map { $0.url.split(separator: "/").last } == ["user", "me", "admin", "me", "admin", "me"])
  }

  @Test(arguments: cases.indices) func aStoredTokenOfAnotherUserIsNotUsed(index: Int) async throws {
    let row = Self.cases[index]
    let path = NSTemporaryDirectory() + "dial-\(UUID().uuidString)/tokens.json"
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    #expect(try await Self.tokens(row.auth, row.login, row.a, row.b, FileTokenStore(path)) == row.tokens)
    let file = try String(contentsOfFile: path, encoding: .utf8)
    // The ids of sessions are random, and can contain three letters.
    #expect(!file.contains(/\b(alice|bob)\b/) && !file.contains(#""p""#), "\(file)")
  }

  /// A spec that fetches the token in another way is another account, too.
  @Test func theSpecIsPartOfTheAccount() async throws {
    let store = MemoryTokenStore()
    for user in ["alice", "bob"] {
      _ = try await Self.tokens(Self.session("user: \(user)"), Self.login, [:], [:], store)
      #expect(await store.token(for: TokenKey(label: "session", origin: "https://api.test"))?.access == "token-1")
    }
    let server = Answering(#"{"access_token": "new"}"#)
    for user in ["alice", "bob", "carol"] {
      let yaml =
        "base: https://api.test\nauth: \(Self.session("user: \(user)"))\nendpoints:\n  login: \(Self.login)\n  me: GET /me\n"
      try await Client(try Spec.load(yaml: yaml), transport: server, tokens: store).call("me")
    }
    #expect(server.sent.map { String($0.url.dropFirst(16)) } == ["/me", "/me", "/login", "/me"])
  }

  /// A session id belongs to the credentials of the call whose response contains it.
  @Test func aTokenInAResponseBelongsToTheOtherCredentials() async throws {
    let server = Answering { request in
      let id = request.headers[.init("X-Id")!]
      return Response(
        status: id == nil ? .conflict : .ok, headers: [.init("X-Id")!: "id-\(request.headers[.authorization]?.dropFirst(6) ?? "")"],
        url: request.url)
    }
    let yaml = """
      base: https://api.test
      auth: ['basic ${USERNAME} ${PASS}', {header: X-Id session, from: refusal, on: [409]}]
      endpoints:
        me: GET /me -> Void
      """
    let store = MemoryTokenStore()
    for name in ["alice", "bob", "alice"] {
      try await Client(try Spec.load(yaml: yaml), variables: ["USERNAME": name, "PASS": "p"], transport: server, tokens: store).call("me")
    }
    #expect(server.sent.map { $0.headers[.init("X-Id")!] == nil } == [true, false, true, false, false])
  }

  /// A key without an account is that of the program: it finds and replaces the token that was used last.
  @Test func aProgramNeedsNoAccount() async throws {
    let store = MemoryTokenStore()
    let key = TokenKey(label: "session", origin: "https://api.test")
    let (a, b) = (
      TokenKey(label: key.label, origin: key.origin, account: "a=1 b=2"), TokenKey(label: key.label, origin: key.origin, account: "a=2")
    )
    await store.set(Token("one"), for: a)
    await store.set(Token("two"), for: b)
    #expect(await store.token(for: key)?.access == "two")
    await store.set(Token("three"), for: key)
    #expect(await store.token(for: b)?.access == "three")
    #expect(await store.token(for: a)?.access == "one")
    #expect(await store.token(for: TokenKey(label: key.label, origin: key.origin, account: "b=2"))?.access == "one")
    #expect(await store.token(for: TokenKey(label: key.label, origin: key.origin, account: "b=3")) == nil)
    await store.remove(key)
    #expect(await store.token(for: a) == nil)
    await store.set(Token("own"), for: key)
    #expect(await store.token(for: a)?.access == "own")
  }

  /// Nothing in a file without accounts says whose token it is.
  @Test func anOldFileNamesNoAccount() async throws {
    let folder = NSTemporaryDirectory() + "dial-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text = #"{"version": 1, "tokens": [{"label": "session", "origin": "https://api.test", "access": "old"}]}"#
    _ = FileManager.default.createFile(atPath: folder + "/t.json", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    let store = FileTokenStore(folder + "/t.json")
    #expect(try await store.token(for: TokenKey(label: "session", origin: "https://api.test"))?.access == "old")
    #expect(try await store.token(for: TokenKey(label: "session", origin: "https://api.test", account: "a=1")) == nil)
  }

  /// The program of a profile is run only for a request that needs its output.
  @Test func aProgramIsNotRunToFindAToken() async throws {
    let runs = Mutex(0)
    let server = Answering(#"{"access_token": "new"}"#)
    let store = MemoryTokenStore()
    let yaml = "base: https://api.test\nauth: \(Self.session(#"password: "${PASS}""#))\nendpoints:\n  login: \(Self.login)\n  me: GET /me\n"
    for program in ["cmd:a", "cmd:a", "cmd:b"] {
      let profile = LazyVariables(["PASS"], programs: ["PASS": program]) { _ in
        runs.withLock { $0 += 1 }
        return .success("secret-1234")
      }
      var variables = Variables()
      variables.profile = profile
      try await Client(try Spec.load(yaml: yaml), variables: variables, transport: server, tokens: store).call("me")
    }
    #expect(runs.withLock { $0 } == 2)
  }
}
