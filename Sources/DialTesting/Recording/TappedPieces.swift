import DialMessage

/// Observes the pieces of a body.
protocol Tap: AnyObject, Sendable {
  /// Throws if there are too many bytes.
  func take(_ piece: [UInt8]) throws
  /// The body ended, with or without an error.
  func end(_ error: (any Error)?)
}

/// The pieces of a body with a tap that observes them. The tap is released with the body.
struct TappedPieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  let pieces: ResponseBody
  let tap: any Tap

  struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: ResponseBody.AsyncIterator
    let tap: any Tap

    mutating func next() async throws -> [UInt8]? {
      do {
        let piece = try await pieces.next()
        if let piece { try tap.take(piece) } else { tap.end(nil) }
        return piece
      } catch {
        tap.end(error)
        throw error
      }
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces.makeAsyncIterator(), tap: tap) }
}
