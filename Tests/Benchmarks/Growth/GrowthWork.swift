import Dial
import Foundation

/// The work of a process that measures one point, so that peaks of memory are separate.
enum GrowthWork: String {
  /// Reads and checks a spec with this number of endpoints.
  case spec
  /// Parses a JSON text of this size.
  case parse
  /// Parses a response of this size.
  case reply
  /// Reads a response with one value per line.
  case rows
  /// Reads a response of bytes and discards it, or writes it to a file.
  case bytes
  case download
  /// Makes this number of calls: in sequence, 64 at once, and 64 at once with policies.
  case calls
  case wide
  case policies

  /// Prints the measurement. `base` is that of the server, if there is one.
  func run(_ count: Int, base: String) async throws {
    let sample =
      switch self {
      case .spec: try Self.spec(count)
      case .parse: try Self.parse(count)
      case .reply, .rows, .bytes, .download: try await ReplyWork(base).sample(self, count)
      case .calls: try await CallWork(base).sample("plain", count, width: 1)
      case .wide: try await CallWork(base).sample("plain", count, width: 64)
      case .policies: try await CallWork(base).sample("kept", count, width: 64)
      }
    print(String(decoding: try JSONEncoder().encode(sample), as: UTF8.self))
  }

  private static func spec(_ count: Int) throws -> GrowthSample {
    let text = SpecText.endpoints(count)
    use(try Spec.load(yaml: text))
    let peak = PeakMemory.bytes
    return GrowthSample(seconds: try Stopwatch.seconds { use(try Spec.load(yaml: text)) }, peak: peak)
  }

  private static func parse(_ count: Int) throws -> GrowthSample {
    guard let text = SizedText("json", bytes: count) else { throw PeerError(description: "there is no text of \(count) bytes") }
    do { try check(text.joined()) } catch let error as JSONError {
      guard error.kind == .size else { throw error }
      return GrowthSample(seconds: 0, peak: PeakMemory.bytes, refused: error.kind.rawValue)
    }
    let peak = PeakMemory.bytes
    var (seconds, runs) = (0.0, 0)
    while seconds < Stopwatch.span {
      // One text for each run, because a document takes its bytes.
      var texts = (0..<max(1, 250_000 / count)).map { _ in text.joined() }
      runs += texts.count
      let start = Stopwatch.threadTime
      while let text = texts.popLast() { try check(text) }
      seconds += Stopwatch.threadTime - start
    }
    return GrowthSample(seconds: seconds / Double(runs), peak: peak)
  }

  private static func check(_ text: consuming [UInt8]) throws {
    guard try JSON(parsing: text).last.asInt == SizedText.last else { throw PeerError(description: "the text has no end") }
  }
}
