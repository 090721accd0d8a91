import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import DialModel
import DialPolicies
import DialStreams
import Synchronization

/// A server that fails one request in twenty: closed connections, 503 with Retry-After, incomplete bodies, silence.
final class SoakFaults: Sendable {
  private struct Counts {
    var requests = 0
    var dropped = 0
    var refused = 0
    var cut = 0
    var silent = 0
  }

  private let counts = Mutex(Counts())

  func answer(_ number: Int) -> LoopbackResponse {
    counts.withLock { counts in
      counts.requests += 1
      let body = Array("{\"n\": \(number)}".utf8)
      let head = [("Content-Type", "application/json")]
      // Far enough from each other that a retry meets no other fault.
      switch counts.requests % 80 {
      case 7:
        counts.dropped += 1
        return .dropped
      case 29:
        counts.refused += 1
        return LoopbackResponse(status: 503, headers: [("Retry-After", "0")])
      case 43:
        counts.cut += 1
        return LoopbackResponse(headers: head + [("Content-Length", "\(body.count + 9)")], stream: ResponseBody(Cut(bytes: body)))
      case 61:
        counts.silent += 1
        return LoopbackResponse(headers: head, chunks: [.init(Array(body.prefix(3))), .init(Array(body.dropFirst(3)), after: .seconds(2))])
      default: return LoopbackResponse(headers: head, body: body)
      }
    }
  }

  /// The number of requests, and how they were treated.
  var told: LoopbackResponse {
    let counts = counts.withLock { $0 }
    let text = """
      {"requests": \(counts.requests), "dropped": \(counts.dropped), "refused": \(counts.refused), "cut": \(counts.cut), \
      "silent": \(counts.silent)}
      """
    return LoopbackResponse(headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }

  /// Bytes that end with an error.
  private struct Cut: AsyncSequence, Sendable {
    let bytes: [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
      var bytes: [UInt8]?

      mutating func next() async throws -> [UInt8]? {
        guard let piece = bytes else { throw CancellationError() }
        bytes = nil
        return piece
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes) }
  }
}
