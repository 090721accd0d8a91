import NIOCore
import Testing

@testable import DialHTTP

/// Most heads need no further check; an invalid head always gets one.
struct RawHeadTests {
  private struct Outcome: Equatable {
    var isOpen: Bool
    var fault: RawHead.Fault?
    var values: [Int: [UInt8]]
  }

  private static func outcome(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
    var head = RawHead()
    var values: [Int: [UInt8]] = [:]
    var fault: RawHead.Fault?
    for piece in pieces where head.isOpen && fault == nil {
      do throws(RawHead.Fault) {
        var buffer = ByteBuffer(bytes: piece)
        _ = try head.add(&buffer)
      } catch {
        fault = error
      }
      values.merge(head.takeValues() ?? [:]) { first, _ in first }
    }
    return Outcome(isOpen: head.isOpen, fault: fault, values: values)
  }

  private static let table: [(String, isOpen: Bool, fault: RawHead.Fault?, values: [Int])] = [
    ("", true, nil, []),
    ("HTTP/1.1 200 OK\r\n", true, nil, []),
    ("HTTP/1.1 200 OK\r\nA: b\r\n\n", true, .bareLineFeed, []),
    ("HTTP/1.1 200 OK\nA: b\r\n\r\n", true, .bareLineFeed, []),
    ("HTTP/1.1 200 OK\r\r\n", true, .bareCarriageReturn, []),
    ("HTTP/1.1 200 OK\r\nA: b\r\r\n\r\n", true, .bareCarriageReturn, []),
    ("HTTP/1.1 200 OK\r\nA: \u{7F}\r\n\r\n", false, nil, [0]),
    ("HTTP/1.1 200 OK\r\nLonger: 1234567\u{7F}\r\n\r\n", false, nil, [0]),
    ("HTTP/1.1 200 OK\r\nA: b\r\nB: \u{1}\r\n\r\n", false, nil, [1]),
    ("HTTP/1.1 100 Continue\r\n\r\n", true, nil, []),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: \u{2}\r\n\r\n", false, nil, [0]),
    ("HTTP/1.1 200 OK\r\n\r\n", false, nil, []),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", false, .twoLengths, []),
    ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: identity\r\n\r\nabc", false, nil, []),
    ("HTTP/1.1 200 OK\r\nTab:\ta\r\nLone: a\rb\r\n\r\nbody \u{1}\n", true, .bareCarriageReturn, []),
    ("HTTP/1.1 200 OK\r\nTab:\ta\r\n\r\nbody \u{1}\n", false, nil, []),
  ]

  /// Servers write their only message there (RFC 9112 section 4). Of a success it is not needed, and other text could hide what it is.
  @Test(arguments: [
    ("HTTP/1.1 409 Name already taken\r\nA: b\r\n\r\n", "Name already taken"), ("HTTP/1.1 200 Fine\r\n\r\n", nil),
    ("HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 500 Bad luck\r\n\r\n", "Bad luck"), ("HTTP/1.1 404 \r\n\r\n", nil), ("HTTP/1.1 404\r\n\r\n", nil),
    ("HTTP/1.1 404 \u{9B}31m\r\n\r\n", nil), ("HTTP/1.1 404 x\r\nLong: \u{7F}\r\n\r\n", "x"),
  ])
  func theReasonOfAFailure(_ text: String, _ reason: String?) throws {
    for size in [text.utf8.count, 1, 7] {
      var head = RawHead()
      var rest = Array(text.utf8)[...]
      while head.isOpen, !rest.isEmpty {
        var buffer = ByteBuffer(bytes: rest.prefix(size))
        rest = rest.dropFirst(size)
        _ = try head.add(&buffer)
      }
      #expect(head.reason == reason)
    }
  }

  @Test(arguments: table.indices) func whatIsKept(_ index: Int) {
    let (text, isOpen, fault, values) = Self.table[index]
    let outcome = Self.outcome([Array(text.utf8)[...]])
    #expect(outcome.isOpen == isOpen)
    #expect(outcome.fault == fault)
    #expect(outcome.values.keys.sorted() == values)
  }

  /// Only a head in one piece is scanned quickly; in two pieces, the same bytes are read one by one.
  @Test func theQuickCheckMissesNothing() {
    var random = SystemRandomNumberGenerator()
    let odd = ["A: b", "Content-Type: text/plain", "\r\n", "\n", "\r", " ", "\u{7F}", "é", "\t", "\u{1}", "\0", ":"]
    for _ in 0..<20_000 {
      var bytes = Array("HTTP/1.1 \(Bool.random() ? 200 : 103) OK\r\n".utf8)
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let isOdd = Int.random(in: 0..<4, using: &random) == 0
        let part = isOdd ? odd.randomElement(using: &random) : "Name-\(Int.random(in: 0...99_999, using: &random)): value\r\n"
        bytes += Array((part ?? "").utf8)
      }
      bytes += Array("\r\n\r\n".utf8)
      let cut = Int.random(in: 1..<bytes.count, using: &random)
      #expect(Self.outcome([bytes[...]]) == Self.outcome([bytes[..<cut], bytes[cut...]]), "\(bytes), \(cut)")
    }
  }

  /// Heads, and how the parser gets them, whole or in two pieces.
  private static let forms: [(String, String)] = [
    ("A: b\r\n c\r\n\td\r\nE: f", "A: b c d\r\nE: f"),
    ("A:\r\n b\r\n \r\n c", "A: b  c"),
    ("A: b\r\nContent-Length: 5\r\nC: d\r\ncontent-length: 5", "A: b\r\nContent-Length: 5\r\nC: d"),
    ("Content-Length: 5, 5 ,5", "Content-Length: 5"),
    ("Content-Length: 5,\r\n 5", "Content-Length: 5"),
    ("Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5\r\nContent-Length: 6"),
    ("Content-Length: 5, 6", "Content-Length: 5, 6"),
    ("Content-Length: 5,", "Content-Length: 5,"),
    ("Content-Length: +5, +5", "Content-Length: +5, +5"),
    ("Content-Length: 5, 05", "Content-Length: 5, 05"),
    (" A: b\r\nC: d", " A: b\r\nC: d"),
    ("A: \u{1}\r\n b", "A: ? b"),
  ]

  @Test(arguments: forms) func normalForms(_ head: String, _ wanted: String) throws {
    let bytes = Array("HTTP/1.1 200 OK\r\n\(head)\r\n\r\nbody".utf8)
    for cut in 0..<bytes.count {
      var head = RawHead()
      var output = ""
      var body: Int?
      for piece in [bytes[..<cut], bytes[cut...]] {
        var buffer = ByteBuffer(bytes: piece)
        if head.isOpen, let end = try head.add(&buffer) { body = output.utf8.count + end }
        output += String(buffer: buffer)
      }
      let (wantedHead, text) = ("HTTP/1.1 200 OK\r\n\(wanted)\r\n\r\n", output)
      #expect(text == wantedHead + "body" && body == wantedHead.utf8.count, "\(cut)")
    }
  }

  /// Bodies in chunks, and how the parser gets them, whole or in two pieces.
  private static let chunks: [(String, String)] = [
    ("3\r\nabc\r\n0\r\n\r\n", "3\r\nabc\r\n0\r\n\r\n"),
    ("3 \r\nabc\r\n0\t\r\n\r\n", "03\r\nabc\r\n00\r\n\r\n"),
    ("3 ; a = \"b c\" \r\n1 2\r\n0\r\n\r\n", "00000000000003\r\n1 2\r\n0\r\n\r\n"),
    ("3;a=b\r\n1 2\r\nA \r\n0123456789\r\n0\r\nA : b\r\n\r\n", "3;a=b\r\n1 2\r\n0A\r\n0123456789\r\n0\r\nA : b\r\n\r\n"),
    ("3 4\r\nabc\r\n2 \r\n", "3 4\r\nabc\r\n2 \r\n"),
    (" 3\r\nabc\r\n2 \r\n", " 3\r\nabc\r\n2 \r\n"),
    ("3 \nabc\n2 \r\n", "3 \nabc\n2 \r\n"),
    ("3 \u{1}\r\nabc\r\n2 \r\n", "3 \u{1}\r\nabc\r\n2 \r\n"),
  ]

  @Test(arguments: chunks) func blanksAfterASize(_ body: String, _ wanted: String) {
    let bytes = Array(body.utf8)
    for cut in 0..<bytes.count {
      var chunks = ChunkSizes()
      let pieces = [bytes[..<cut], bytes[cut...]].map { piece in
        var buffer = ByteBuffer(bytes: piece)
        chunks.add(&buffer, from: 0)
        return String(buffer: buffer)
      }
      #expect(pieces.joined() == wanted, "\(cut)")
    }
  }
}
