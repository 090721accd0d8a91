import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Random streams, compared with ``EventReference``.
struct EventReferenceTests {
  private static let words =
    [
      "data: {\"a\": 1}\n\n", "data: {\"a\": 1}\n\n", "data: {\"b\": 2}\r\n\r\n", "data: c\r\r", "data:\n\n", "data: \r\n\r\n",
      "data: d\r\n\n", "data: e\n\r\n", "data: f\rg\n\n", "data: h\n", "event: x\n", "event: long-name-of-an-event\n", "event\r\n",
      "id: 7\n", "id\n", ": no\n", "data", ":", " ", "\n", "\r", "\r\n", "\u{FEFF}", "é", "\u{0}", "data:12345678",
    ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82]]

  private static func stream(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in words.randomElement(using: &generator) ?? [] }
  }

  @Test func anEventWithoutABlankLineIsDropped() {
    for stream in ["", "data: a", "data: a\n", "event: x\n\n", "data: a\r"] { #expect(EventReference(Array(stream.utf8)).events == []) }
    #expect(EventReference(Array("data: a\r\r".utf8)).events == [ServerSentEvent(data: "a")])
  }

  @Test func aStreamInOnePieceGivesTheSame() throws {
    var generator = SeededGenerator(state: 41)
    for _ in 0..<20_000 {
      let stream = Self.stream(&generator)
      var parser = EventParser()
      parser.push(stream)
      guard try Self.events(&parser) == EventReference(stream).events else {
        Issue.record("\(String(decoding: stream, as: UTF8.self).debugDescription)")
        return
      }
    }
  }

  /// Each piece returns the events that end in it.
  @Test func eachPieceGivesTheEventsThatEndInIt() throws {
    var generator = SeededGenerator(state: 43)
    for _ in 0..<1000 {
      let stream = Self.stream(&generator)
      var parser = EventParser()
      var (at, events) = (0, [ServerSentEvent]())
      while at < stream.count {
        let next = min(at + Int.random(in: 1...30, using: &generator), stream.count)
        parser.push(Array(stream[at..<next]))
        events += try Self.events(&parser)
        let wanted = EventReference(Array(stream[..<next]))
        guard events == wanted.events, parser.lastEventID == wanted.lastEventID else {
          Issue.record("\(String(decoding: stream, as: UTF8.self).debugDescription) up to \(next)")
          return
        }
        at = next
      }
    }
  }

  private static func events(_ parser: inout EventParser) throws -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    while try parser.advance() { events.append(parser.event) }
    return events
  }
}
