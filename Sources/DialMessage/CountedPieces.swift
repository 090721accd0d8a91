/// The pieces of a body, with a callback for each.
package struct CountedPieces: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  let pieces: ResponseBody
  let count: @Sendable (Int) -> Void

  package struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: ResponseBody.AsyncIterator
    let count: @Sendable (Int) -> Void

    package mutating func next() async throws -> [UInt8]? {
      let piece = try await pieces.next()
      if let piece, !piece.isEmpty { count(piece.count) }
      return piece
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces.makeAsyncIterator(), count: count) }
}

/// Bytes in memory as pieces, so that progress can be reported.
package struct BytePieces: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  static let size = 64 << 10
  let bytes: [UInt8]

  package struct AsyncIterator: AsyncIteratorProtocol {
    let bytes: [UInt8]
    var start = 0

    package mutating func next() async -> [UInt8]? {
      guard start < bytes.count else { return nil }
      defer { start += BytePieces.size }
      return Array(bytes[start...].prefix(BytePieces.size))
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes) }
}

extension RequestBody {
  /// The length, if it is known before sending.
  package var length: Int64? {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .stream(let length, _, _): length
    }
  }

  /// Counts each piece when it is sent. A small body in memory is not split.
  func counted(by meter: ProgressMeter) -> RequestBody {
    let count: @Sendable (Int) -> Void = { taken in meter.update { $0.sent += Int64(taken) } }
    switch self {
    case .none: return self
    case .bytes(let bytes) where bytes.count <= BytePieces.size: return self
    case .bytes(let bytes):
      return .stream(
        length: length, replay: Self.again(meter, count) { ResponseBody(BytePieces(bytes: bytes)) },
        ResponseBody(CountedPieces(pieces: ResponseBody(BytePieces(bytes: bytes)), count: count)))
    case .stream(let length, let replay, let pieces):
      return .stream(
        length: length, replay: replay.map { Self.again(meter, count, $0) },
        ResponseBody(CountedPieces(pieces: pieces, count: count)))
    }
  }

  private static func again(
    _ meter: ProgressMeter, _ count: @escaping @Sendable (Int) -> Void, _ make: @escaping @Sendable () -> ResponseBody
  ) -> @Sendable () -> ResponseBody {
    {
      meter.update { $0.sent = 0 }
      return ResponseBody(CountedPieces(pieces: make(), count: count))
    }
  }
}
