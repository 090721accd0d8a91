import NIOCore
import NIOHTTP1
import Synchronization

/// A response between its connection and its reader: the head, the body bytes in order, and the end. All received bytes are delivered
/// before the end, even if it is an error.
final class ResponseInbox: Sendable {
  /// The number of unread bytes at which reading from the connection stops.
  static let maximum = 256 << 10

  private enum End {
    case whole
    case failed(any Error)
  }

  /// What the reader waits for: the head, with a number of body bytes if it is a success; or any bytes.
  private enum Wanted {
    case head(Int)
    case bytes
  }

  private struct State {
    /// Ends the exchange, or removes it from the queue for a connection.
    var abort: (@Sendable () -> Void)?
    var head: HTTPResponseHead?
    var pieces: [ByteBuffer] = []
    /// The memory that the pieces use.
    var weight = 0
    var end: End?
    /// The waiting reader, and what it needs.
    var reader: CheckedContinuation<Void, Never>?
    var wanted = Wanted.head(0)
    /// Resumes reading from the connection.
    var readOn: (@Sendable () -> Void)?

    var isEnough: Bool {
      if end != nil { return true }
      switch wanted {
      case .head(let count): return head.map { weight >= count || !(200..<300).contains($0.status.code) } ?? false
      case .bytes: return weight > 0
      }
    }

    /// Returns the reader, if there is enough for it.
    mutating func readerToWake() -> CheckedContinuation<Void, Never>? { isEnough ? reader.take() : nil }

    /// Takes all unread pieces in order, and the closure that resumes reading.
    mutating func takePieces() -> (pieces: [ByteBuffer], readOn: (@Sendable () -> Void)?) {
      var taken: [ByteBuffer] = []
      swap(&taken, &pieces)
      weight = 0
      return (taken, readOn.take())
    }
  }

  private let state = Mutex(State())

  // MARK: the connection

  /// Starts the exchange; `abort` ends it if nobody needs the response.
  func began(abort: @escaping @Sendable () -> Void) { state.withLock { if $0.end == nil { $0.abort = abort } } }

  /// Whether no more bytes are expected.
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
      // A body can arrive in chunks of one byte.
      state.weight += piece.readableBytes + 64
      return state.readerToWake()
    }
    reader?.resume()
  }

  /// Ends the response, complete or with an error. The first end wins, and received bytes are still delivered.
  func finish(_ error: (any Error)? = nil) { close(error.map { .failed($0) } ?? .whole).reader?.resume() }

  /// Ends a complete response, and returns the waiting reader, which the caller must wake.
  func finishing() -> CheckedContinuation<Void, Never>? { close(.whole).reader }

  /// Ends the exchange from this side. Does nothing after its end.
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

  /// Whether reading must stop until the reader catches up; `readOn` is then called once.
  func isFull(_ readOn: @autoclosure () -> @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.weight >= Self.maximum, state.end == nil else { return false }
      state.readOn = readOn()
      return true
    }
  }

  // MARK: the reader

  /// Returns the head. For a success, waits until the end of the body, or for `wanted` bytes of it. Throws if there is no response.
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

  /// Returns all unread bytes.
  func all() -> [UInt8] { Self.bytes(state.withLock { $0.takePieces() }.pieces) }

  /// Returns the unread bytes; nil at the end. Throws the error that ended the body. For one reader.
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

  /// Adds the padding that a parser needs, so that a body of one piece is not copied.
  private static func bytes(_ pieces: [ByteBuffer]) -> [UInt8] {
    var bytes: [UInt8] = []
    if pieces.isEmpty { return bytes }
    bytes.reserveCapacity(pieces.reduce(8) { $0 + $1.readableBytes })
    for piece in pieces { bytes.append(contentsOf: piece.readableBytesView) }
    return bytes
  }

  /// Waits for `wanted` or the end. Cancelling the task ends the exchange.
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
