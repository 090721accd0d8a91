import DialMessage
import HTTPTypes
import Testing

/// Responses that a client must accept (RFC 9112), and the results; in one piece and byte by byte.
struct TolerantTests {
  static let table: [(String, String)] = [
    ("Content-Type: text/plain;\r\n charset=utf-8\r\nContent-Length:\r\n\t5\r\n\r\nhello", "hello"),
    ("Content-Length: 5, 5\r\n\r\nhello", "hello"),
    ("Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "hello"),
    ("Content-Length: 5\r\nA: b\r\ncontent-length: 5 , 5\r\n\r\nhello", "hello"),
    ("Transfer-Encoding: chunked\r\n\r\n5 ; a = b\r\nhello\r\n0 \r\n\r\n", "hello"),
    ("Transfer-Encoding: chunked\r\n\r\n2\t\r\nhe\r\n3 ;a=\"x ; y\"\r\nllo\r\n0\t;b\r\nC: d\r\n\r\n", "hello"),
    ("Transfer-Encoding:\r\n chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n", "hello"),
  ]

  @Test(arguments: table) func accepted(_ answer: String, _ wanted: String) async throws {
    let bytes = Array("HTTP/1.1 100 Continue\r\nA:\r\n b\r\n\r\nHTTP/1.1 200 OK\r\n\(answer)".utf8)
    for pieces in [[RawServer.Act.send(bytes)], bytes.map { .send([$0]) }] {
      // The second request shows that the connection is read to its right end.
      try await RawServer.run(pieces) { server in
        let values = try await Calls.two(server.base + "/") { String(decoding: try await $0.body.collect(upTo: 100), as: UTF8.self) }
        #expect(values == [wanted, wanted])
        #expect(server.log.connections == 1)
      }
    }
  }

  static let refused: [(String, String)] = [
    ("Content-Length: 5, 3\r\n\r\nhello", "its Content-Length is not a number"),
    ("Content-Length: 5, 5\r\nTransfer-Encoding: chunked\r\n\r\n", "it has both a Content-Length and a Transfer-Encoding"),
    (" Content-Length: 5\r\n\r\nhello", "a header contains a character that is not allowed"),
  ]

  /// What could hide a response from one of two parsers stays an error.
  @Test(arguments: refused) func strict(_ answer: String, _ wanted: String) async throws {
    try await RawServer.run([.text("HTTP/1.1 200 OK\r\n\(answer)"), .close]) { server in
      let outcome = await Calls.outcome(Calls.request(.get, server.base + "/"))
      #expect(outcome == "protocol: ADDRESS sent a response that is not valid HTTP: \(wanted)")
    }
  }
}
