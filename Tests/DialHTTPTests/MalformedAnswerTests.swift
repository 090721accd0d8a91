import HTTPTypes
import Testing

/// Answers that break HTTP, as bytes, and what must come of each. The connection ends after them.
struct MalformedAnswerTests {
  private static let characters = "a header field has characters that are not allowed"
  private static let misplaced = "a line does not end where it should"
  private static let lone = "a carriage return stands alone"
  private static let bare = "a line ends in a line feed alone, with no carriage return before it"

  static let table: [(String, String)] = [
    ("", "protocol: ADDRESS closed the connection without an answer"),
    ("HTTP/1.1 200 OK\r\nA: b", "protocol: ADDRESS closed the connection inside the head of its answer, after 21 bytes"),
    ("<html>hello</html>\r\n", #"protocol: ADDRESS answered with something that is not HTTP: '<html>hello</html>\r\n'"#),
    ("SSH-2.0-x\u{1B}\r\n", #"protocol: ADDRESS answered with something that is not HTTP: 'SSH-2.0-x\x1b\r\n'"#),
    ("\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{28}", "protocol: ADDRESS speaks TLS; the URL should begin with https"),
    ("HTTP/9.9 200 OK\r\n\r\n", "protocol: ADDRESS sent a head that breaks HTTP: its version is not 1.0 or 1.1"),
    ("HTTP/1.1 OK\r\n\r\n", "protocol: ADDRESS sent a head that breaks HTTP: its status is no number of three digits"),
    ("HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n", "protocol: ADDRESS answered with the status 0, which is outside of 200 to 999"),
    (
      "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      "protocol: ADDRESS answered with a change of protocol (101) that nobody asked for"
    ),
    ("HTTP/1.1 304 Not Modified\r\n\r\n", "protocol: ADDRESS answered 304 (not modified) to a request without a condition"),
    (head("Content-Length: 100") + "hello", "truncated: the answer of ADDRESS ended after 5 of 100 bytes"),
    (head("Content-Length: 1125899906842624") + "hello", "truncated: the answer of ADDRESS ended after 5 of 1125899906842624 bytes"),
    (head("Content-Length: -1") + "hello", "protocol: ADDRESS sent a head that breaks HTTP: its Content-Length is no number"),
    (head("Content-Length: +5") + "hello", "protocol: ADDRESS sent a head that breaks HTTP: its Content-Length is no number"),
    (head("Content-Length: abc") + "hello", "protocol: ADDRESS sent a head that breaks HTTP: its Content-Length is no number"),
    (
      head("Content-Length: 99999999999999999999") + "hello",
      "protocol: ADDRESS sent a head that breaks HTTP: its Content-Length is no number"
    ),
    (
      head("Content-Length: 5\r\nContent-Length: 3") + "hello",
      "protocol: ADDRESS sent a head that breaks HTTP: it has more than one length"
    ),
    (
      head("Content-Length: 5\r\nTransfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n",
      "protocol: ADDRESS sent a head that breaks HTTP: it has both a Content-Length and a Transfer-Encoding"
    ),
    ("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "protocol: ADDRESS sent a head that breaks HTTP: \(bare)"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\nA: b\r\n\r\nok", "protocol: ADDRESS sent a head that breaks HTTP: \(bare)"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\nok", "protocol: ADDRESS sent a head that breaks HTTP: \(bare)"),
    ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n0\n\n", "protocol: ADDRESS sent a head that breaks HTTP: \(bare)"),
    ("HTTP/1.1 200 OK\r\r\nContent-Length: 2\r\n\r\nok", "protocol: ADDRESS sent a head that breaks HTTP: \(lone)"),
    ("HTTP/1.1 200 OK\r\rContent-Length: 2\r\n\r\nok", "protocol: ADDRESS sent a head that breaks HTTP: \(lone)"),
    (head("X: a\r\r\nContent-Length: 2") + "ok", "protocol: ADDRESS sent a head that breaks HTTP: \(lone)"),
    (head("X: a\r\nfoo\nContent-Length: 2") + "ok", "protocol: ADDRESS sent a head that breaks HTTP: \(bare)"),
    (head("X: a\r\n\rContent-Length: 2") + "ok", "protocol: ADDRESS sent a head that breaks HTTP: \(lone)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\r\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(lone)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\rb\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(lone)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\nY: b\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(bare)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\r\nfoo\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(characters)"),
    (chunked + "2\r\nok\r\n0\r\nX: a\r\n\n", "protocol: ADDRESS sent a body that breaks HTTP: \(characters)"),
    (chunked + "2\r\nok\r\n0\r\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(misplaced)"),
    (chunked + "2\r\nok\r\n0\r\n\r\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(misplaced)"),
    (chunked + "2\r\r\nok\r\n0\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(misplaced)"),
    (chunked + "2;x=y\r\r\nok\r\n0\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(misplaced)"),
    (chunked + "2\r\nok\r\r\n0\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(misplaced)"),
    (chunked + "5\nhello\r\n0\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: \(bare)"),
    (head("Transfer-Encoding: bogus") + "hello", "protocol: ADDRESS answered with a Transfer-Encoding that is not 'chunked'"),
    (
      head("Transfer-Encoding: chunked, gzip") + "hello",
      "protocol: ADDRESS answered with a Transfer-Encoding that is not 'chunked'"
    ),
    (chunked + "5\r\nhe", "truncated: the answer of ADDRESS ended after 2 bytes"),
    (chunked + "5\r\nhello\r\n", "truncated: the answer of ADDRESS ended after 5 bytes"),
    (chunked + "xyz\r\nhello\r\n", "protocol: ADDRESS sent a body that breaks HTTP: the size of a chunk is no number"),
    (chunked + "fffffffffffffffff\r\nh", "protocol: ADDRESS sent a body that breaks HTTP: the size of a chunk is no number"),
    (chunked + "5\r\nhelloXX0\r\n\r\n", "protocol: ADDRESS sent a body that breaks HTTP: a line does not end where it should"),
    (
      chunked + "5\r\nhello\r\n0\r\nA: b\r\nContent-Length: 3\r\n\r\n",
      "protocol: ADDRESS sent a body that breaks HTTP: a trailer gives a Content-Length"
    ),
    (head("A: x\0y"), "protocol: ADDRESS sent a head that breaks HTTP: a header field has characters that are not allowed"),
    (head("A: x\rB: y"), "protocol: ADDRESS sent a head that breaks HTTP: a carriage return stands alone"),
    (head("nonsense"), "protocol: ADDRESS sent a head that breaks HTTP: a header field has characters that are not allowed"),
    (head("A : b"), "protocol: ADDRESS sent a head that breaks HTTP: a header field has characters that are not allowed"),
    (head(": b"), "protocol: ADDRESS sent a head that breaks HTTP: a header field has characters that are not allowed"),
    (
      head((1...300).map { "A\($0): b" }.joined(separator: "\r\n")),
      "limit: ADDRESS sent too large a head: at most 256 fields, 80 KiB a field and 2 MiB in all are read"
    ),
    (
      String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 2001),
      "limit: ADDRESS sent more than 2000 interim answers (1xx)"
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

  @Test func resets() async throws {
    let table: [(String, String)] = [
      ("", "connect: ADDRESS reset the connection without an answer"),
      ("HTTP/1.1 200 OK\r\nA: b", "protocol: ADDRESS reset the connection inside the head of its answer, after 21 bytes"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", "truncated: the answer of ADDRESS ended after 5 of 9 bytes"),
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
    #expect(outcome == "connect: the name 'ADDRESS' was not found")
  }
}
