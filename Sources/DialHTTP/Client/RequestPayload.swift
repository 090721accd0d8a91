import AsyncHTTPClient
import DialMessage
import NIOCore

/// The body of a request as the client reads it.
enum RequestPayload {
  /// All of it at once, nil where there is none.
  case piece(ByteBuffer?)
  /// Piece by piece, only as fast as the server takes it.
  case pieces(HTTPClientRequest.Body)

  init(_ body: RequestBody) {
    switch body {
    case .none:
      self = .piece(nil)
    case .bytes(let bytes) where bytes.count > Slices.size:
      // in pieces, so that an early answer ends the upload
      self = .pieces(.stream(Slices(bytes: bytes), length: .known(Int64(bytes.count))))
    case .bytes(let bytes):
      self = .piece(ByteBuffer(bytes: bytes))
    case .stream(let length, _, let pieces):
      self = .pieces(.stream(CountedPieces(pieces: pieces, length: length), length: length.map { .known($0) } ?? .unknown))
    }
  }
}

/// Pieces that must add up to the announced length: a server waits for what is missing, and takes what is too much for the
/// next request.
private struct CountedPieces: AsyncSequence, Sendable {
  typealias Element = ByteBuffer
  let pieces: ResponseBody
  let length: Int64?

  struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: ResponseBody.AsyncIterator
    let length: Int64?
    var count: Int64 = 0

    mutating func next() async throws -> ByteBuffer? {
      while true {
        let piece = try await pieces.next()
        count += Int64(piece?.count ?? 0)
        if let length, count > length || (piece == nil && count < length) {
          let what = piece == nil ? "shorter" : "longer"
          throw TransportError(.io, "the body to send is \(what) than its announced \(length) bytes")
        }
        guard let piece else { return nil }
        if !piece.isEmpty { return ByteBuffer(bytes: piece) }
      }
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces.makeAsyncIterator(), length: length) }
}

/// An array in pieces.
private struct Slices: AsyncSequence, Sendable {
  typealias Element = ByteBuffer
  static let size = 64 << 10
  let bytes: [UInt8]

  struct AsyncIterator: AsyncIteratorProtocol {
    let bytes: [UInt8]
    var start = 0

    mutating func next() async -> ByteBuffer? {
      guard start < bytes.count else { return nil }
      defer { start += Slices.size }
      return ByteBuffer(bytes: bytes[start...].prefix(Slices.size))
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes) }
}
