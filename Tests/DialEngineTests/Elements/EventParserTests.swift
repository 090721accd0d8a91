import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Streams of events in any pieces; the public suite `eventsource` has more.
struct EventParserTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var stream: String
    var events: [String]
    var last = ""
    var retry: UInt128?

    var testDescription: String { stream.debugDescription }
  }

  /// Short enough to be cut in every way.
  static let short = [
    Sample(stream: "", events: []),
    Sample(stream: "data:a", events: []),
    Sample(stream: "data:a\n", events: []),
    Sample(stream: "event:x\n\n", events: []),
    Sample(stream: "data:a\n\n", events: ["message 'a'"]),
    Sample(stream: "data: a\r\n\r\n", events: ["message 'a'"]),
    Sample(stream: "data\r\rdata\n\n", events: ["message ''", "message ''"]),
    Sample(stream: "\u{FEFF}data:é\n\n", events: ["message 'é'"]),
    Sample(stream: "data:a\r\n\n", events: ["message 'a'"]),
    Sample(stream: "id:7\n\n", events: [], last: "7"),
    Sample(stream: "id:7\ndata\n\n", events: ["message '' 7"], last: "7"),
    Sample(stream: "id:7\ndata:", events: []),
  ]

  static let long = [
    Sample(stream: ": hi\n:\ndata: a\n:\ndata:  b\n\n", events: ["message 'a| b'"]),
    Sample(stream: "event: a\nevent: b\ndata: 1\n\ndata: 2\n\n", events: ["b '1'", "message '2'"]),
    Sample(
      stream: "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: x\0\ndata: d\n\n",
      events: ["message 'a' 1", "message 'b' 1", "message 'c'", "message 'd'"]),
    Sample(stream: "retry: 10\nretry: x\nretry:\nretry: -1\nretry: 1.5\nretry: 20 \ndata\n\n", events: ["message ''"], retry: 10),
    Sample(stream: "retry: 99999999999999999999\n", events: [], retry: 99_999_999_999_999_999_999),
    Sample(stream: "retry: \(String(repeating: "9", count: 60))\n", events: [], retry: .max),
    Sample(stream: "Data: a\ndata : b\n data: c\nother: d\ndata: e\n\n", events: ["message 'e'"]),
    Sample(stream: "data: \u{FEFF}a\n\n\u{FEFF}data: b\n\n", events: ["message '\u{FEFF}a'"]),
    Sample(
      stream: "data: a\u{301}\u{1F469}\u{200D}\u{1F680}\ndata:\u{301}\n\n", events: ["message 'a\u{301}\u{1F469}\u{200D}\u{1F680}|\u{301}'"]
    ),
  ]

  @Test(arguments: short) func everyCutOfAShortStreamGivesTheSame(sample: Sample) throws {
    for pieces in Cuts.all(Array(sample.stream.utf8)) { try check(pieces, sample) }
  }

  @Test(arguments: short + long) func bytesAndHalvesGiveTheSame(sample: Sample) throws {
    for pieces in Cuts.some(Array(sample.stream.utf8)) { try check(pieces, sample) }
  }

  private func check(_ pieces: [[UInt8]], _ sample: Sample) throws {
    var parser = EventParser()
    let events = try Self.events(&parser, pieces)
    #expect(events == sample.events, "\(pieces.map { String(decoding: $0, as: UTF8.self) })")
    #expect(parser.lastEventID == sample.last.description || parser.lastEventID == events.last.flatMap(Self.id) ?? sample.last)
    #expect(parser.retry == sample.retry)
  }

  private static func events(_ parser: inout EventParser, _ pieces: [[UInt8]]) throws -> [String] {
    var events: [String] = []
    for piece in pieces {
      parser.push(piece)
      while try parser.advance() {
        let event = parser.event
        #expect(event.data == String(decoding: parser.data, as: UTF8.self))
        let data = event.data.unicodeScalars.map { $0 == "\n" ? "|" : String($0) }.joined()
        events.append("\(event.event ?? "message") '\(data)'" + (event.id.map { " \($0)" } ?? ""))
      }
    }
    #expect(parser.count == events.count)
    return events
  }

  private static func id(_ event: String) -> String? { event.hasSuffix("'") ? "" : event.split(separator: " ").last.map(String.init) }

  @Test func invalidUTF8IsReplaced() throws {
    var parser = EventParser()
    let bytes: [UInt8] = Array("data: a".utf8) + [0xFF, 0xE2, 0x82] + Array("\n\ndata: ".utf8) + [0xF0, 0x9F] + Array("b\n\n".utf8)
    for pieces in Cuts.some(bytes) {
      parser = EventParser()
      #expect(try Self.events(&parser, pieces) == ["message 'a\u{FFFD}\u{FFFD}'", "message '\u{FFFD}b'"])
    }
  }

  @Test func aStreamThatIsTakenUpAgainKeepsItsIDAndItsPause() throws {
    var parser = EventParser()
    parser.push(Array("retry: 5\nid: 1\ndata: a\n\nid: 2\ndata: cut".utf8))
    #expect(try Self.next(&parser)?.id == "1")
    #expect(try Self.next(&parser) == nil)
    parser.restart()
    #expect(parser.lastEventID == "1" && parser.retry == 5 && parser.count == 1)
    parser.push(Array("\u{FEFF}data: b\n\n".utf8))
    #expect(try Self.next(&parser) == ServerSentEvent(data: "b", id: "1"))
  }

  private static func next(_ parser: inout EventParser) throws -> ServerSentEvent? { try parser.advance() ? parser.event : nil }

  @Test func whatIsTooLongIsALimit() throws {
    var limits = EventParser.Limits()
    limits.line = 10
    limits.event = 16
    for (stream, wanted) in [
      ("data: 5678", "message"), ("data: 56789\n", "a line of the stream is longer than 10 bytes"),
      (": a comment that is long", "a line of the stream is longer than 10 bytes"),
      ("data: 5678\ndata: 5678\ndata: 5678\ndata: 5678\n\n", "an event of the stream is longer than 16 bytes"),
      ("data: 5678\ndata: 5678\n\ndata: 5678\ndata: 5678\n\n", "message"),
    ] {
      for pieces in Cuts.some(Array(stream.utf8)) {
        var parser = EventParser(limits)
        var outcome = "message"
        do throws(TransportError) {
          for piece in pieces {
            parser.push(piece)
            while try parser.advance() {}
          }
        } catch {
          #expect(error.kind == .limit)
          outcome = error.message
        }
        #expect(outcome == wanted, "\(stream)")
      }
    }
  }
}

/// Random streams, cut at random.
struct RandomStreamTests {
  private static let words =
    [
      "data:", "data: ", "data", "event: ", "id:", "id: ", "retry: ", ":", "\n", "\r", "\r\n", "\n\n", "\u{FEFF}", "é", "\u{0}", "7", " ",
      "x", "\u{1E}", "{}",
    ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82]]

  @Test func everyCutGivesTheSame() throws {
    var generator = SeededGenerator(state: 37)
    for _ in 0..<3000 {
      let stream = (0..<Int.random(in: 0...40, using: &generator)).flatMap { _ in Self.words.randomElement(using: &generator) ?? [] }
      var pieces: [[UInt8]] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...8, using: &generator)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      guard try Self.read(pieces) == Self.read([stream]), try Self.lines(pieces) == Self.lines([stream]) else {
        Issue.record("\(stream) cut to \(pieces)")
        return
      }
    }
  }

  private static func read(_ pieces: [[UInt8]]) throws -> [String] {
    var limits = EventParser.Limits()
    (limits.line, limits.event) = (30, 60)
    var parser = EventParser(limits)
    var all: [String] = []
    do throws(TransportError) {
      for piece in pieces {
        parser.push(piece)
        while try parser.advance() { all.append("\(parser.event) \(Array(parser.data))") }
      }
    } catch {
      all.append(error.message)
    }
    return all + [parser.lastEventID, "\(parser.retry ?? 0)"]
  }

  private static func lines(_ pieces: [[UInt8]]) throws -> [[UInt8]] {
    var all: [[UInt8]] = []
    for separator in [LineSplitter.Separator.lineFeed, .record] {
      var splitter = LineSplitter(separator, limit: 1000)
      for piece in pieces {
        splitter.push(piece)
        while try splitter.advance() { all.append(Array(splitter.line)) }
      }
      if splitter.advanceToLast() { all.append(Array(splitter.line)) }
    }
    return all
  }
}
