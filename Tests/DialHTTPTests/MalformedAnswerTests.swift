import DialMessage
import HTTPTypes
import Testing

/// Responses that violate HTTP, as bytes, and their results. The connection ends after them.
struct MalformedAnswerTests {
  private static let characters = "a header contains a character that is not allowed"
  private static let misplaced = "a line has an invalid ending"
  private static let lone = "a carriage return is not followed by a line feed"
  private static let bare = "a line ends with a line feed but no carriage return"

  static let table: [(String, String)] = [
    ("", "protocol: ADDRESS closed the connection without a response"),
    ("HTTP/1.1 200 OK\r\nA: b", "protocol: ADDRESS closed the connection while sending its headers, after 21 bytes"),
    ("<html>hello</html>\r\n", #"protocol: ADDRESS sent a response that is not HTTP: '<html>hello</html>\r\n'"#),
    ("SSH-2.0-x\u{1B}\r\n", #"protocol: ADDRESS sent a response that is not HTTP: 'SSH-2.0-x\x1b\r\n'"#),
    ("\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{28}", "protocol: ADDRESS uses TLS; use https in the URL"),
    ("HTTP/9.9 200 OK\r\n\r\n", "protocol: ADDRESS sent a response that is not valid HTTP: its version is not 1.0 or 1.1"),
    ("HTTP/1.1 OK\r\n\r\n", "protocol: ADDRESS sent a response that is not valid HTTP: its status is not a number of three digits"),
    ("HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n", "protocol: ADDRESS responded with the status 0, which is out of range (200 to 999)"),
    (
      "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      "protocol: ADDRESS responded with 101 (switching protocols), which was not requested"
    ),
    (head("Content-Length: 100") + "hello", "truncated: the response from ADDRESS ended early, after 5 of 100 bytes"),
    (
      head("Content-Length: 1125899906842624") + "hello",
      "truncated: the response from ADDRESS ended early, after 5 of 1125899906842624 bytes"
    ),
    (head("Content-Length: -1") + "hello", "protocol: ADDRESS sent a response that is not valid HTTP: its Content-Length is not a number"),
    (head("Content-Length: +5") + "hello", "protocol: ADDRESS sent a response that is not valid HTTP: its Content-Length is not a number"),
    (head("Content-Length: abc") + "hello", "protocol: ADDRESS sent a response that is not valid HTTP: its Content-Length is not a number"),
    (
      head("Content-Length: 99999999999999999999") + "hello",
      "protocol: ADDRESS sent a response that is not valid HTTP: its Content-Length is not a number"
    ),
    (
      head("Content-Length: 5\r\nContent-Length: 3") + "hello",
      "protocol: ADDRESS sent a response that is not valid HTTP: it declares its length more than once"
    ),
    (
      head("Content-Length: 5\r\nTransfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n",
      "protocol: ADDRESS sent a response that is not valid HTTP: it has both a Content-Length and a Transfer-Encoding"
    ),
    ("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "protocol: ADDRESS sent a response that is not valid HTTP: \(bare)"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\nA: b\r\n\r\nok", "protocol: ADDRESS sent a response that is not valid HTTP: \(bare)"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\nok", "protocol: ADDRESS sent a response that is not valid HTTP: \(bare)"),
    ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n0\n\n", "protocol: ADDRESS sent a response that is not valid HTTP: \(bare)"),
    ("HTTP/1.1 200 OK\r\r\nContent-Length: 2\r\n\r\nok", "protocol: ADDRESS sent a response that is not valid HTTP: \(lone)"),
    ("HTTP/1.1 200 OK\r\rContent-Length: 2\r\n\r\nok", "protocol: ADDRESS sent a response that is not valid HTTP: \(lone)"),
    (head("X: a\r\r\nContent-Length: 2") + "ok", "protocol: ADDRESS sent a response that is not valid HTTP: \(lone)"),
    (head("X: a\r\nfoo\nContent-Length: 2") + "ok", "protocol: ADDRESS sent a response that is not valid HTTP: \(bare)"),
    (head("X: a\r\n\rContent-Length: 2") + "ok", "protocol: ADDRESS sent a response that is not valid HTTP: \(lone)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\r\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(lone)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\rb\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(lone)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\nY: b\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(bare)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\r\nfoo\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(characters)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\r\n\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(characters)"),
    (chunked + "2\r\nok\r\n0\r\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(misplaced)"),
    (chunked + "2\r\nok\r\n0\r\n\r\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(misplaced)"),
    (chunked + "2\r\r\nok\r\n0\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(misplaced)"),
    (chunked + "2;x=y\r\r\nok\r\n0\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(misplaced)"),
    (chunked + "2\r\nok\r\r\n0\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(misplaced)"),
    (chunked + "5\nhello\r\n0\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: \(bare)"),
    (head("Transfer-Encoding: bogus") + "hello", "protocol: ADDRESS responded with a Transfer-Encoding that is not 'chunked'"),
    (
      head("Transfer-Encoding: chunked, gzip") + "hello",
      "protocol: ADDRESS responded with a Transfer-Encoding that is not 'chunked'"
    ),
    (chunked + "5\r\nhe", "truncated: the response from ADDRESS ended early, after 2 bytes"),
    (chunked + "5\r\nhello\r\n", "truncated: the response from ADDRESS ended early, after 5 bytes"),
    (chunked + "xyz\r\nhello\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: the size of a chunk is not a number"),
    (chunked + "fffffffffffffffff\r\nh", "protocol: ADDRESS sent a body that is not valid HTTP: the size of a chunk is not a number"),
    (chunked + "5\r\nhelloXX0\r\n\r\n", "protocol: ADDRESS sent a body that is not valid HTTP: a line has an invalid ending"),
    (
      chunked + "5\r\nhello\r\n0\r\nA: b\r\nContent-Length: 3\r\n\r\n",
      "protocol: ADDRESS sent a body that is not valid HTTP: a trailer contains a Content-Length"
    ),
    (head("A: x\0y"), "protocol: ADDRESS sent a response that is not valid HTTP: a header contains a character that is not allowed"),
    (head("A: x\rB: y"), "protocol: ADDRESS sent a response that is not valid HTTP: a carriage return is not followed by a line feed"),
    (head("nonsense"), "protocol: ADDRESS sent a response that is not valid HTTP: a header contains a character that is not allowed"),
    (head("A : b"), "protocol: ADDRESS sent a response that is not valid HTTP: a header contains a character that is not allowed"),
    (head(": b"), "protocol: ADDRESS sent a response that is not valid HTTP: a header contains a character that is not allowed"),
    (
      head((1...300).map { "A\($0): b" }.joined(separator: "\r\n")),
      "limit: ADDRESS sent headers that are too large; the limits are 256 headers, 80 KiB per header and 2 MiB in total"
    ),
    (
      String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 2001),
      "limit: ADDRESS sent more than 2000 interim responses (1xx)"
    ),
  ]

  private static func head(_ fields: String) -> String { "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n" }
  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: table) func refused(_ answer: String, _ wanted: String) async throws {
    try await RawServer.run([.text(answer), .close]) { server in
      let outcome = await Calls.outcome(Calls.request(.get, server.base + "/"))
      #expect(outcome == wanted)
    }
  }

  /// Bytes arrive all the time, so that no read timeout ends the call; a stream has no other.
  @Test(arguments: ["HTTP/1.1 200 ", "HTTP/1.1 200 OK\r\nA: ", "HTTP/1.1 200 OK\r\n", chunked + "1;"])
  func anEndlessHeadIsRefused(_ start: String) async throws {
    let more = start.hasSuffix("\n") ? "A: b\r\n" : "aaaaaa"
    let pieces = [RawServer.Act](repeating: .text(String(repeating: more, count: 10_000)), count: 120)
    try await RawServer.run([.text(start)] + pieces) { server in
      let outcome = await Calls.outcome(Calls.request(.get, server.base + "/") { $0.policy.totalTimeout = nil })
      #expect(outcome == "limit: ADDRESS sent headers that are too large; the limits are 256 headers, 80 KiB per header and 2 MiB in total")
    }
  }

  @Test func resets() async throws {
    let table: [(String, String)] = [
      ("", "connect: ADDRESS reset the connection without a response"),
      ("HTTP/1.1 200 OK\r\nA: b", "protocol: ADDRESS reset the connection while sending its headers, after 21 bytes"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", "truncated: the response from ADDRESS ended early, after 5 of 9 bytes"),
    ]
    for (answer, wanted) in table {
      try await RawServer.run([.text(answer), .wait(.milliseconds(50)), .reset]) { server in
        #expect(await Calls.outcome(Calls.request(.post, server.base + "/")) == wanted)
      }
    }
  }

  @Test func nothingListens() async throws {
    let server = try await RawServer([[.close]])
    await server.stop()
    #expect(await Calls.outcome(Calls.request(.get, server.base + "/")) == "connect: ADDRESS refused the connection")
    let outcome = await Calls.outcome(Calls.request(.get, "http://no-such-host.invalid/"))
    #expect(outcome == "connect: the host 'ADDRESS' cannot be resolved")
  }
}
