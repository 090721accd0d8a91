/// The pieces of a body that holds a place until its end.
struct HeldPieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  let pieces: ResponseBody
  let permit: Places.Permit

  struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: ResponseBody.AsyncIterator
    var permit: Places.Permit?

    mutating func next() async throws -> [UInt8]? {
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

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces.makeAsyncIterator(), permit: permit) }
}
