import DialHTTP
import DialMessage
import HTTPTypes
import Testing

/// Valid but unusual responses.
struct AnswerTests {
  static let table: [(String, String)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "200 hello"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5  \r\n\r\nhello", "200 hello"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged", "200 hello"),
    ("HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", "200 hello"),
    ("HTTP/1.1 200 OK\r\n\r\nhello", "200 hello"),
    ("HTTP/1.0 200 OK\r\n\r\nhello", "200 hello"),
    ("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello", "204 "),
    ("HTTP/1.1 999 Request denied\r\nContent-Length: 2\r\n\r\nno", "999 no"),
    ("HTTP/1.1 600\r\nContent-Length: 2\r\n\r\nno", "600 no"),
    ("HTTP/1.1 418 Teapot\r\nContent-Length: 2\r\n\r\nno", "418 no"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\nTrailer: t\r\n\r\n", "200 hello"),
    ("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "200 hello"),
  ]

  @Test(arguments: table) func taken(_ answer: String, _ wanted: String) async throws {
    try await RawServer.run([.text(answer), .close]) { server in
      #expect(await Calls.outcome(Calls.request(.get, server.base + "/")) == wanted)
    }
  }

  @Test func oneByteAtATime() async throws {
    let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nX-A: é\r\n\r\nh€ll".utf8)
    try await RawServer.run(bytes.map { .send([$0]) } + [.close]) { server in
      let (response, body) = try await Calls.fetch(Calls.request(.get, server.base + "/"))
      #expect(body == "h€ll")
      #expect(response.headers[HTTPField.Name("X-A")!] == "é")
    }
  }

  @Test func valuesKeepTheirBytes() async throws {
    let head =
      Array("HTTP/1.1 200 \u{1B}[2J\r\nA: x\r\nB: caf".utf8) + [0xE9] + Array("\r\nC: \u{1B}[31m\r\nContent-Length: 0\r\n\r\n".utf8)
    let interim = Array("HTTP/1.1 103 Early Hints\r\nA: y\r\n\r\n".utf8)
    try await RawServer.run([.send(interim + head), .close]) { server in
      let (response, _) = try await Calls.fetch(Calls.request(.get, server.base + "/"))
      let values = response.headers.map { field in field.withUnsafeBytesOfValue { Array($0) } }
      #expect(values == [Array("x".utf8), Array("caf".utf8) + [0xE9], Array("\u{1B}[31m".utf8), Array("0".utf8)])
    }
  }

  /// Whether a 304 is acceptable is the decision of the caller. It has no body, whatever its head announces.
  @Test(arguments: [HTTPRequest.Method.get, .post], [HTTPFields(), [.ifNoneMatch: "\"a\""]])
  func aNotModifiedIsAResponse(method: HTTPRequest.Method, headers: HTTPFields) async throws {
    try await RawServer.run([.text("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"), .close]) { server in
      #expect(await Calls.outcome(Calls.request(method, server.base + "/", headers: headers)) == "304 ")
    }
  }

  @Test func theHeadComesBeforeTheBody() async throws {
    try await RawServer.run([.text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .wait(.milliseconds(50)), .text("hello")]) { server in
      let transport = HTTPTransport(configuration: .direct)
      let response = try await transport.send(Calls.request(.get, server.base + "/"))
      #expect(response.status == .ok)
      #expect(response.url == server.base + "/")
      #expect(try await response.body.collect(upTo: 5) == Array("hello".utf8))
      await transport.shutdown()
    }
  }
}

extension HTTPTransport.Configuration {
  /// Without the proxies of the environment.
  static var direct: Self {
    var configuration = Self()
    configuration.proxies = .none
    return configuration
  }
}
