import Synchronization

/// The pieces of a file from a sequence. They are read once; the identity makes files comparable.
final class FileStream: Sendable, Hashable {
  let length: Int64?
  private let pieces: ResponseBody
  private let isRead = Mutex(false)

  init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, length: Int64?) where Pieces.Element == [UInt8] {
    self.pieces = ResponseBody(pieces)
    self.length = length
  }

  /// Returns the pieces. A second read throws.
  func body() -> ResponseBody { ResponseBody(Once(stream: self)) }

  static func == (one: FileStream, other: FileStream) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  private struct Once: AsyncSequence, Sendable {
    let stream: FileStream

    func makeAsyncIterator() -> Iterator { Iterator(stream: stream) }

    struct Iterator: AsyncIteratorProtocol {
      let stream: FileStream
      private var pieces: ResponseBody.AsyncIterator?

      init(stream: FileStream) { self.stream = stream }

      mutating func next() async throws -> [UInt8]? {
        if pieces == nil {
          let wasRead = stream.isRead.withLock { isRead in
            defer { isRead = true }
            return isRead
          }
          guard !wasRead else { throw TransportError(.io, "the stream was already read; it can be sent only once") }
          pieces = stream.pieces.makeAsyncIterator()
        }
        return try await pieces?.next()
      }
    }
  }
}
