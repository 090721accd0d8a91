import DialMessage
import Synchronization
import Testing

/// The bytes of a body as one array, with a limit.
struct CollectTests {
  private final class Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let pieces: [[UInt8]]
    private let count = Mutex(0)

    init(_ pieces: [[UInt8]]) { self.pieces = pieces }

    var asked: Int { count.withLock { $0 } }

    func next() async throws -> [UInt8]? {
      let number = count.withLock { count in
        count += 1
        return count - 1
      }
      return number < pieces.count ? pieces[number] : nil
    }

    func makeAsyncIterator() -> Pieces { self }
  }

  /// Nothing is read after the piece that exceeds the limit.
  @Test(arguments: [nil, 0, 4, 6, 1 << 50]) func whatGrowsTooLargeIsNotReadToItsEnd(_ length: Int?) async {
    let pieces = Pieces([[1, 2, 3], [4, 5], [6]])
    await #expect(throws: TransportError(.limit, "the response body is larger than 4 bytes").about(.bodySize)) {
      try await ResponseBody(pieces, length: length).collect(upTo: 4)
    }
    #expect(pieces.asked == 2)
  }

  /// Even if the announced length is wrong, because the transport checks it.
  @Test(arguments: [nil, 0, 1, 5, 8, 1 << 50, .max]) func allBytesAreGiven(_ length: Int?) async throws {
    #expect(try await ResponseBody(Pieces([[1, 2, 3], [], [4, 5]]), length: length).collect(upTo: 8) == [1, 2, 3, 4, 5])
    #expect(try await ResponseBody(Pieces([]), length: length).collect(upTo: .max) == [])
  }
}
