import Dial
import HTTPTypes
import Synchronization
import Testing

@testable import DialEngine
@testable import DialMessage
@testable import DialPolicies

/// `auth: aws4`: each request to the origin of the base is signed when it is sent, and nothing of it is shown.
struct SignatureTests {
  private static let variables: Variables = ["KEY": "AKIDEXAMPLE", "SECRET": "secret-key-1234", "TOKEN": "session-token-1234"]

  private static func client(_ auth: String, _ transport: any Transport, variables: Variables = variables, more: String = "") throws
    -> Client
  {
    let yaml = """
      base: https://s3.eu-west-1.amazonaws.com
      auth: \(auth)
      retry: {max: 2, backoff: 0ms..0ms}
      \(more)
      endpoints:
        get: GET /bucket/{key}
        put: PUT /bucket/{key} (_ file File) -> Void
        key: GET /bucket/{+key}{?prefix}
        away: GET https://other.test/x
      """
    return Client(try Spec.load(yaml: yaml), variables: variables, transport: transport)
  }

  private static func header(_ name: String, _ request: PreparedRequest) -> String? { request.headers[HTTPField.Name(name)!] }

  @Test func theHeadersOfASignature() async throws {
    let server = Answering()
    try await Self.client("aws4 ${KEY} ${SECRET}", server).call("get", ["key": "a b"])
    let request = server.sent[0]
    let authorization = request.headers[.authorization] ?? ""
    let day = Self.header("X-Amz-Date", request)?.prefix(8) ?? ""
    #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\(day)/eu-west-1/s3/aws4_request, SignedHeaders="))
    #expect(authorization.contains("host;x-amz-content-sha256;x-amz-date"))
    #expect(Self.header("X-Amz-Content-Sha256", request) == AWS4Signer.digest([]))
    #expect(Self.header("X-Amz-Security-Token", request) == nil)
  }

  /// A path is sent as it is signed: some servers read '+' in it as a blank.
  @Test func theKeyOfAnObjectMayHaveAnyCharacter() async throws {
    let server = Answering()
    try await Self.client("aws4 ${KEY} ${SECRET}", server).call("key", ["key": "a+b=c&d é/x~", "prefix": "a+b é&="])
    #expect(
      server.sent[0].url == "https://s3.eu-west-1.amazonaws.com/bucket/a%2Bb%3Dc%26d%20%C3%A9/x~?prefix=a%2Bb%20%C3%A9%26%3D")
  }

  @Test(arguments: [(true, "session-token-1234"), (false, nil)] as [(Bool, String?)])
  func aSessionTokenIsSentWhereThereIsOne(isGiven: Bool, expected: String?) async throws {
    let server = Answering()
    let given = isGiven ? Self.variables : ["KEY": "k", "SECRET": "secret-key-1234"]
    let client = try Self.client("aws4 ${KEY} ${SECRET} s3 eu-west-1 ${TOKEN}", server, variables: given)
    try await client.call("get", ["key": "a"])
    #expect(Self.header("X-Amz-Security-Token", server.sent[0]) == expected)
    #expect((server.sent[0].headers[.authorization] ?? "").contains("x-amz-security-token") == isGiven)
  }

  /// The example "GET Object" of the S3 documentation, with the bucket as an argument.
  @Test func theSignatureIsForTheHostOfTheArguments() async throws {
    let yaml = "base: https://{bucket}.s3.amazonaws.com\nauth: aws4 ${KEY} ${SECRET}\nendpoints:\n  get: GET /{+key}\n"
    let client = Client(
      try Spec.load(yaml: yaml),
      variables: ["KEY": "AKIAIOSFODNN7EXAMPLE", "SECRET": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"], transport: Answering())
    let draft = try client.prepare("get", ["bucket": "examplebucket", "key": "test.txt"])
    let policy = AuthPolicy(nil) { 1_369_353_600 }
    policy.attach(client.engine)
    let middleware = try #require(policy.middleware(for: draft.plan.credentialScope))
    var request = draft.request
    request.headers = [.range: "bytes=0-9"]
    let server = Answering()
    let next = Next { request in
      let around = try #require(request.context[EachRequest.self])
      return try await around(request, Next { try await server.send($0) })
    }
    _ = try await middleware(request, next)
    #expect(server.sent[0].url == "https://examplebucket.s3.amazonaws.com/test.txt")
    #expect(
      server.sent[0].headers[.authorization] == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
        + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test func eachAttemptIsSignedAgain() async throws {
    let count = Mutex(0)
    let server = Answering { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return Response(status: number == 1 ? .serviceUnavailable : .ok, url: request.url)
    }
    try await Self.client("aws4 ${KEY} ${SECRET}", server).call("get", ["key": "a"])
    #expect(server.sent.count == 2)
    #expect(server.sent.allSatisfy { $0.headers[fields: .authorization].count == 1 })
  }

  @Test func noSignatureGoesToAnotherOrigin() async throws {
    let server = Answering { request in
      request.url.contains("other.test")
        ? Response(status: .ok, url: request.url)
        : Response(status: .found, headers: [.location: "https://other.test/y"], url: request.url)
    }
    let client = try Self.client("{aws4: {key: \"${KEY}\", secret: \"${SECRET}\", token: \"${TOKEN}\"}}", server)
    try await client.call("get", ["key": "a"])
    try await client.call("away")
    let foreign = server.sent.filter { $0.url.contains("other.test") }
    #expect(server.sent.count == 3 && foreign.count == 2)
    for request in foreign {
      #expect(request.headers.allSatisfy { !$0.name.canonicalName.hasPrefix("x-amz") && $0.name != .authorization }, "\(request.headers)")
    }
  }

  @Test func aRedirectToTheSameOriginIsSignedForItsURL() async throws {
    let server = Answering { request in
      request.url.hasSuffix("/b")
        ? Response(status: .ok, url: request.url) : Response(status: .temporaryRedirect, headers: [.location: "/b"], url: request.url)
    }
    try await Self.client("aws4 ${KEY} ${SECRET}", server).call("get", ["key": "a"])
    let signatures = server.sent.compactMap { $0.headers[.authorization] }
    #expect(signatures.count == 2 && Set(signatures).count == 2)
  }

  @Test func aSignatureInTheQueryIsNotShown() async throws {
    let server = Answering { Response(status: .notFound, url: $0.url, body: .init(Array($0.url.utf8))) }
    let client = try Self.client("{aws4: {key: \"${KEY}\", secret: \"${SECRET}\", carrier: query, expires: 1h}}", server)
    let error = await failure { () throws(CallError) in try await client.call("get", ["key": "a"]) }
    let url = server.sent[0].url
    let signature = url.suffix(64)
    #expect(url.contains("&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature="), "\(url)")
    #expect(server.sent[0].headers[.authorization] == nil)
    #expect(!"\(error)".contains(signature) && error.request?.url.contains(signature) != true)
  }

  @Test(arguments: [
    ("signed", AWS4Signer.digest("hello")), ("unsigned", "UNSIGNED-PAYLOAD"), ("chunked", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"),
  ])
  func whatIsSignedOfABody(payload: String, expected: String) async throws {
    let body = Mutex<[UInt8]>([])
    let server = Collecting { bytes in body.withLock { $0 = bytes } }
    let auth = "{aws4: {key: \"${KEY}\", secret: \"${SECRET}\", payload: \(payload)}}"
    try await Self.client(auth, server).call("put", ["key": "a", "file": File(bytes: Array("hello".utf8))])
    let request = server.log.sent[0]
    #expect(Self.header("X-Amz-Content-Sha256", request) == expected)
    let sent = String(decoding: body.withLock { $0 }, as: UTF8.self)
    if payload == "chunked" {
      #expect(request.headers[.contentEncoding] == "aws-chunked")
      #expect(Self.header("X-Amz-Decoded-Content-Length", request) == "5")
      #expect(sent.hasPrefix("5;chunk-signature=") && sent.contains("\r\nhello\r\n0;chunk-signature="))
    } else {
      #expect(sent == "hello")
    }
  }

  @Test(arguments: [("signed", "the body can be read only once"), ("chunked", "'payload: chunked' requires a body of known length")])
  func aStreamThatHasNoDigestIsReported(payload: String, message: String) async throws {
    let (pieces, input) = AsyncStream<[UInt8]>.makeStream()
    input.finish()
    let client = try Self.client("{aws4: {key: \"${KEY}\", secret: \"${SECRET}\", payload: \(payload)}}", Answering())
    let error = await failure { () throws(CallError) in
      try await client.call("put", ["key": "a", "file": File(stream: pieces)])
    }
    #expect(error.code == .credentials && error.message.hasPrefix(message))
  }

  @Test func aHostThatTellsNothingNeedsServiceAndRegion() async throws {
    let yaml = "base: https://api.test\nauth: aws4 ${KEY} ${SECRET}\nendpoints:\n  me: GET /me\n"
    let client = Client(try Spec.load(yaml: yaml), variables: Self.variables, transport: Answering())
    let error = await failure { () throws(CallError) in try await client.call("me") }
    #expect(error.message == "'auth: aws4' requires a service and a region, which are not part of the host 'api.test'")
  }

  /// Reads the bodies of requests.
  private struct Collecting: Transport {
    let log = Answering()
    let take: @Sendable ([UInt8]) -> Void

    func send(_ request: PreparedRequest) async throws -> Response {
      switch request.body {
      case .none: take([])
      case .bytes(let bytes): take(bytes)
      case .stream(_, _, let body): take(try await body.collect(upTo: .max))
      }
      return try await log.send(request)
    }
  }
}
