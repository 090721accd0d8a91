import Dial
import HTTPTypes
import Synchronization
import Testing

/// The cache of a client: the spec, the options of a call, and the functions of the program.
@Suite struct ClientCacheTests {
  private static let spec = """
    base: https://api.test
    auth: bearer ${TOKEN}
    endpoints:
      plain: GET /plain/{id}
      kept: {GET: "/kept/{id} @ data -> (id Int)", cache: standard}
      only: {GET: /only, cache: only-cache}
      text: {GET: "/text -> text", cache: standard}
      jar: {GET: /jar, cache: standard, cookies: session}
      void: {GET: "/void -> Void", cache: standard}
      events: {GET: "/events -> events", cache: standard}
      change: {PUT: "/kept/{id}"}
      job: {GET: /job, cache: standard, poll: {until: "n == `2`", every: 1ms}}
    """

  /// Numbers its responses, which are fresh for a minute.
  private func server() -> Answering {
    let count = Mutex(0)
    return Answering { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let isText = request.url.hasSuffix("/text")
      return Response(
        status: .ok, headers: [.contentType: isText ? "text/plain" : "application/json", .cacheControl: "max-age=60"], url: request.url,
        body: .init(Array((isText ? "n\(number)" : #"{"n": \#(number), "data": {"id": \#(number)}}"#).utf8)))
    }
  }

  private func client(_ transport: Answering, token: String = "tok-123456") throws -> Client {
    Client(try Spec.load(yaml: Self.spec), variables: ["TOKEN": .init(token)], transport: transport)
  }

  @Test func theCacheIsOffByDefault() async throws {
    let server = server()
    let api = try client(server)
    for _ in 1...2 { try await api.call("plain", ["id": 1]) }
    #expect(await failure { () throws(CallError) in try await api.call("plain", ["id": 1], .init(cache: .onlyCache)) }.code == .cacheMiss)
    #expect(server.sent.count == 2)
  }

  @Test func aMissIsAnErrorOfItsOwnAndSendsNothing() async throws {
    let server = server()
    let api = try client(server)
    let error = await failure { () throws(CallError) in try await api.call("only") }
    #expect(error.code.rawValue == "cache-miss" && error.attempts == 0 && server.sent.isEmpty)
    #expect(error.message == "no usable cached response for 'only': it is not cached")
    #expect(error.hint == "to send the request, call without 'only-cache'")
    #expect(error.location?.start.line == 6)
  }

  @Test func onlyCacheNeverSends() async throws {
    let server = server()
    let api = try client(server)
    for (name, arguments) in [("change", ["id": 1]), ("void", [:]), ("events", [:])] as [(String, Arguments)] {
      let error = await failure { () throws(CallError) in try await api.call(name, arguments, .init(cache: .onlyCache)) }
      #expect(error.message == "no usable cached response for '\(name)': its responses are never cached")
    }
    #expect(server.sent.isEmpty)
  }

  @Test func theSpecAsksForTheCache() async throws {
    let server = server()
    let api = try client(server)
    let replies = [try await api.call("kept", ["id": 1]), try await api.call("kept", ["id": 1])]
    #expect(replies.map(\.value) == [["id": 1], ["id": 1]])
    #expect(replies.map(\.metrics.cache) == [nil, CacheUse(.fresh, age: .zero)])
    #expect(try await api.call("kept", ["id": 2]).value == ["id": 2])
    #expect(server.sent.count == 2)
  }

  /// A 304 confirms only the response of its own URL.
  @Test func aNotModifiedOfAnotherURLConfirmsNothing() async throws {
    let isMoved = Mutex(false)
    let server = Answering { request in
      let json: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=0", .eTag: "\"1\""]
      if request.url.hasSuffix("/elsewhere") {
        let isKnown = request.headers[.ifNoneMatch] != nil
        let body = isKnown ? "" : #"{"data": {"id": 2}}"#
        return Response(status: isKnown ? .notModified : .ok, headers: json, url: request.url, body: .init(Array(body.utf8)))
      }
      if isMoved.withLock({ $0 }) {
        return Response(status: .found, headers: [.location: "/elsewhere"], url: request.url, body: .init([]))
      }
      return Response(status: .ok, headers: json, url: request.url, body: .init(Array(#"{"data": {"id": 1}}"#.utf8)))
    }
    let api = try client(server)
    #expect(try await api.call("kept", ["id": 1]).value == ["id": 1])
    isMoved.withLock { $0 = true }
    #expect(try await api.call("kept", ["id": 1]).value == ["id": 2])
    #expect(server.sent.map { $0.headers[.ifNoneMatch] ?? "-" } == ["-", "\"1\"", "\"1\"", "-", "-"])
  }

  /// A new call needs a new token.
  @Test func aTokenIsNeverFetchedFromTheCache() async throws {
    let count = Mutex(0)
    let server = Answering { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let isLogin = request.url.hasSuffix("/login")
      let body = isLogin ? #"{"access_token":"token-\#(number)"}"# : "{}"
      let status = isLogin || request.headers[.authorization] != "Bearer token-1" ? 200 : 401
      return Response(
        status: .init(code: status), headers: [.contentType: "application/json", .cacheControl: "max-age=60"], url: request.url,
        body: .init(Array(body.utf8)))
    }
    let yaml = """
      base: https://api.test
      cache: standard
      auth: {bearer: session, login: {call: login}}
      endpoints:
        login: GET /login
        me: GET /me
      """
    try await Client(try Spec.load(yaml: yaml), transport: server).call("me")
    #expect(
      server.sent.map { "\($0.url.suffix(6)) \($0.headers[.authorization] ?? "-")" } == [
        "/login -", "est/me Bearer token-1", "/login -", "est/me Bearer token-3",
      ])
  }

  @Test func anOptionWinsOverTheSpec() async throws {
    let server = server()
    let api = try client(server)
    try await api.call("plain", ["id": 1], .init(cache: .standard))
    #expect(try await api.call("plain", ["id": 1]).value.n == 2)
    #expect(try await api.call("plain", ["id": 1], .init(cache: .preferCache)).value.n == 1)
    #expect(try await api.call("kept", ["id": 1]).value == ["id": 3])
    #expect(try await api.call("kept", ["id": 1], .init(cache: CacheMode.none)).value == ["id": 4])
    #expect(try await api.call("kept", ["id": 1]).value == ["id": 3])
    #expect(try await api.call("kept", ["id": 1], .init(cache: .reload)).value == ["id": 5])
    #expect(try await api.call("kept", ["id": 1]).value == ["id": 5])
  }

  @Test func whatChangesThingsForgetsThem() async throws {
    let api = try client(server())
    try await api.call("kept", ["id": 1])
    try await api.call("change", ["id": 1])
    #expect(try await api.call("kept", ["id": 1]).value == ["id": 3])
  }

  @Test func usersOfOneStoreAreNeverMixed() async throws {
    let (server, store) = (server(), MemoryCacheStore())
    for (token, number) in [("tok-aaaaaa", 1), ("tok-bbbbbb", 2), ("tok-aaaaaa", 1), ("tok-bbbbbb", 2)] {
      let api = try client(server, token: token)
      api.cache.store = store
      #expect(try await api.call("kept", ["id": 1]).value == ["id": .init(number)])
    }
  }

  @Test func eventsReportCachedResponses() async throws {
    let api = try client(server())
    let told = Mutex<[String]>([])
    api.on { event in
      let word =
        switch event.kind {
        case .started: "started"
        case .cached(let use): "cached \(use.kind)"
        case .received(let status): "received \(status)"
        case .finished(let metrics): "finished \(metrics.cache?.kind.rawValue ?? "-")"
        default: "other"
        }
      told.withLock { $0.append(word) }
    }
    for _ in 1...2 { try await api.call("kept", ["id": 1]) }
    #expect(
      told.withLock { $0 } == [
        "started", "received 200", "finished -", "started", "cached fresh", "received 200", "finished fresh",
      ])
  }

  @Test func streamsAndDiscardedBodiesAreNotCached() async throws {
    let server = server()
    let api = try client(server)
    for _ in 1...2 { try await api.call("void") }
    #expect(server.sent.count == 2)
  }

  @Test func aPollAsksTheServer() async throws {
    let server = server()
    let api = try client(server)
    #expect(try await api.poll("job").n == 2)
    #expect(server.sent.count == 2)
  }

  @Test func aMiddlewareNamedCacheReplacesTheCache() async throws {
    let server = server()
    let api = try client(server)
    api.use("cache") { request, next in try await next(request) }
    for _ in 1...2 { try await api.call("kept", ["id": 1]) }
    #expect(server.sent.count == 2)
    let error = await failure { () throws(CallError) in try await api.cache.set(1, for: "kept", ["id": 1]) }
    #expect(error.message == "the cache is not available, because a middleware named 'cache' replaces it")
    #expect(server.sent.count == 2)
  }

  @Test(arguments: ["auth", "cookies"]) func unseenCredentialsDisableTheCache(_ policy: String) async throws {
    let server = server()
    let api = try client(server)
    api.use(policy) { request, next in try await next(request) }
    for _ in 1...2 { try await api.call("kept", ["id": 1]) }
    #expect(server.sent.count == 2)
  }

  @Test func cookiesOfTheJarIdentifyTheUser() async throws {
    let server = server()
    let api = try client(server)
    let error = await failure { () throws(CallError) in try await api.call("jar", [:], .init(cache: .onlyCache)) }
    #expect(error.message == "no usable cached response for 'jar': it is not cached" && server.sent.isEmpty)
    for _ in 1...2 { try await api.call("jar") }
    #expect(server.sent.count == 1)
  }

  @Test func whatCannotBeKeptIsRefused() async throws {
    let api = try client(server())
    let error = await failure { () throws(CallError) in try await api.cache.set(1, for: "change", ["id": 1]) }
    #expect(error.code == .arguments && error.message == "responses of 'change' cannot be cached; only complete responses to GET can")
    #expect(await failure { () throws(CallError) in try await api.cache.set(1, for: "events") }.code == .arguments)
    #expect(await failure { () throws(CallError) in try await api.cache.set(1, for: "kept") }.code == .arguments)
    #expect(await failure { () throws(CallError) in _ = try await api.cache.get("kept") }.code == .arguments)
    #expect(await failure { () throws(CallError) in try await api.cache.remove("nope") }.code == .unknownEndpoint)
  }

  @Test func entriesAreSetReadRemovedAndCleared() async throws {
    let server = server()
    let api = try client(server)
    #expect(try await api.cache.get("kept", ["id": 7]) == nil)
    try await api.cache.set(["data": ["id": 70]], for: "kept", ["id": 7])
    try await api.cache.set("hello", for: "text")
    #expect(try await api.cache.get("kept", ["id": 7]) == ["id": 70])
    #expect(try await api.cache.get("kept", ["id": 8]) == nil)
    #expect(try await api.call("kept", ["id": 7]).value == ["id": 70])
    #expect(try await api.call("text").value == "hello")
    try await api.cache.remove("kept", ["id": 7])
    #expect(try await api.cache.get("kept", ["id": 7]) == nil)
    #expect(try await api.cache.get("text") == "hello")
    await api.cache.clear()
    #expect(try await api.cache.get("text") == nil)
    #expect(server.sent.isEmpty)
  }

  @Test func anEntryIsFreshForItsLifetime() async throws {
    let api = try client(server())
    try await api.cache.set(["data": ["id": 70]], for: "kept", ["id": 7], lifetime: .zero)
    #expect(try await api.call("kept", ["id": 7], .init(cache: .preferCache)).value == ["id": 70])
    #expect(try await api.call("kept", ["id": 7]).value == ["id": 1])
  }

  @Test func insertedEntriesPassTheMiddlewares() async throws {
    let server = server()
    let api = try client(server)
    let user = Mutex("ann")
    api.use("user") { request, next in
      var request = request
      request.headers[.cookie] = user.withLock { $0 }
      return try await next(request)
    }
    try await api.cache.set(["data": ["id": 70]], for: "kept", ["id": 7])
    #expect(try await api.call("kept", ["id": 7]).value == ["id": 70])
    user.withLock { $0 = "ben" }
    #expect(try await api.cache.get("kept", ["id": 7]) == nil)
    #expect(server.sent.isEmpty)
  }
}
