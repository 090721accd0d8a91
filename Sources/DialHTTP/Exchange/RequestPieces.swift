import DialMessage
import NIOCore

/// The body of a request for writing.
enum RequestPayload: Sendable {
  case none
  /// The whole body at once.
  case buffer(ByteBuffer)
  /// In pieces, as fast as the server reads.
  case pieces(RequestPieces)

  init(_ body: RequestBody) {
    switch body {
    case .none: self = .none
    // In pieces, so that an early response ends the upload.
    case .bytes(let bytes) where bytes.count > RequestPieces.size: self = .pieces(.bytes(bytes))
    case .bytes(let bytes): self = bytes.isEmpty ? .none : .buffer(ByteBuffer(bytes: bytes))
    case .stream(let length, _, let pieces): self = .pieces(.stream(pieces, length: length))
    }
  }
}

/// The pieces of a body. A stream must have the announced length: the server would wait for missing bytes, and take additional ones for
/// the next request.
enum RequestPieces: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  case bytes([UInt8])
  case stream(ResponseBody, length: Int64?)

  /// The size of the pieces of an array.
  static let size = 64 << 10

  struct AsyncIterator: AsyncIteratorProtocol {
    private let bytes: [UInt8]
    private var pieces: ResponseBody.AsyncIterator?
    private let length: Int64?
    private var count: Int64 = 0

    init(_ source: RequestPieces) {
      switch source {
      case .bytes(let bytes): (self.bytes, pieces, length) = (bytes, nil, nil)
      case .stream(let body, let length): (bytes, pieces, self.length) = ([], body.makeAsyncIterator(), length)
      }
    }

    mutating func next() async throws -> ByteBuffer? {
      guard pieces != nil else {
        let slice = bytes.dropFirst(Int(count)).prefix(RequestPieces.size)
        count += Int64(slice.count)
        return slice.isEmpty ? nil : ByteBuffer(bytes: slice)
      }
      while true {
        let piece = try await pieces?.next()
        count += Int64(piece?.count ?? 0)
        if let length, count > length || (piece == nil && count < length) {
          let what = piece == nil ? "shorter" : "longer"
          throw TransportError(.io, "the request body is \(what) than its declared length of \(length) bytes")
        }
        guard let piece else { return nil }
        guard !piece.isEmpty else { continue }
        if count == length { try await end() }
        return ByteBuffer(bytes: piece)
      }
    }

    /// Waits for the end before the last announced byte is sent: a server that has all of them may answer before more are noticed.
    private mutating func end() async throws {
      while let piece = try await pieces?.next() {
        if !piece.isEmpty { throw TransportError(.io, "the request body is longer than its declared length of \(count) bytes") }
      }
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
