import Dial
import DialBuild
import DialEngine
import DialMessage
import HTTPTypes
import NIOHTTP2
import Testing

@testable import DialHTTP

/// Faults of HTTP/2 streams, and their effect on other streams.
@Suite(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with"))
struct HTTP2FaultTests {
  private typealias Act = HTTP2Server.Act
  private static let ok = Act.text("ok")
  private static let begun: Act = .head([(":status", "200"), ("content-length", "100")])

  /// More than the layer below reads in one frame.
  private static let large: [Act] = [.head([(":status", "200"), ("x-large", .init(repeating: "a", count: 20_000))], isEnd: true)]

  /// Returns `200 body`, or the kind and the message of the error.
  private func outcome(_ request: PreparedRequest, _ transport: HTTPTransport) async -> String {
    do {
      let response = try await transport.send(request)
      return "\(response.status.code) " + String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
    } catch let error as TransportError {
      let address = request.url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      return "\(error.kind.rawValue)\(error.mayPass ? "" : "!"): \(error.message.replacing(address, with: "ADDRESS"))"
    } catch {
      return "unmapped: \(error)"
    }
  }

  /// `!` marks errors that are not temporary.
  private static let table: [([Act], String)] = [
    ([.reset(.internalError)], "protocol: ADDRESS closed the stream without a response: INTERNAL_ERROR"),
    ([.reset(.refusedStream)], "connect: ADDRESS refused the request without processing it (REFUSED_STREAM)"),
    ([.reset(.http11Required)], "200 plain"),
    ([begun, .data([65, 66]), .reset(.cancel)], "truncated: the response from ADDRESS ended early, after 2 of 100 bytes: CANCEL"),
    (
      [begun, .data([65, 66], isEnd: true)],
      "truncated: the response from ADDRESS does not have the 100 bytes that its Content-Length declares"
    ),
    (
      [begun, .data(.init(repeating: 65, count: 101), isEnd: true)],
      "truncated: the response from ADDRESS does not have the 100 bytes that its Content-Length declares"
    ),
    (
      [begun, .data([65, 66]), .wait(.milliseconds(50)), .close], "truncated: the response from ADDRESS ended early, after 2 of 100 bytes"
    ),
    (
      [begun, .data([65, 66]), .wait(.milliseconds(50)), .abort], "truncated: the response from ADDRESS ended early, after 2 of 100 bytes"
    ),
    ([.close], "protocol: ADDRESS closed the connection without a response"),
    ([.abort], "connect: ADDRESS reset the connection without a response"),
    ([.head([(":status", "200"), ("Upper", "x")])], "protocol!: ADDRESS sent headers that are not valid HTTP/2"),
    ([.head([(":status", "200"), ("connection", "close")])], "protocol!: ADDRESS sent headers that are not valid HTTP/2"),
    ([.head([("x-a", "no status")])], "protocol!: ADDRESS sent headers that are not valid HTTP/2"),
    ([.head([(":status", "101")], isEnd: true)], "protocol!: ADDRESS responded with 101 (switching protocols), which was not requested"),
    (large, "200 plain"),
  ]

  @Test(arguments: table.indices) func faultsAreReported(_ index: Int) async throws {
    let (script, wanted) = Self.table[index]
    try await HTTP2Server.run(script) { server, transport in
      let told = await outcome(Calls.request(.get, server.base + "/"), transport)
      #expect(told == wanted)
    }
  }

  @Test func aSilentServerIsGivenUp() async throws {
    let table: [([Act], String)] = [
      ([.wait(.seconds(3))], "timeout: timed out after 200ms waiting for data from ADDRESS"),
      (
        [Self.begun, .data([65, 66]), .wait(.seconds(3))],
        "timeout: timed out after 200ms waiting for more data from ADDRESS, after 2 of 100 bytes"
      ),
    ]
    for (script, wanted) in table {
      try await HTTP2Server.run(script) { server, transport in
        let request = Calls.request(.get, server.base + "/") { $0.policy.readTimeout = .milliseconds(200) }
        #expect(await outcome(request, transport) == wanted)
        #expect(await Self.resets(of: server) == [.cancel])
      }
    }
  }

  @Test func aServerThatDoesNotReadIsGivenUp() async throws {
    try await HTTP2Server.run([.deafen, .wait(.seconds(3))], isWhole: false) { server, transport in
      let request = Calls.request(.post, server.base + "/", body: .bytes(.init(repeating: 65, count: 8 << 20))) {
        $0.policy.readTimeout = .milliseconds(300)
      }
      #expect(await outcome(request, transport) == "timeout: timed out after 300ms waiting for data from ADDRESS")
      #expect(server.log.received < 1 << 20)
    }
  }

  /// Otherwise the run would not end.
  @Test func aServerWithoutAPrefaceTimesOut() async throws {
    try await HTTP2Server.run([], protocols: ["h2", "silence"]) { server, transport in
      let request = Calls.request(.get, server.base + "/") { $0.policy.connectTimeout = .milliseconds(300) }
      #expect(await outcome(request, transport) == "timeout: timed out after 300ms connecting to ADDRESS")
    }
  }

  @Test func aCancelledCallResetsItsStreamAndNoOther() async throws {
    try await HTTP2Server.run([.wait(.seconds(5))], [.wait(.milliseconds(400))] + Self.ok) { server, transport in
      let lost = Task { await outcome(Calls.request(.get, server.base + "/"), transport) }
      while server.log.heads.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      let kept = Task { await outcome(Calls.request(.get, server.base + "/"), transport) }
      while server.log.heads.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
      lost.cancel()
      #expect(await lost.value == "cancelled!: the call was cancelled")
      #expect(await Self.resets(of: server) == [.cancel])
      #expect(await kept.value == "200 ok")
      #expect(server.log.connections == 1)
    }
  }

  @Test func aBodyThatNobodyReadsResetsItsStream() async throws {
    try await HTTP2Server.run([Self.begun, .data([65, 66]), .wait(.seconds(5))]) { server, transport in
      _ = try await transport.send(Calls.request(.get, server.base + "/"))
      #expect(await Self.resets(of: server) == [.cancel])
    }
  }

  /// A request that the server did not process is repeated, on a new connection if the old one ends.
  @Test func aRefusedStreamIsSentAgain() async throws {
    for (script, connections) in [([Act.reset(.refusedStream)], 1), ([.goAway(0)], 2)] {
      for method in [HTTPRequest.Method.get, .post] {
        try await HTTP2Server.run(script, [.echo]) { server, transport in
          #expect(await outcome(Calls.request(method, server.base + "/", body: .bytes([65])), transport) == "200 A")
          #expect(server.log.heads.count == 2)
          #expect(server.log.connections == connections)
        }
      }
    }
  }

  /// nginx ends a connection like this after `keepalive_requests`: those that it did not accept move on, whatever `retry` says.
  @Test func aConnectionAtItsEndCostsNoRetry() async throws {
    try await HTTP2Server.run([.goAway(1)] + Self.ok) { server, transport in
      let spec = try Spec.load(yaml: "base: \(server.base)\nretry: none\nendpoints: {e: POST /e}")
      let client = Client(spec, transport: transport)
      let calls = (0..<12).map { _ in Task { try await client.call("e").status } }
      for call in calls { #expect(try await call.value == 200) }
      #expect(server.log.connections == 12)
    }
  }

  /// The bound is that of `retry`, whose first repetition is the one of the transport.
  @Test(arguments: [("none", 2), ("{max: 1}", 2), ("{max: 2, backoff: 1ms..2ms}", 3)])
  func aServerThatAlwaysGoesAwayIsAskedAsOftenAsRetrySays(_ rule: String, _ heads: Int) async throws {
    try await HTTP2Server.run([.goAway(0)]) { server, transport in
      let spec = try Spec.load(yaml: "base: \(server.base)\nretry: \(rule)\nendpoints: {e: POST /e (x)}")
      await #expect(throws: CallError.self) { try await Client(spec, transport: transport).call("e", ["x": 1]) }
      #expect(server.log.heads.count == heads)
    }
  }

  /// The library does not split a head into frames.
  @Test func aHeadOfARequestThatIsTooLargeIsSentInHTTP1() async throws {
    try await HTTP2Server.run([.echo]) { server, transport in
      let field = HTTPField(name: HTTPField.Name("X-Large")!, value: String(repeating: "~", count: 20_000))
      _ = await outcome(Calls.request(.post, server.base + "/", headers: [field.name: field.value]), transport)
      #expect(server.log.heads.isEmpty && server.log.plain == 1)
    }
  }

  @Test func aHeadThatIsTooLargeIsReadInHTTP1WhereTheRequestMayGoTwice() async throws {
    try await HTTP2Server.run(Self.large) { server, transport in
      let told = await outcome(Calls.request(.post, server.base + "/"), transport)
      #expect(told == "limit!: ADDRESS sent headers that are too large; the limit for HTTP/2 is 16 KiB")
      #expect(server.log.plain == 0)
    }
  }

  @Test func aBodyThatCannotBeReadAgainIsNotSentTwice() async throws {
    try await HTTP2Server.run([.goAway(0)], [.echo]) { server, transport in
      let request = Calls.request(.put, server.base + "/", body: .stream(length: 1, replay: nil, ResponseBody([65])))
      #expect(await outcome(request, transport) == "connect: ADDRESS closed the connection without processing the request (GOAWAY)")
      #expect(server.log.heads.count == 1)
    }
  }

  /// A server that goes away completes accepted requests; later ones use a new connection.
  @Test func aServerThatGoesAwayLosesNoCall() async throws {
    try await HTTP2Server.run(
      [.wait(.milliseconds(300))] + Self.ok, [.goAway(3), .wait(.milliseconds(300))] + Self.ok, Self.ok
    ) { server, transport in
      let early = (0..<2).map { _ in Task { await outcome(Calls.request(.post, server.base + "/"), transport) } }
      while server.log.heads.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: .milliseconds(100))
      #expect(await outcome(Calls.request(.post, server.base + "/"), transport) == "200 ok")
      for call in early { #expect(await call.value == "200 ok") }
      #expect(server.log.connections == 2)
      #expect(server.log.heads.count == 3)
    }
  }

  @Test func anEarlyResponseEndsTheUpload() async throws {
    let body = RequestBody.bytes(.init(repeating: 65, count: 8 << 20))
    for script in [Act.text("big", status: 413), Act.text("big", status: 413) + [.reset(.noError)]] {
      try await HTTP2Server.run(script, [.echo], isWhole: false) { server, transport in
        #expect(await outcome(Calls.request(.post, server.base + "/", body: body), transport) == "413 big")
        #expect(server.log.received < 2 << 20)
        #expect(await outcome(Calls.request(.get, server.base + "/"), transport) == "200 ")
        while server.log.open > 0 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(server.log.connections == 1)
      }
    }
  }

  @Test func aResponseIsWholeThoughTheUploadWasReset() async throws {
    let body = RequestBody.bytes(.init(repeating: 65, count: 8 << 20))
    try await HTTP2Server.run(Self.ok + [.reset(.noError)], isWhole: false) { server, transport in
      for _ in 0..<5 { #expect(await outcome(Calls.request(.post, server.base + "/", body: body), transport) == "200 ok") }
    }
  }

  @Test func manyResetStreamsAreNotAnAttack() async throws {
    try await HTTP2Server.run(Self.ok + [.reset(.noError)], isWhole: false) { server, transport in
      let outcomes = await withTaskGroup(of: Set<String>.self) { group in
        for _ in 0..<32 {
          group.addTask {
            var outcomes: Set<String> = []
            for _ in 0..<20 { outcomes.insert(await outcome(Calls.request(.post, server.base + "/", body: .bytes([65])), transport)) }
            return outcomes
          }
        }
        return await group.reduce(Set()) { $0.union($1) }
      }
      #expect(outcomes == ["200 ok"])
      #expect(server.log.heads.count == 640)
    }
  }

  /// The second request arrives in stream 3; stream 1 is closed, stream 99 is idle.
  private static let floods: [(Act, String)] = [
    (.flood(type: 0, stream: 1), "no such stream"),
    (.flood(type: 0, stream: 99), "no such stream"), (.flood(type: 1, flags: 4, stream: 1, [0x88]), "no such stream"),
    (.flood(type: 1, flags: 4, stream: 99, [0x88]), "no such stream"),
    (.flood(type: 2, stream: 99, [0, 0, 0, 1, 1]), "excessive control frames"),
    (.flood(type: 3, stream: 1, [0, 0, 0, 8]), "excessive RST frames"), (.flood(type: 3, stream: 99, [0, 0, 0, 8]), "no such stream"),
    (.flood(type: 4), "excessive control frames"), (.flood(type: 6, .init(repeating: 0, count: 8)), "excessive control frames"),
    (.flood(type: 8, stream: 99, [0, 0, 0, 1]), "no such stream"),
  ]

  @Test(arguments: floods.indices) func aServerThatFloodsIsLeft(_ index: Int) async throws {
    let (flood, words) = Self.floods[index]
    try await HTTP2Server.run(Self.ok, [flood, .wait(.seconds(5))]) { server, transport in
      #expect(await outcome(Calls.request(.get, server.base + "/"), transport) == "200 ok")
      let told = await outcome(Calls.request(.post, server.base + "/") { $0.policy.readTimeout = .seconds(60) }, transport)
      #expect(told == "protocol: ADDRESS violated the HTTP/2 protocol (\(words))")
      #expect(server.log.sent < 16 << 20, "\(server.log.sent) bytes")
    }
  }

  @Test func dataOfCancelledCallsIsIgnored() async throws {
    let slow: [Act] = [.wait(.milliseconds(300)), .head([(":status", "200")]), .data([65]), .data([65], isEnd: true)]
    try await HTTP2Server.run(slow) { server, transport in
      let lost = (0..<90).map { _ in Task { await outcome(Calls.request(.get, server.base + "/"), transport) } }
      while server.log.heads.count < 90 { try await Task.sleep(for: .milliseconds(1)) }
      let kept = Task { await outcome(Calls.request(.get, server.base + "/"), transport) }
      for call in lost { call.cancel() }
      #expect(await kept.value == "200 AA")
      #expect(await outcome(Calls.request(.get, server.base + "/"), transport) == "200 AA")
      #expect(server.log.connections == 1)
    }
  }

  @Test func anEndedTransportEndsItsStreams() async throws {
    try await HTTP2Server.run([.wait(.seconds(5))]) { server, transport in
      let call = Task { await outcome(Calls.request(.get, server.base + "/"), transport) }
      while server.log.heads.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      await transport.shutdown()
      #expect(await call.value == "cancelled!: the call was cancelled")
    }
  }

  /// The errors with which clients reset streams.
  private static func resets(of server: HTTP2Server) async -> [NIOHTTP2.HTTP2ErrorCode] {
    for _ in 0..<2000 where server.log.resets.isEmpty { try? await Task.sleep(for: .milliseconds(1)) }
    return server.log.resets
  }
}
