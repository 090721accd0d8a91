import Dial
import DialTesting
import TestSupport
import Testing

/// No public type shows a secret if it is printed, dumped or looked at in a debugger.
struct SecretHolderTests {
  private static let secret = "s3cr3t-value-0815"

  private static let spec = """
    base: https://api.test
    auth: bearer ${TOKEN}
    endpoints:
      me: {GET: "/me/{id} (id, query.key? as api_key, header.X-Own? as X-Own, password?)", mock: {json: {token: s3cr3t-value-0815}}}
      add: {POST: /add (password), mock: {json: 1}}
      feed: {GET: /feed -> events, mock: {events: [a]}}
    """

  private struct Whoami: Request {
    typealias Response = JSON
    static let endpoint = "GET /me"
    @Header("X-Token") var token: String? = "s3cr3t-value-0815"
    @Cookie("sid") var session: String? = "s3cr3t-value-0815"
    @Query("api_key") var key: String? = "s3cr3t-value-0815"
    @HeaderMap var more: [String: String] = ["X-More": "s3cr3t-value-0815"]
    @Query var page: Int? = 7
  }

  private static func values() async throws -> [(String, Any)] {
    let spec = try Spec.load(yaml: spec)
    let variables: Variables = ["TOKEN": secret]
    let client = Client.mocked(spec, variables: variables)
    let store = MemoryTokenStore()
    let folder = try TemporaryFolder()
    let key = TokenKey(label: "t", origin: "https://api.test", server: "")
    await store.set(Token(secret, refresh: secret), for: key)
    let draft = try client.prepare("me", ["id": .string(secret), "key": .string(secret)], CallOptions(headers: ["X-Own": secret]))
    var changed = draft
    changed.headers[.authorization] = "Bearer other-\(secret)"
    let add = try client.prepare("add", ["password": .string(secret)])
    // No other secret of the client hides the one in the path.
    let alone = try Spec.load(yaml: "base: https://api.test\nendpoints:\n  bot: {GET: '/bot{token}/me', mock: {json: 1}}\n")
    let path = try Client.mocked(alone).prepare("bot", ["token": .string(secret)])
    let reply = try await draft.send()
    let (recording, log) = Client.recording(spec, variables: variables)
    _ = try await recording.call("me", ["id": 1])
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .variables(["https_proxy": "http://ann:\(secret)@proxy.test"])
    let transport = HTTPTransport(configuration: configuration)
    let http = Client(spec, variables: variables, transport: transport)
    let recorder = try Recorder("\(folder.path)/a.har", over: MockedTransport())
    var error = CallError(.status, "message")
    error.headers = [.setCookie: "sid=\(secret)"]
    error.failure = .object([("token", .string(secret))])
    let response = Response(
      status: .ok, headers: [.setCookie: "sid=\(secret)"], url: "https://api.test?token=\(secret)", body: ResponseBody(Array(secret.utf8)))
    var socket = SocketOptions(subprotocols: [secret])
    socket.greeting = [.text(secret)]
    let arguments: Arguments = ["password": secret]
    return [
      ("Draft", draft), ("Draft with a secret path", path), ("changed Draft", changed), ("PreparedRequest", draft.request),
      ("changed PreparedRequest", changed.request),
      ("body", add.request.body), ("Draft with a body", add), ("Reply", reply), ("Client", client), ("HTTP client", http),
      ("Cache", client.cache), ("Variables", variables), ("Arguments", arguments),
      ("Literals", ["password": .string(secret)] as Arguments.Literals),
      ("options", CallOptions(headers: ["X-Own": secret], query: arguments)),
      ("Endpoint", client.me), ("CallTask", client.start("me", ["id": .string(secret)])), ("Token", Token(secret, refresh: secret)),
      ("MemoryTokenStore", store), ("FileTokenStore", FileTokenStore("tokens.json")), ("RequestLog", log), ("transport", transport),
      ("Configuration", configuration), ("Proxies", configuration.proxies), ("traits", transport.traits), ("Recorder", recorder),
      ("CallError", error), ("Response", response), ("ReplyHead", ReplyHead(status: .ok, headers: [.setCookie: secret], url: secret)),
      ("File", File(bytes: Array(secret.utf8))), ("SocketOptions", socket), ("Whoami", Whoami()),
      ("Replies", client.stream("feed")), ("Event", Event.Kind.failed(error)),
      ("PollLook", PollLook(number: 1, elapsed: .zero, status: .ok, value: .string(secret), wait: .zero)),
      ("NextPage", NextPage(.argument("token", .string(secret)))), ("Address", NextPage.Address.url("https://api.test?token=\(secret)")),
      ("PageEnd", PageEnd(.maxPages, pages: 1, items: 1, next: NextPage(.url(secret)))), ("CookieJar", client.cookieJar),
      ("MemoryCacheStore", MemoryCacheStore()), ("DiskCacheStore", DiskCacheStore(folder.path)),
    ]
  }

  private struct MockedTransport: Transport {
    func send(_ request: PreparedRequest) async throws -> Response { Response(status: .ok, url: request.url) }
  }

  @Test func `no way of printing shows it`() async throws {
    let bytes = "\(Array(Self.secret.utf8))".dropFirst().dropLast()
    for (name, value) in try await Self.values() {
      var dumped = ""
      dump(value, to: &dumped)
      dump([value], to: &dumped)
      for text in [String(describing: value), String(reflecting: value), "\([value])", "\(Optional(value) as Any)", dumped] {
        #expect(!text.contains(Self.secret) && !text.contains(bytes), "\(name): \(text)")
      }
      #expect(!dumped.contains("\(Array(Self.secret.utf8)[0])\n"), "\(name): \(dumped)")
    }
  }

  @Test func `what is shown says what it is`() async throws {
    let client = Client.mocked(try Spec.load(yaml: Self.spec), variables: ["TOKEN": Self.secret])
    let draft = try client.prepare("me", ["id": "7"], CallOptions(headers: ["X-Own": Self.secret]))
    #expect("\(draft)" == "GET https://api.test/me/7, headers: authorization, x-own")
    #expect("\(draft.request.body)" == "no body")
    #expect("\(try client.prepare("add", ["password": "abc"]).request.body)" == "18 bytes")
    #expect("\(try await draft.send())" == "status 200, headers: content-type")
    #expect("\(Query(wrappedValue: 7))" == "7" && "\(Query(wrappedValue: "a", "page"))" == "page: a")
    #expect("\(Header(wrappedValue: "a", "X-Token"))" == "X-Token: ‹redacted›")
    #expect("\(Query(wrappedValue: "a", "api_key"))" == "api_key: ‹redacted›")
    #expect("\(["a": Self.secret, "b": "x"] as Variables)" == "Variables(a, b)")
    #expect("\(["a": Self.secret] as Arguments)" == "Arguments(a)")
  }
}
