import DialMessage
import HTTPTypes
import NIOHPACK
import NIOHTTP2
import Testing

@testable import DialHTTP

/// Calls over HTTP/2.
@Suite(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with"))
struct HTTP2Tests {
  private typealias Act = HTTP2Server.Act

  private func fetch(_ request: PreparedRequest, _ transport: HTTPTransport) async throws -> (Response, String) {
    let response = try await transport.send(request)
    return (response, String(decoding: try await response.body.collect(upTo: request.policy.maxBodyBytes), as: UTF8.self))
  }

  @Test func aResponseHasWhatTheServerSentAndNoMore() async throws {
    let table: [([Act], HTTPRequest.Method, String)] = [
      (Act.text("hello"), .get, "200 hello content-length:5"), (Act.text("no", status: 404), .get, "404 no content-length:2"),
      ([.head([(":status", "200"), ("x-a", "b")]), .data(Array("hi".utf8), isEnd: true)], .get, "200 hi x-a:b"),
      ([.head([(":status", "204")], isEnd: true)], .get, "204 "), ([.head([(":status", "200")], isEnd: true)], .get, "200 "),
      ([.head([(":status", "200"), ("content-length", "5")], isEnd: true)], .head, "200  content-length:5"),
      ([.head([(":status", "103"), ("link", "x")])] + Act.text("hello"), .get, "200 hello content-length:5"),
      ([.head([(":status", "200")]), .data(Array("hi".utf8)), .head([("x-t", "1")], isEnd: true)], .get, "200 hi"),
      ([.head([(":status", "200"), ("content-encoding", "gzip")]), .data(Packed.gzip, isEnd: true)], .get, "200 hello"),
    ]
    for (script, method, wanted) in table {
      try await HTTP2Server.run(script) { server, transport in
        let (response, body) = try await fetch(Calls.request(method, server.base + "/"), transport)
        let fields = response.headers.map { "\($0.name.rawName):\($0.value)" }
        #expect(([("\(response.status.code) \(body)")] + fields).joined(separator: " ") == wanted)
        #expect(response.connection?.version == "HTTP/2")
        #expect(server.log.connections == 1)
      }
    }
  }

  @Test func aRequestGoesAsItIs() async throws {
    let fields: HTTPFields = [
      .contentType: "text/plain", HTTPField.Name("X-Upper")!: "A", .connection: "x-gone", HTTPField.Name("X-Gone")!: "1",
    ]
    try await HTTP2Server.run([.echo]) { server, transport in
      let request = Calls.request(.post, server.base + "/a%2Fb//c?q=%20;[]|^", headers: fields, body: .bytes(Array("body".utf8)))
      let (response, body) = try await fetch(request, transport)
      #expect(body == "body")
      #expect(
        response.headers[HTTPField.Name("x-names")!]
          == ":path :method :scheme :authority user-agent content-type x-upper accept-encoding content-length")
      let head = try #require(server.log.heads.first)
      #expect(head.first(name: ":path") == "/a%2Fb//c?q=%20;[]|^")
      #expect(head.first(name: ":authority") == "127.0.0.1:\(server.port)")
      #expect(response.connection?.bytesSent == 4)
    }
  }

  @Test func bodiesOfAnyKindGoBothWays() async throws {
    let bytes = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let pieces = ResponseBody(
      AsyncStream { continuation in
        for start in stride(from: 0, to: bytes.count, by: 100_000) { continuation.yield(Array(bytes[start...].prefix(100_000))) }
        continuation.finish()
      })
    let bodies: [RequestBody] = [
      .bytes(bytes), .stream(length: Int64(bytes.count), replay: nil, pieces), .stream(length: nil, replay: nil, ResponseBody(bytes)),
      .stream(length: nil, replay: nil, ResponseBody([])),
    ]
    try await HTTP2Server.run([.echo]) { server, transport in
      for (index, body) in bodies.enumerated() {
        let response = try await transport.send(Calls.request(.put, server.base + "/", body: body))
        let got = try await response.body.collect(upTo: 4 << 20)
        #expect(got == (index == 3 ? [] : bytes))
        #expect(response.connection?.bytesSent == (index == 3 ? 0 : Int64(bytes.count)))
      }
      #expect(server.log.connections == 1)
    }
  }

  @Test func manyCallsAtOnceShareOneConnection() async throws {
    try await HTTP2Server.run([.wait(.milliseconds(200))] + Act.text("ok")) { server, transport in
      let news = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<64 {
          group.addTask {
            let (response, body) = try await fetch(Calls.request(.get, server.base + "/\(number)"), transport)
            #expect(body == "ok")
            return try #require(response.connection).isNew
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(news == 1)
      #expect(server.log.connections == 1)
      #expect(server.log.maxOpen == 64)
      #expect(Set(server.log.heads.map { $0.first(name: ":path") }).count == 64)
    }
  }

  @Test func aReaderThatWaitsHoldsTheServerBack() async throws {
    let bytes = (0..<40 << 20).map { UInt8(truncatingIfNeeded: $0 >> 8) }
    try await HTTP2Server.run([.head([(":status", "200")]), .data(bytes, isEnd: true)]) { server, transport in
      let response = try await transport.send(Calls.request(.get, server.base + "/") { $0.policy.readTimeout = .milliseconds(300) })
      // Longer than the read timeout, because it is the reader who pauses.
      var sent = -1
      while server.log.sent > sent {
        sent = server.log.sent
        try await Task.sleep(for: .seconds(1))
      }
      #expect(sent < 12 << 20, "\(sent) bytes")
      let got = try await response.body.collect(upTo: 64 << 20)
      #expect(got == bytes)
      #expect(server.log.connections == 1)
    }
  }

  @Test func aServerWithoutHTTP2IsSpokenToInHTTP1() async throws {
    try await HTTP2Server.run(Act.text("two"), protocols: ["http/1.1"]) { server, transport in
      for isNew in [true, false] {
        let (response, body) = try await fetch(Calls.request(.get, server.base + "/"), transport)
        #expect(body == "plain")
        #expect(response.connection?.version == "HTTP/1.1")
        #expect(response.connection?.isNew == isNew)
      }
      #expect(server.log.connections == 1)
    }
  }

  @Test func aConfigurationWithoutHTTP2DoesNotOfferIt() async throws {
    var configuration = HTTPTransport.Configuration.direct
    configuration.insecure = true
    configuration.http2 = false
    let transport = HTTPTransport(configuration: configuration)
    try await HTTP2Server.run(Act.text("two")) { server, _ in
      let (_, body) = try await fetch(Calls.request(.get, server.base + "/"), transport)
      #expect(body == "plain")
    }
    await transport.shutdown()
  }

  @Test func aTunnelMayCarryHTTP2() async throws {
    try await HTTP2Server.run(Act.text("two")) { server, _ in
      let tunnel = try await Tunnel(to: server.port)
      var configuration = HTTPTransport.Configuration()
      configuration.insecure = true
      configuration.proxies = .variables(["https_proxy": "http://127.0.0.1:\(tunnel.port)"])
      let transport = HTTPTransport(configuration: configuration)
      let (response, body) = try await fetch(Calls.request(.get, server.base + "/"), transport)
      #expect("\(body) \(response.connection?.version ?? "")" == "two HTTP/2")
      await transport.shutdown()
      await tunnel.stop()
    }
  }

  @Test func aCertificateIsLookedAtBeforeTheFirstRequest() async throws {
    try await HTTP2Server.run(Act.text("two"), certificate: "cnonly") { server, transport in
      let error = await #expect(throws: TransportError.self) {
        try await transport.send(Calls.request(.get, "https://localhost:\(server.port)/"))
      }
      #expect(error?.message == "the certificate of localhost:\(server.port) does not contain a host name (subjectAltName is missing)")
      #expect(error?.kind == .tls && error?.isUnsent == true)
      #expect(server.log.heads.isEmpty)
    }
  }
}
