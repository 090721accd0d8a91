import Testing

@testable import DialEngine
@testable import DialMessage

/// Parts of a multipart body (RFC 2046 section 5.1.1), however they are cut.
struct PartSplitterTests {
  @Test(arguments: [
    ("--b\r\n\r\none\r\n--b\r\nContent-Type: text/plain\r\n\r\ntwo\r\n--b--\r\n", ["|one", "Content-Type: text/plain|two"]),
    ("preamble\r\n--b\n\none\n\ntwo\n--b--", ["|one\n\ntwo"]), ("--b \t\r\n\r\n\r\n--b--  \r\nepilogue\r\n--b\r\n\r\nx\r\n--b--", ["|"]),
    ("--b\r\n\r\n--bc\r\n--\r\n--b--", ["|--bc\r\n--"]), ("--b--\r\n", []),
    ("--b\r\nA: 1\r\nB: 2\r\n--b--", ["A: 1\r\nB: 2|"]), ("x\r\n\r\n--b\r\n\r\n\r\n\r\n--b\r\n\r\né\r\n--b--", ["|\r\n", "|é"]),
  ])
  func everyCutGivesTheSame(_ body: String, _ parts: [String]) throws {
    for pieces in Cuts.some(Array(body.utf8)) { #expect(try Self.parts(pieces) == parts) }
  }

  @Test(arguments: [
    ("--b\r\n\r\none", "the response ended in part 1, before the last boundary"),
    ("--b\r\n\r\none\r\n--b\r\n", "the response ended in part 2, before the last boundary"),
    ("--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b-", "the response ended in part 2, before the last boundary"),
    ("--c\r\n\r\none\r\n--c--", "the response has no boundary of its parts"), ("", "the response has no boundary of its parts"),
  ])
  func anEndIsMissing(_ body: String, _ message: String) {
    for pieces in Cuts.some(Array(body.utf8)) { #expect(throws: TransportError(.truncated, message)) { _ = try Self.parts(pieces) } }
  }

  /// A camera sends a boundary after each picture, and never the last one.
  @Test func picturesMayEndWithABoundary() throws {
    #expect(try Self.parts([Array("--b\r\n\r\none\r\n--b\r\n".utf8)], mayEndOpen: true) == ["|one"])
    #expect(throws: TransportError(.truncated, "the response ended in part 1, before the last boundary")) {
      _ = try Self.parts([Array("--b\r\n\r\non".utf8)], mayEndOpen: true)
    }
  }

  @Test func aPartThatIsTooLongIsALimit() throws {
    #expect(throws: TransportError(.limit, "part 2 of the response is longer than 100 bytes")) {
      _ = try Self.parts([Array(("--b\r\n\r\n1\r\n--b\r\n\r\n" + String(repeating: "x", count: 200)).utf8)])
    }
    // What comes before the first boundary is not kept.
    let preamble = Array(String(repeating: "x\n", count: 500).utf8)
    #expect(try Self.parts([preamble, Array("--b\n\n1\n--b--".utf8)]) == ["|1"])
  }

  private static func parts(_ pieces: [[UInt8]], mayEndOpen: Bool = false) throws -> [String] {
    var splitter = PartSplitter(boundary: "b", limit: 100, mayEndOpen: mayEndOpen)
    var parts: [String] = []
    func add() {
      parts.append(trimmed(splitter.head) + "|" + String(decoding: splitter.body, as: UTF8.self))
      #expect(splitter.count == parts.count)
    }
    for piece in pieces {
      splitter.push(piece)
      while try splitter.advance() { add() }
    }
    while try splitter.advanceToLast() { add() }
    return parts
  }

  private static func trimmed(_ head: ArraySlice<UInt8>) -> String {
    var text = String(decoding: head, as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
