import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Streams of lines, however they are cut.
struct LineSplitterTests {
  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n\n", ["", ""]), ("a\r\n\r\nb\r", ["a", "", "b"]), ("a\rb\n", ["a\rb"]),
    ("\u{FEFF}é\né", ["é", "é"]), ("a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
  ])
  func everyCutGivesTheSame(_ stream: String, _ lines: [String]) throws {
    for pieces in Cuts.all(Array(stream.utf8)) { #expect(try Self.lines(.lineFeed, pieces) == lines) }
  }

  @Test(arguments: [("\u{1E}1\n", ["", "1\n"]), ("\u{1E}[1\n]\n\u{1E}2\r", ["", "[1\n]\n", "2\r"]), ("x\u{1E}1", ["x", "1"])])
  func everyCutOfASequenceGivesTheSame(_ stream: String, _ records: [String]) throws {
    for pieces in Cuts.all(Array(stream.utf8)) { #expect(try Self.lines(.record, pieces) == records) }
  }

  @Test func aLineThatIsTooLongIsALimit() throws {
    for pieces in Cuts.all(Array("123\n12345".utf8)) {
      #expect(throws: TransportError(.limit, "line 2 of the stream is longer than 4 bytes")) {
        _ = try Self.lines(.lineFeed, pieces, limit: 4)
      }
    }
    #expect(try Self.lines(.lineFeed, [Array("1234\n1234".utf8)], limit: 4) == ["1234", "1234"])
  }

  @Test func aLineThatIsNoTextIsNotLost() throws {
    var splitter = LineSplitter(limit: 100)
    splitter.push(Array("a\nb\r\n".utf8) + [0xFF, 0x0A] + Array("c\nd".utf8))
    #expect(splitter.takeText() == nil, "the first line may begin with a byte order mark")
    #expect(try splitter.advance())
    #expect(splitter.text == "a" && splitter.takeText() == "b" && splitter.count == 2)
    #expect(splitter.takeText() == nil && splitter.count == 2)
    #expect(try splitter.advance())
    #expect(splitter.line.elementsEqual([0xFF]) && splitter.text == nil && splitter.count == 3)
    #expect(splitter.takeText() == "c" && splitter.takeText() == nil)
    #expect(try !splitter.advance())
    #expect(splitter.advanceToLast() && splitter.text == "d" && splitter.count == 5)
  }

  private static func lines(_ separator: LineSplitter.Separator, _ pieces: [[UInt8]], limit: Int = 100) throws -> [String] {
    var splitter = LineSplitter(separator, limit: limit)
    var lines: [String] = []
    for piece in pieces {
      splitter.push(piece)
      while try splitter.advance() { lines.append(try #require(splitter.text)) }
    }
    if splitter.advanceToLast() { lines.append(String(decoding: splitter.line, as: UTF8.self)) }
    #expect(splitter.count == lines.count)
    return lines
  }
}
