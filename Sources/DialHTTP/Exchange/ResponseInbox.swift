import NIOCore
import NIOHTTP1
import Synchronization

/// One answer on its way from its connection to its reader: the head, the bytes of the body in order and as they came, and how it ended.
/// All that came is given before the end is, whatever the end is.
final class ResponseInbox: Sendable {
  /// Where so many bytes wait for the reader, no more are read from the connection until they are taken.
  static let maximum = 256 << 10

  private enum End {
    case whole
    case failed(any Error)
  }

  /// The head, and so many bytes with it where it tells of a success; or any bytes.
  private enum Wanted {
    case head(Int)
    case bytes
  }

  private struct State {
    /// Ends the exchange on its connection, or takes it from those that wait for one.
    var abort: (@Sendable () -> Void)?
    var head: HTTPResponseHead?
    var pieces: [ByteBuffer] = []
    /// What they hold of memory.
    var weight = 0
    var end: End?
    /// The reader that waits, and what there has to be for it to go on.
    var reader: CheckedContinuation<Void, Never>?
    var wanted = Wanted.head(0)
    /// Goes on with a reading that was held back.
    var readOn: (@Sendable () -> Void)?

    var isEnough: Bool {
      if end != nil { return true }
      switch wanted {
      case .head(let count): return head.map { weight >= count || !(200..<300).contains($0.status.code) } ?? false
      case .bytes: return weight > 0
      }
    }

    /// The reader, where there is enough for it now.
    mutating func readerToWake() -> CheckedContinuation<Void, Never>? { isEnough ? reader.take() : nil }

    /// All pieces that wait, in order, and how to go on with reading.
    mutating func takePieces() -> (pieces: [ByteBuffer], readOn: (@Sendable () -> Void)?) {
      var taken: [ByteBuffer] = []
      swap(&taken, &pieces)
      weight = 0
      return (taken, readOn.take())
    }
  }

  private let state = Mutex(State())

  // MARK: the connection

  /// The exchange is under way; what ends it, in case nobody wants its answer any more.
  func began(abort: @escaping @Sendable () -> Void) { state.withLock { if $0.end == nil { $0.abort = abort } } }

  /// Nobody waits for more.
  var isOver: Bool { state.withLock { $0.end != nil } }

  func put(_ head: HTTPResponseHead) {
    let reader = state.withLock { state in
      state.head = head
      return state.readerToWake()
    }
    reader?.resume()
  }

  func put(_ piece: ByteBuffer) {
    guard piece.readableBytes > 0 else { return }
    let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.end == nil else { return nil }
      state.pieces.append(piece)
      // A body may come in chunks of one byte.
      state.weight += piece.readableBytes + 64
      return state.readerToWake()
    }
    reader?.resume()
  }

  /// No more comes: it is whole, or there was an error. The first end is the one that counts; what is here is still given.
  func finish(_ error: (any Error)? = nil) { close(error.map { .failed($0) } ?? .whole).reader?.resume() }

  /// No more comes, and it is whole. Gives the reader that waits, who is to be woken up.
  func finishing() -> CheckedContinuation<Void, Never>? { close(.whole).reader }

  /// Ends the exchange for a reason of our own, such as that nobody wants the answer; does nothing at its end.
  func stop(_ error: any Error) {
    let (abort, reader) = close(.failed(error))
    reader?.resume()
    abort?()
  }

  private func close(_ end: End) -> (abort: (@Sendable () -> Void)?, reader: CheckedContinuation<Void, Never>?) {
    state.withLock { state in
      guard state.end == nil else { return (nil, nil) }
      state.end = end
      state.readOn = nil
      return (state.abort.take(), state.reader.take())
    }
  }

  /// Whether reading has to wait until what is here is taken; `readOn` is called then, once.
  func isFull(_ readOn: @autoclosure () -> @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.weight >= Self.maximum, state.end == nil else { return false }
      state.readOn = readOn()
      return true
    }
  }

  // MARK: the reader

  /// The head, once it is here; where it tells of a success, not before the end of the body is, or as many bytes of it as are `wanted`.
  /// Throws where there is no answer.
  func head(wanted: Int) async throws -> (head: HTTPResponseHead, isWhole: Bool) {
    await something(.head(min(wanted, Self.maximum)))
    let (head, end) = state.withLock { ($0.head, $0.end) }
    if let head {
      if case .whole = end { return (head, true) }
      return (head, false)
    }
    if case .failed(let error) = end { throw error }
    throw CancellationError()
  }

  /// All that is here, and that nobody took yet.
  func all() -> [UInt8] { Self.bytes(state.withLock { $0.takePieces() }.pieces) }

  /// The bytes that are next, all that wait; nil at a good end. Throws why there are no more. For one reader.
  func next() async throws -> [UInt8]? {
    while true {
      let (taken, end) = state.withLock { ($0.takePieces(), $0.end) }
      taken.readOn?()
      if !taken.pieces.isEmpty { return Self.bytes(taken.pieces) }
      switch end {
      case .whole: return nil
      case .failed(let error): throw error
      case nil: await something(.bytes)
      }
    }
  }

  /// With room for the few bytes that a parser puts behind a text: a body of one piece is then read where it lies.
  private static func bytes(_ pieces: [ByteBuffer]) -> [UInt8] {
    var bytes: [UInt8] = []
    if pieces.isEmpty { return bytes }
    bytes.reserveCapacity(pieces.reduce(8) { $0 + $1.readableBytes })
    for piece in pieces { bytes.append(contentsOf: piece.readableBytesView) }
    return bytes
  }

  /// Waits for what is wanted, or for the end. Where the task is cancelled the exchange ends.
  private func something(_ wanted: Wanted) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let isThere = state.withLock { state in
          state.wanted = wanted
          if state.isEnough { return true }
          state.reader = reader
          return false
        }
        if isThere { reader.resume() }
      }
    } onCancel: {
      stop(CancellationError())
    }
  }
}
