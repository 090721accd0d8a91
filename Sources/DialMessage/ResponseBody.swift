/// The bytes of an answer, as an async sequence of pieces that can be walked once.
///
/// Dropping the iterator, or cancelling the task that reads, ends the transfer.
public struct ResponseBody: AsyncSequence, Sendable {
  /// One piece: some of the bytes, as many as came together.
  public typealias Element = [UInt8]
  private let source: Source
  /// How many bytes there will be, as the head of the answer says, be it right or wrong; nil where nobody knows.
  package let length: Int?

  private enum Source: Sendable {
    case whole([UInt8])
    case pieces(@Sendable () -> AsyncIterator)
  }

  /// A body that is already there; empty by default.
  public init(_ bytes: [UInt8] = []) { (source, length) = (.whole(bytes), bytes.count) }

  /// A body read from a sequence of pieces.
  public init<S: AsyncSequence & Sendable>(_ pieces: S) where S.Element == [UInt8] { self.init(pieces, length: nil) }

  /// The same, of an announced length.
  package init<S: AsyncSequence & Sendable>(_ pieces: S, length: Int?) where S.Element == [UInt8] {
    self.length = length
    source = .pieces {
      // An iterator need not be Sendable. It is right: this one is made here for the AsyncIterator that captures it, which is not
      // Sendable either and so stays with the one task that reads the body.
      nonisolated(unsafe) var iterator = pieces.makeAsyncIterator()
      return AsyncIterator { try await iterator.next() }
    }
  }

  /// All of it, where it is already there.
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

    /// The next piece, or nil at the end. Throws what the transport throws, such as a ``TransportError`` of kind `truncated`.
    public mutating func next() async throws -> [UInt8]? {
      if let step { return try await step() }
      defer { whole = nil }
      return whole
    }
  }

  /// Begins to read the body; a body from the wire can be read once.
  public func makeAsyncIterator() -> AsyncIterator {
    switch source {
    case .whole(let bytes): AsyncIterator(whole: bytes)
    case .pieces(let make): make()
    }
  }

  /// All bytes as one array. Throws `TransportError.limit` when there are more than `limit`.
  @inline(never)
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    if let whole = try collected(upTo: limit) { return whole }
    var all: [UInt8] = []
    for try await piece in self {
      guard all.count + piece.count <= limit else { throw Self.tooLarge(limit) }
      if all.isEmpty, piece.count >= length ?? 0 {
        all = piece
      } else {
        // As large as it will be, with room for the few bytes that a parser puts behind a text: no piece is moved again.
        if all.isEmpty { all.reserveCapacity(Swift.min(length ?? 0, limit, Self.maxReserved) + 8) }
        all += piece
      }
    }
    return all
  }

  /// The same where nothing has to be waited for; nil where something has.
  package func collected(upTo limit: Int) throws -> [UInt8]? {
    guard let whole else { return nil }
    if whole.count > limit { throw Self.tooLarge(limit) }
    return whole
  }

  private static func tooLarge(_ limit: Int) -> TransportError {
    TransportError(.limit, "the body of the reply is larger than \(limit) bytes")
  }

  /// A head may announce anything. Memory that nothing is put into costs nothing.
  private static let maxReserved = 64 << 20
}
