import Dial
import DialBuild
import DialEngine
import DialMessage
import HTTPTypes
import NIOHPACK
import Synchronization
import Testing

@testable import DialHTTP
@testable import DialPolicies

/// `compress: gzip`, as servers see it.
struct CompressionTests {
  private static let spec = """
    compress: gzip
    retry: {max: 1, on: [503], backoff: 1ms..1ms, unsafe: true}
    endpoints:
      json: POST /json (name)
      form: POST form /form (name)
      lines: POST lines /lines (_ body JSON)
      text: POST text /text (_ body String)
      file: PUT bytes /file (_ body File)
      parts: POST multipart /parts (photo File)
      plain: {POST: /plain (name), compress: none}
      own: {POST: bytes /own (_ body Data), headers: {Content-Encoding: zstd}}
      empty: {POST: bytes /empty (_ body Data), compress: gzip}
      get: GET /get
      flaky: POST /flaky (name)
      moved: POST /moved (name)
      seen: POST /seen (name)
      refused: POST /refused (name)
      signed: {POST: bytes /signed (_ body File), auth: "aws4 ${KEY} ${SECRET} s3 us-east-1"}
    """

  /// What a server has got.
  private final class Requests: Sendable {
    private let all = Mutex<[LoopbackRequest]>([])
    var list: [LoopbackRequest] { all.withLock { $0 } }

    func add(_ request: LoopbackRequest) { all.withLock { $0.append(request) } }
  }

  private static func serve(_ request: LoopbackRequest, _ seen: Requests) -> LoopbackResponse {
    let isFirst = !seen.list.contains { $0.target == request.target }
    seen.add(request)
    switch request.target {
    case "/flaky" where isFirst: return LoopbackResponse(status: 503)
    case "/moved": return LoopbackResponse(status: 307, headers: [("Location", "/there")])
    case "/seen": return LoopbackResponse(status: 303, headers: [("Location", "/there")])
    case "/refused": return LoopbackResponse(status: 415)
    default: return LoopbackResponse(status: 204)
    }
  }

  /// `gzip length 12 {"name":"a"}`: the coding, the framing, and the body without the coding.
  private static func told(_ request: LoopbackRequest) -> String {
    let coding = request.header("content-encoding") ?? "-"
    let length = request.header("content-length").map { $0 == "\(request.body.count)" ? "length" : "wrong length" }
    let framing = length ?? request.header("transfer-encoding") ?? "-"
    guard coding == "gzip" else { return "\(coding) \(framing) \(String(decoding: request.body, as: UTF8.self))" }
    // No name and no time.
    #expect(request.body.starts(with: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]))
    let fields: HTTPFields = [.contentEncoding: "gzip"]
    return "gzip \(framing) \(String(decoding: fields.decoded(request.body, upTo: 1 << 24) ?? [], as: UTF8.self))"
  }

  private func call(_ name: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) async throws -> (
    String, [LoopbackRequest]
  ) {
    let seen = Requests()
    let server = try await LoopbackServer { Self.serve($0, seen) }
    let transport = HTTPTransport(configuration: .direct)
    let client = Client(
      try Spec.load(yaml: "base: \(server.base)\n" + Self.spec), variables: ["KEY": "AKIDEXAMPLE", "SECRET": "secret-key-1234"],
      transport: transport)
    var outcome: String
    do throws(CallError) {
      outcome = "\(try await client.call(name, arguments, options).status.code)"
    } catch {
      outcome = "\(error.code.rawValue): \(error.message)\(error.hint.map { "; \($0)" } ?? "")"
    }
    await transport.shutdown()
    await server.stop()
    return (outcome, seen.list)
  }

  static let bodies: [(name: String, arguments: Arguments, wanted: String)] = [
    ("json", ["name": "Ann"], #"gzip length {"name":"Ann"}"#), ("form", ["name": "a b"], "gzip length name=a+b"),
    ("lines", ["_": [1, 2]], "gzip length 1\n2\n"), ("text", ["_": "hello"], "gzip length hello"),
    ("file", ["_": File(bytes: Array("hello".utf8))], "gzip chunked hello"), ("plain", ["name": "Ann"], #"- length {"name":"Ann"}"#),
    ("own", ["_": "eA=="], "zstd length x"), ("empty", ["_": ""], "- length "), ("get", [:], "- - "),
  ]

  @Test(arguments: bodies.indices) func bodiesAreCompressed(_ index: Int) async throws {
    let row = Self.bodies[index]
    let (outcome, seen) = try await call(row.name, row.arguments)
    #expect(outcome == "204" && seen.map(Self.told) == [row.wanted])
  }

  @Test func aCodingOfTheCallerStays() async throws {
    let (_, seen) = try await call("json", ["name": "Ann"], CallOptions(headers: ["Content-Encoding": "identity"]))
    #expect(seen.map(Self.told) == [#"identity length {"name":"Ann"}"#])
  }

  @Test func partsAreCompressedAsAWhole() async throws {
    let (_, seen) = try await call("parts", ["photo": File(bytes: Array("pixels".utf8), filename: "a.jpg")])
    let told = seen.map(Self.told)
    #expect(told.count == 1 && told[0].hasPrefix("gzip chunked --") && told[0].contains("filename=\"a.jpg\"") && told[0].contains("pixels"))
  }

  @Test func retriesAndRedirectsSendTheSameBody() async throws {
    for (name, targets) in [("flaky", ["/flaky", "/flaky"]), ("moved", ["/moved", "/there"])] {
      let (outcome, seen) = try await call(name, ["name": "Ann"])
      #expect(outcome == "204" && seen.map(\.target) == targets)
      #expect(seen.map(Self.told) == Array(repeating: #"gzip length {"name":"Ann"}"#, count: 2))
      #expect(Set(seen.map(\.body)).count == 1)
    }
    let (_, seen) = try await call("seen", ["name": "Ann"])
    #expect(seen.map { "\($0.method) \(Self.told($0))" } == [#"POST gzip length {"name":"Ann"}"#, "GET - - "])
  }

  @Test func aServerThatDoesNotKnowTheCoding() async throws {
    let (outcome, _) = try await call("refused", ["name": "Ann"])
    #expect(
      outcome
        == "status: the server responded with 415 Unsupported Media Type; if the server does not accept compressed bodies, set 'compress: none'"
    )
  }

  @Test func aSignatureIsThatOfTheCompressedBody() async throws {
    let (outcome, seen) = try await call("signed", ["_": File(bytes: Array("hello".utf8))])
    #expect(outcome == "204" && seen.map(Self.told) == ["gzip chunked hello"])
    let request = try #require(seen.first)
    #expect(request.header("x-amz-content-sha256") == AWS4Signer.digest(request.body))
    #expect(request.header("authorization")?.contains("SignedHeaders=content-encoding;content-type;host;") == true)
  }

  /// A PUT is sent again as a whole after the server broke off.
  @Test func aConnectionThatBreaks() async throws {
    try await RawServer.run([.reset], [.text("HTTP/1.1 204 No Content\r\n\r\n")]) { server in
      let transport = HTTPTransport(configuration: .direct)
      let client = Client(
        try Spec.load(yaml: "{base: '\(server.base)', compress: gzip, endpoints: {put: PUT bytes /a (_ File)}}"), transport: transport)
      let reply = try await client.call("put", ["_": File(bytes: [UInt8](repeating: 7, count: 1 << 20))])
      #expect(reply.status.code == 204 && server.log.connections == 2)
      await transport.shutdown()
    }
  }

  @Test(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with")) func overHTTP2() async throws {
    let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let yaml = "{base: 'BASE', compress: gzip, endpoints: {a: 'PUT bytes /a (_ File) -> bytes', b: 'POST /b (n) -> bytes'}}"
    try await HTTP2Server.run([.echo]) { server, transport in
      let client = Client(try Spec.load(yaml: yaml.replacing("BASE", with: server.base)), transport: transport)
      let fields: HTTPFields = [.contentEncoding: "gzip"]
      let file = try await client.call("a", ["_": File(bytes: bytes)])
      #expect(fields.decoded(file.body, upTo: 1 << 24) == bytes && file.body.count < bytes.count)
      let json = try await client.call("b", ["n": "x"])
      #expect(String(decoding: fields.decoded(json.body, upTo: 1 << 10) ?? [], as: UTF8.self) == #"{"n":"x"}"#)
      let head = try #require(server.log.heads.last)
      #expect(head.first(name: "content-encoding") == "gzip" && head.first(name: "content-length") == "\(json.body.count)")
      #expect(server.log.heads.first?.first(name: "content-length") == nil)
    }
  }

  // MARK: streams

  private func compressed(_ pieces: ResponseBody, _ length: Int64?) throws -> ResponseBody? {
    var request = PreparedRequest(
      endpoint: "a", method: .post, url: "http://h/", headers: [.contentEncoding: "gzip"],
      body: .stream(length: length, replay: nil, pieces))
    request.context[IsToBeCompressed.self] = true
    guard case .stream(nil, nil, let body) = try request.compressed().body else { return nil }
    return body
  }

  /// 256 MiB, of which no more than a few pieces are in memory.
  @Test func aStreamIsCompressedWhileItIsRead() async throws {
    let (count, piece) = (4096, [UInt8](repeating: 65, count: 64 << 10))
    let left = Mutex(count)
    let pieces = ResponseBody(
      AsyncStream {
        left.withLock {
          $0 -= 1
          return $0 < 0 ? nil : piece
        }
      })
    let body = try #require(try compressed(pieces, Int64(count * piece.count)))
    var (sum, largest) = (0, 0)
    for try await packed in body { (sum, largest) = (sum + packed.count, max(largest, packed.count)) }
    #expect(sum < 1 << 20 && largest <= 64 << 10)
  }

  @Test(arguments: [(3, "longer"), (9, "shorter")]) func aStreamOfAnotherLength(_ length: Int64, _ word: String) async throws {
    let body = try #require(try compressed(ResponseBody(Array("hello".utf8)), length))
    await #expect(throws: TransportError(.io, "the request body is \(word) than its declared length of \(length) bytes")) {
      _ = try await body.collect(upTo: 100)
    }
  }
}
