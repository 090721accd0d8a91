import HTTPTypes

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// The first byte determines how the rest is cut, as a stream of events, of lines and of a JSON text sequence; every cut has the same
/// result.
enum StreamFuzz {
  static func take(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let cuts = [[stream], stream.map { [$0] }, pieces(of: stream, first)]
    let all = cuts.map(events)
    claim(all.allSatisfy { $0 == all[0] }, "events differ by the cut")
    for separator in [LineSplitter.Separator.lineFeed, .record] {
      let all = cuts.map { lines(separator, $0) }
      claim(all.allSatisfy { $0 == all[0] }, "lines differ by the cut")
    }
  }

  /// Returns pieces of a length that the byte determines, with empty ones between them.
  private static func pieces(of stream: [UInt8], _ byte: UInt8) -> [[UInt8]] {
    let size = Int(byte % 13) + 2
    return stride(from: 0, to: stream.count, by: size).flatMap { [Array(stream[$0..<min($0 + size, stream.count)]), []] }
  }

  private struct Events: Equatable {
    var events: [ServerSentEvent] = []
    var last = ""
    var retry: UInt128?
    var fault: TransportError?
  }

  private static func events(_ pieces: [[UInt8]]) -> Events {
    var limits = EventParser.Limits()
    (limits.line, limits.event) = (64, 128)
    var parser = EventParser(limits)
    var all = Events()
    do throws(TransportError) {
      for piece in pieces {
        parser.push(piece)
        while try parser.advance() {
          claim(parser.data.count <= limits.event && parser.eventID?.contains("\0") != true, "an event beyond its bounds")
          all.events.append(parser.event)
        }
      }
    } catch {
      all.fault = error
    }
    claim(parser.count == all.events.count, "events are counted wrongly")
    (all.last, all.retry) = (parser.lastEventID, parser.retry)
    return all
  }

  private static func lines(_ separator: LineSplitter.Separator, _ pieces: [[UInt8]]) -> [[UInt8]] {
    var splitter = LineSplitter(separator, limit: 64)
    var lines: [[UInt8]] = []
    do throws(TransportError) {
      for piece in pieces {
        splitter.push(piece)
        while try splitter.advance() { lines.append(Array(splitter.line)) }
      }
      if splitter.advanceToLast() { lines.append(Array(splitter.line)) }
    } catch {
      lines.append([0])
    }
    return lines
  }
}
