import Dial
import Foundation
import HTTPTypes
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// What holds for every kind of credentials in the list of kinds, each as its own example declares it.
struct CredentialKindTests {
  /// A kind, and the credentials of a spec.
  struct Sample: CustomTestStringConvertible, Sendable {
    let name: String
    let auth: String
    var testDescription: String { name }

    init(_ name: String, _ auth: String) { (self.name, self.auth) = (name, auth) }
  }

  /// A kind without a line is that of stored tokens.
  static let samples = CredentialKinds.all.map { kind in
    Sample(kind.name, kind.syntax?.example ?? "{bearer: session}")
  }
  static let others = [
    Sample("token in a header", "{header: X-Token session}"), Sample("token in a query", "{query: token session}"),
    Sample("token in a cookie", "{header: Cookie session}"), Sample("key in a cookie", "header Cookie sid=${KEY}"),
    Sample("aws4 in the query", "{aws4: {key: \"${KEY}\", secret: \"${SECRET}\", service: s3, region: eu, carrier: query}}"),
  ]

  /// Requires the credential, with a digest challenge, and sends it to other URLs.
  private struct Server: SocketTransport {
    let log = Answering()
    let credential: Credential
    var location: String?

    func send(_ request: PreparedRequest) async throws -> Response {
      var response = try await log.send(request)
      if let location, !request.url.contains("/b"), isAuthorized(request) {
        response.status = .temporaryRedirect
        response.headers[.location] = location
      } else if !request.url.hasPrefix("https://other.test"), !isAuthorized(request) {
        response.status = .unauthorized
        response.headers[.wwwAuthenticate] = #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#
      }
      return response
    }

    func connect(_ request: PreparedRequest) async throws -> Response { try await send(request) }

    func isAuthorized(_ request: PreparedRequest) -> Bool { CredentialKindTests.has(credential, request) }
  }

  private static func has(_ credential: Credential, _ request: PreparedRequest) -> Bool {
    if request.url.contains("&X-Amz-Signature=") || request.url.contains("?X-Amz-Algorithm=") { return true }
    return switch credential.location {
    case .header(let name): request.headers[name] != nil
    case .query(let name): request.url.contains("?\(name)=") || request.url.contains("&\(name)=")
    }
  }

  private static func spec(_ sample: Sample, base: String = "https://api.test", _ endpoints: String) throws -> Spec {
    try Spec.load(yaml: "base: \(base)\nauth: \(sample.auth)\nendpoints:\n\(endpoints)\n")
  }

  private static func client(_ spec: Spec, user: String = "ann", _ transport: any Transport) throws -> Client {
    let names = spec.service.level.auth.variables
    let variables = Dictionary(names.map { ($0, "\($0.lowercased())-of-\(user)") }) { first, _ in first }
    let key = TokenKey(label: "session", origin: "https://api.test")
    let tokens = MemoryTokenStore([key: Token("sid=token-of-\(user)")])
    return Client(spec, variables: Variables(variables), transport: transport, tokens: tokens)
  }

  private static func server(_ spec: Spec, location: String? = nil) throws -> Server {
    Server(credential: try #require(spec.service.level.auth.leaves.first), location: location)
  }

  @Test(arguments: samples + others) func theHostOfTheArgumentsGetsIt(sample: Sample) async throws {
    let isToken = sample.auth.contains("session")
    let base = "https://{host}.api.test"
    guard !isToken else {
      let error = #expect(throws: SpecError.self) { try Self.spec(sample, base: base, "  e: GET /a") }
      #expect(error?.diagnostics.first?.message.hasPrefix("a stored token requires a fixed host") == true)
      return
    }
    let spec = try Self.spec(sample, base: base, "  e: GET /a")
    let server = try Self.server(spec)
    try await Self.client(spec, server).call("e", ["host": "b"])
    let last = try #require(server.log.sent.last)
    #expect(last.url.hasPrefix("https://b.api.test/a") && server.isAuthorized(last))
  }

  @Test(arguments: samples + others) func anotherOriginGetsNothingOfIt(sample: Sample) async throws {
    let spec = try Self.spec(sample, "  e: GET /a\n  away: GET https://other.test/x")
    let server = try Self.server(spec, location: "https://other.test/y")
    let client = try Self.client(spec, server)
    try await client.call("e")
    try await client.call("away")
    let foreign = server.log.sent.filter { $0.url.hasPrefix("https://other.test") }
    #expect(server.log.sent.contains(where: server.isAuthorized) && foreign.count == 2)
    for request in foreign {
      #expect(!server.isAuthorized(request))
      #expect(!"\(request.url) \(request.headers)".contains("-of-ann"))
    }
  }

  /// The URL of a redirect is that of the server, which writes a credential of the query into it.
  @Test(arguments: samples + others) func aRedirectAtHomeKeepsIt(sample: Sample) async throws {
    let spec = try Self.spec(sample, "  e: GET /a")
    let server = try Self.server(spec, location: "/b")
    let client = try Self.client(spec, server)
    if server.credential.location.header == nil { _ = try? await client.call("e") } else { try await client.call("e") }
    let last = try #require(server.log.sent.last { $0.url.contains("/b") })
    #expect(server.isAuthorized(last) == (server.credential.location.header != nil))
  }

  @Test(arguments: samples + others) func aWebSocketGetsIt(sample: Sample) async throws {
    let spec = try Self.spec(sample, "  s: WS /a")
    let server = try Self.server(spec)
    // The transport opens no socket after the handshake.
    _ = try? await Self.client(spec, server).connect("s")
    let last = try #require(server.log.sent.last)
    #expect(last.url.hasPrefix("wss://api.test/a") && server.isAuthorized(last))
  }

  @Test(arguments: samples + others) func twoUsersShareNoCachedResponse(sample: Sample) async throws {
    let spec = try Self.spec(sample, "  e: {GET: /a, cache: standard}")
    var addresses: [String] = []
    for user in ["ann", "bob"] {
      let server = try Self.server(spec)
      let (client, seen) = (try Self.client(spec, user: user, server), Answering())
      client.use("cache") { request, next in
        _ = try await seen.send(request)
        return try await next(request)
      }
      for _ in 0..<2 { try await client.call("e") }
      let both = seen.sent.map { CacheAddress($0, CacheDigest(key: [1])) }.map { $0.key + $0.identity }
      #expect(both.count == 2 && both[0] == both[1])
      addresses.append(both[0])
    }
    #expect(addresses[0] != addresses[1])
  }

  @Test(arguments: samples + others) func aHeaderOfTheCallerIsKept(sample: Sample) async throws {
    let spec = try Self.spec(sample, "  e: GET /a")
    let server = try Self.server(spec)
    guard let header = server.credential.location.header, header != "Cookie" else { return }
    try await Self.client(spec, server).call("e", [:], CallOptions(headers: [header: "own"]))
    #expect(server.log.sent.map { $0.headers[header] } == ["own"])
  }

  @Test(arguments: others.filter { $0.name.contains("cookie") }) func aCookieIsSentBesideOthers(sample: Sample) async throws {
    let spec = try Self.spec(sample, "  e: GET /a (cookie.lang String = de)")
    let server = try Self.server(spec)
    try await Self.client(spec, server).call("e")
    #expect(server.log.sent[0].headers["Cookie"] == "lang=de; sid=\(sample.auth.contains("session") ? "token" : "key")-of-ann")
  }

  @Test(arguments: CredentialKinds.all.filter { $0.syntax != nil }.map { Sample($0.name, $0.syntax?.example ?? "") })
  func withoutItsVariablesNothingIsSent(sample: Sample) async throws {
    let server = Answering()
    let client = Client(try Self.spec(sample, "  e: GET /a"), transport: server)
    let error = await failure { () throws(CallError) in try await client.call("e") }
    #expect(error.code == .variable && server.sent.isEmpty)
  }

  @Test func everyKindHasItsExampleOnThePage() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let page = try String(contentsOf: root.appending(path: "Sources/Dial/Dial.docc/Credentials.md"), encoding: .utf8)
    for kind in CredentialKinds.all { #expect(page.contains(kind.syntax?.example ?? kind.name), "\(kind.name)") }
  }
}
