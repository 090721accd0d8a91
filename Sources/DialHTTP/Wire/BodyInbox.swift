import NIOCore
import Synchronization

/// The bytes of one answer's body on their way from its connection to its reader, in order and as they came.
///
/// They pass the client by, which sees the head and the end of an answer and says how it ended: what it holds of a body when a connection
/// breaks off it drops. Here all that came is given before the end is, whatever the end is.
final class BodyInbox: Sendable {
  /// Where so many bytes wait for the reader, no more are read from the connection; they are again when half of them are taken.
  static let most = 256 << 10

  private struct State {
    var pieces = CircularBuffer<ByteBuffer>()
    var bytes = 0
    var isOver = false
    /// The reader that waits.
    var reader: CheckedContinuation<Void, Never>?
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
      state.bytes += piece.readableBytes
      return state.reader.take()
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

  /// The next piece; nil at the end, however it came, and where the task is cancelled. For one reader.
  func next() async -> ByteBuffer? {
    while true {
      let (piece, isOver, readOn) = take()
      readOn?()
      if piece != nil || isOver { return piece }
      await somethingComes()
    }
  }

  private func take() -> (piece: ByteBuffer?, isOver: Bool, readOn: (@Sendable () -> Void)?) {
    state.withLock { state in
      guard let piece = state.pieces.popFirst() else { return (nil, state.isOver, nil) }
      state.bytes -= piece.readableBytes
      return (piece, state.isOver, state.bytes <= Self.most / 2 ? state.readOn.take() : nil)
    }
  }

  private func somethingComes() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let isThere = state.withLock { state in
          if state.isOver || !state.pieces.isEmpty { return true }
          state.reader = reader
          return false
        }
        if isThere { reader.resume() }
      }
    } onCancel: {
      end()
    }
  }
}
