import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// One answer on its way from its connection to its reader: the head, the bytes of the body in order and as they came, and how it ended.
///
/// Head and bytes come from the handlers of the connection, and so does a good end. They pass the client by, which says only why there is
/// no answer, or no more of it: what it holds of a body when a connection breaks off it drops. Here all that came is given before the end
/// is, whatever the end is.
final class ReplyInbox: Sendable {
  /// Where so many bytes wait for the reader, no more are read from the connection; they are again when half of them are taken.
  static let maximum = 256 << 10
  /// Pieces that wait are put together up to this: each one costs its reader more than its bytes do.
  private static let minimum = 16 << 10

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
    var transfer: Transfer?
    var head: HTTPResponseHead?
    var pieces = PieceQueue()
    var bytes = 0
    var end: End?
    /// The reader that waits, and what there has to be for it to go on.
    var reader: CheckedContinuation<Void, Never>?
    var wanted = Wanted.head(0)
    /// Goes on with a reading that was held back.
    var readOn: (@Sendable () -> Void)?

    var isEnough: Bool {
      if end != nil { return true }
      switch wanted {
      case .head(let count): return head.map { bytes >= count || !(200..<300).contains($0.status.code) } ?? false
      case .bytes: return bytes > 0
      }
    }

    /// The reader, where there is enough for it now.
    mutating func readerToWake() -> CheckedContinuation<Void, Never>? { isEnough ? reader.take() : nil }
  }

  private let state = Mutex(State())

  // MARK: the connection

  /// The request is on its way; what ends it, in case nobody wants its answer any more.
  func began(_ transfer: Transfer) {
    let isLate = state.withLock { state in
      if state.end == nil { state.transfer = transfer }
      if case .failed = state.end { return true }
      return false
    }
    if isLate { transfer.end() }
  }

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
      state.bytes += Self.cost(piece)
      return state.readerToWake()
    }
    reader?.resume()
  }

  /// No more comes: it is whole, or there was an error. The first end is the one that counts; what is here is still given.
  func finish(_ error: (any Error)? = nil) { close(error.map { .failed($0) } ?? .whole).reader?.resume() }

  /// No more comes, and it is whole. Gives the reader that waits, who is to be woken up.
  func finishing() -> CheckedContinuation<Void, Never>? { close(.whole).reader }

  /// Ends the transfer for a reason of our own, such as that nobody wants the answer; does nothing at its end.
  func stop(_ error: any Error) {
    let (isFirst, reader) = close(.failed(error))
    reader?.resume()
    if isFirst { state.withLock { $0.transfer.take() }?.end() }
  }

  /// Whether this was the first end, and who is to be woken up. The transfer stays until the exchange goes: its reader has more time than
  /// the connection.
  private func close(_ end: End) -> (isFirst: Bool, reader: CheckedContinuation<Void, Never>?) {
    state.withLock { state in
      guard state.end == nil else { return (false, nil) }
      state.end = end
      state.readOn = nil
      return (true, state.reader.take())
    }
  }

  /// Whether reading has to wait until more of what is here is taken; `readOn` is called then, once.
  func isFull(_ readOn: @autoclosure () -> @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.bytes >= Self.maximum, state.end == nil else { return false }
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
    throw Failures.cancelled
  }

  /// All that is here, and that nobody took yet.
  func all() -> [UInt8] {
    let pieces = state.withLock { state in
      state.bytes = 0
      return state.pieces.takeAll()
    }
    return pieces.map { Self.bytes($0.first, $0.more) } ?? []
  }

  /// The bytes that are next, some at least; nil at a good end. Throws why there are no more. For one reader.
  func next() async throws -> [UInt8]? {
    while true {
      let (first, more, end, readOn) = take()
      readOn?()
      if let first { return Self.bytes(first, more[...]) }
      switch end {
      case .whole: return nil
      case .failed(let error): throw error
      case nil: await something(.bytes)
      }
    }
  }

  /// One piece, with those behind it where it is small.
  private func take() -> (first: ByteBuffer?, more: [ByteBuffer], end: End?, readOn: (@Sendable () -> Void)?) {
    state.withLock { state in
      let first = state.pieces.popFirst()
      var more: [ByteBuffer] = []
      var count = first?.readableBytes ?? 0
      if let first { state.bytes -= Self.cost(first) }
      while count < Self.minimum, let piece = state.pieces.popFirst() {
        more.append(piece)
        count += piece.readableBytes
        state.bytes -= Self.cost(piece)
      }
      return (first, more, state.end, state.bytes <= Self.maximum / 2 ? state.readOn.take() : nil)
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

  /// Waits for what is wanted, or for the end. Where the task is cancelled the transfer ends.
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
      stop(Failures.cancelled)
    }
  }
}
