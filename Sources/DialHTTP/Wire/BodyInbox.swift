import NIOCore
import Synchronization

/// The bytes of one answer's body on their way from its connection to its reader, in order and as they came.
///
/// They pass the client by, which sees the head and the end of an answer and says how it ended: what it holds of a body when a connection
/// breaks off it drops. Here all that came is given before the end is, whatever the end is.
final class BodyInbox: Sendable {
  /// Where so many bytes wait for the reader, no more are read from the connection; they are again when half of them are taken.
  static let most = 256 << 10
  /// Pieces that wait are put together up to this: each one costs its reader more than its bytes do.
  private static let least = 16 << 10

  private struct State {
    var pieces = PieceQueue()
    var bytes = 0
    var isOver = false
    /// The reader that waits, and what there has to be for it to go on.
    var reader: CheckedContinuation<Void, Never>?
    var wanted = 1
    /// Goes on with a reading that was held back.
    var readOn: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  // MARK: the connection

  func put(_ piece: ByteBuffer) {
    guard piece.readableBytes > 0 else { return }
    let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isOver else { return nil }
      state.pieces.append(piece)
      state.bytes += Self.cost(piece)
      return state.bytes >= state.wanted ? state.reader.take() : nil
    }
    reader?.resume()
  }

  /// No more comes, or nobody takes it: what is here is still given.
  func end() {
    let reader = state.withLock { state in
      state.isOver = true
      state.readOn = nil
      return state.reader.take()
    }
    reader?.resume()
  }

  /// Whether reading has to wait until more of what is here is taken; `readOn` is called then, once.
  func isFull(_ readOn: @autoclosure () -> @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.bytes >= Self.most, !state.isOver else { return false }
      state.readOn = readOn()
      return true
    }
  }

  // MARK: the reader

  /// Waits until the end of the body is here, or so many bytes of it; tells whether it is the end. For a reader that took nothing yet.
  func isWhole(within bound: Int) async -> Bool {
    await something(min(bound, Self.most))
    return state.withLock { $0.isOver }
  }

  /// All that is here, and that nobody took yet.
  func all() -> [UInt8] {
    let pieces = state.withLock { state in
      state.bytes = 0
      return state.pieces.takeAll()
    }
    return pieces.first.map { Self.bytes($0, pieces.dropFirst()) } ?? []
  }

  /// The bytes that are next, some at least; nil at the end, however it came, and where the task is cancelled. For one reader.
  func next() async -> [UInt8]? {
    while true {
      let (pieces, isOver, readOn) = take()
      readOn?()
      if let first = pieces.first { return Self.bytes(first, pieces.dropFirst()) }
      if isOver { return nil }
      await something(1)
    }
  }

  /// One piece, with those behind it where it is small.
  private func take() -> (pieces: [ByteBuffer], isOver: Bool, readOn: (@Sendable () -> Void)?) {
    state.withLock { state in
      var taken: [ByteBuffer] = []
      var count = 0
      while count < Self.least, let piece = state.pieces.popFirst() {
        taken.append(piece)
        count += piece.readableBytes
        state.bytes -= Self.cost(piece)
      }
      return (taken, state.isOver, state.bytes <= Self.most / 2 ? state.readOn.take() : nil)
    }
  }

  /// With room for the few bytes that a parser puts behind a text: a body of one piece is then read where it lies.
  private static func bytes(_ first: ByteBuffer, _ more: ArraySlice<ByteBuffer>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(more.reduce(first.readableBytes) { $0 + $1.readableBytes } + 8)
    bytes.append(contentsOf: first.readableBytesView)
    for piece in more { bytes.append(contentsOf: piece.readableBytesView) }
    return bytes
  }

  /// What a piece holds of memory: a body may come in chunks of one byte.
  private static func cost(_ piece: ByteBuffer) -> Int { piece.readableBytes + 64 }

  /// Waits until so much is here, or the end.
  private func something(_ wanted: Int) async {
    if state.withLock({ $0.isOver || $0.bytes >= wanted }) { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let isThere = state.withLock { state in
          if state.isOver || state.bytes >= wanted { return true }
          (state.reader, state.wanted) = (reader, wanted)
          return false
        }
        if isThere { reader.resume() }
      }
    } onCancel: {
      end()
    }
  }
}
