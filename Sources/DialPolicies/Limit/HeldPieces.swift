import DialMessage

/// The pieces of a body that occupies a place of a limit until its end.
package struct HeldPieces: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  let pieces: ResponseBody
  let permit: Semaphore.Permit

  package struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: ResponseBody.AsyncIterator
    var permit: Semaphore.Permit?

    package mutating func next() async throws -> [UInt8]? {
      do {
        if let piece = try await pieces.next() { return piece }
        permit = nil
        return nil
      } catch {
        permit = nil
        throw error
      }
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces.makeAsyncIterator(), permit: permit) }
}
