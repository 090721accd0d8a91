import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialJSON
import DialMessage
import DialStreams
import HTTPTypes
import Synchronization
import Testing

/// Fields after the body (RFC 9110 section 6.5).
struct TrailerTests {
  private static let yaml = """
    base: http://127.0.0.1:1
    endpoints:
      sum: GET /x -> (items [Int], sum header.X-Sum)
      void: GET /x -> (code status, sum header.X-Sum)
      lines: GET /x -> lines
    """
  private static let answer =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-First: 1\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum, X-Key\r\n\r\n"
    + "3\r\n[1,\r\n2\r\n2]\r\n0\r\nX-Sum: abc\r\nX-Key: s3cret\r\n\r\n"

  private static func told(_ name: String, over transport: HTTPTransport, _ base: String) async throws -> [String] {
    let client = Client(try Spec.load(yaml: yaml), base: base, transport: transport)
    let told = Mutex<[String]>([])
    client.on { event in
      if case .trailers(let fields) = event.kind { told.withLock { $0 += fields.map { "\($0.name): \($0.value)" } } }
    }
    var texts: [String] = []
    if name == "lines" {
      for try await element in client.stream(name) { texts.append("\(element)") }
    } else {
      texts.append("\(try await client.call(name).value)")
    }
    return texts + told.withLock { $0 }
  }

  @Test func trailersAreFoundByDeclaredHeaders() async throws {
    let table: [(String, String)] = [
      ("sum", #"{"items":[1,2],"sum":"abc"}"#), ("void", #"{"code":200,"sum":"abc"}"#), ("lines", "[1,2]"),
    ]
    for (name, wanted) in table {
      try await RawServer.run([.text(Self.answer)]) { server in
        let transport = HTTPTransport(configuration: .direct)
        let told = try await Self.told(name, over: transport, server.base)
        #expect(told.first == wanted)
        // A field with the name of a secret is masked, as those of the head are.
        #expect(told.dropFirst() == ["X-Sum: abc", "X-Key: ‹redacted›"])
        await transport.shutdown()
      }
    }
  }

  @Test(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with"))
  func trailersOfHTTP2AreFound() async throws {
    let script: [HTTP2Server.Act] = [
      .head([(":status", "200"), ("content-type", "application/json")]), .data(Array("[1,2]".utf8)), .head([("x-sum", "abc")], isEnd: true),
    ]
    try await HTTP2Server.run(script) { server, transport in
      let told = try await Self.told("sum", over: transport, server.base)
      #expect(told == [#"{"items":[1,2],"sum":"abc"}"#, "x-sum: abc"])
    }
  }
}
