import DialMessage

/// Follows the pieces of a body.
protocol Tap: AnyObject, Sendable {
  /// Throws where there are too many.
  func take(_ piece: [UInt8]) throws
  /// There are no more, or there was an error.
  func end(_ error: (any Error)?)
}

/// The pieces of a body, which a tap sees on their way. It is let go of with the body.
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
