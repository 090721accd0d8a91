/// The body of a response, as an asynchronous sequence that can be read once.
///
/// Releasing the iterator, or cancelling the task that reads, ends the transfer.
public struct ResponseBody: AsyncSequence, Sendable {
  /// A piece: the bytes that arrived together.
  public typealias Element = [UInt8]
  private let source: Source
  /// The length that the head announces, which may be wrong; nil if unknown.
  package let length: Int?

  private enum Source: Sendable {
    case whole([UInt8])
    case pieces(@Sendable () -> AsyncIterator)
  }

  /// Creates a body from bytes; empty by default.
  public init(_ bytes: [UInt8] = []) { (source, length) = (.whole(bytes), bytes.count) }

  /// Creates a body from a sequence of pieces.
  public init<S: AsyncSequence & Sendable>(_ pieces: S) where S.Element == [UInt8] { self.init(pieces, length: nil) }

  /// Creates a body from a sequence of pieces with an announced length.
  package init<S: AsyncSequence & Sendable>(_ pieces: S, length: Int?) where S.Element == [UInt8] {
    self.length = length
    source = .pieces {
      // `nonisolated(unsafe)` is safe: only the AsyncIterator below captures the iterator, and because that is not Sendable, both stay
      // with the task that reads the body.
      nonisolated(unsafe) var iterator = pieces.makeAsyncIterator()
      return AsyncIterator { try await iterator.next() }
    }
  }

  /// The whole body, if it is in memory.
  package var whole: [UInt8]? { if case .whole(let bytes) = source { bytes } else { nil } }

  /// Reads the pieces in order, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let step: (() async throws -> [UInt8]?)?
    private var whole: [UInt8]?

    init(_ step: @escaping () async throws -> [UInt8]?) { self.step = step }

    init(whole bytes: [UInt8]) {
      step = nil
      whole = bytes.isEmpty ? nil : bytes
    }

    /// Returns the next piece, or nil at the end. Throws the errors of the transport, such as a ``TransportError`` of kind `truncated`.
    public mutating func next() async throws -> [UInt8]? {
      if let step { return try await step() }
      defer { whole = nil }
      return whole
    }
  }

  /// Starts reading the body. A body from the network can be read once.
  public func makeAsyncIterator() -> AsyncIterator {
    switch source {
    case .whole(let bytes): AsyncIterator(whole: bytes)
    case .pieces(let make): make()
    }
  }

  /// Returns all bytes. Throws `TransportError.limit` if there are more than `limit`.
  @inline(never)
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    if let whole = try collected(upTo: limit) { return whole }
    var all: [UInt8] = []
    for try await piece in self {
      guard all.count + piece.count <= limit else { throw Self.tooLarge(limit) }
      if all.isEmpty, piece.count >= length ?? 0 {
        all = piece
      } else {
        // Reserve the final size, and a few bytes that the parser appends, so that nothing is moved.
        if all.isEmpty { all.reserveCapacity(Swift.min(length ?? 0, limit, Self.maxReserved) + 8) }
        all += piece
      }
    }
    return all
  }

  /// Returns all bytes if they have already arrived; otherwise nil.
  package func collected(upTo limit: Int) throws -> [UInt8]? {
    guard let whole else { return nil }
    if whole.count > limit { throw Self.tooLarge(limit) }
    return whole
  }

  private static func tooLarge(_ limit: Int) -> TransportError {
    TransportError(.limit, "the response body is larger than \(ByteCount.text(limit))")
  }

  /// The maximum memory to reserve, because a head can announce any length.
  private static let maxReserved = 64 << 20
}
