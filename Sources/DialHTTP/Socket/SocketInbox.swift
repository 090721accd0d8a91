import DialMessage
import NIOCore
import Synchronization

/// The unread messages and the end of a WebSocket. If it is full, reading from the server pauses.
final class SocketInbox: Sendable {
  /// How the WebSocket was closed, nil if the server did not say, or the error that ended it.
  typealias End = Result<SocketClosing?, TransportError>
  private typealias Reader = CheckedContinuation<SocketMessage?, any Error>

  private struct State {
    var messages = CircularBuffer<SocketMessage>()
    var weight = 0
    var isHeldBack = false
    var end: End?
    var waiting: [Reader] = []
  }

  private let state = Mutex(State())
  /// The sizes at which reading pauses and resumes.
  private static let full = 256 << 10
  private static let room = 64 << 10
  /// The memory of a message in addition to its bytes.
  private static let overhead = 64

  var closing: SocketClosing? { state.withLock { try? $0.end?.get() } }

  /// The number of unread bytes.
  var waiting: Int { state.withLock { $0.weight } }

  /// Why nothing can be sent any more.
  var sendingFault: any Error {
    switch state.withLock({ $0.end }) {
    case .failure(let error): error
    case .success: Self.closed
    case nil: TransportError(.connect, "the connection was closed without closing the WebSocket (close code 1006)")
    }
  }

  static var closed: CallError { CallError(.closed, "the WebSocket is closed", attempts: 1) }

  /// Adds a message. Returns false if reading should pause.
  func append(_ message: SocketMessage) -> Bool {
    let (reader, hasRoom) = state.withLock { state -> (Reader?, Bool) in
      if state.end != nil { return (nil, true) }
      if !state.waiting.isEmpty { return (state.waiting.removeFirst(), true) }
      state.messages.append(message)
      state.weight += Self.weight(message)
      if state.weight >= Self.full { state.isHeldBack = true }
      return (nil, !state.isHeldBack)
    }
    reader?.resume(returning: message)
    return hasRoom
  }

  /// Ends the sequence. The first end wins; earlier messages can still be read.
  func finish(_ end: End) {
    let readers = state.withLock { state -> [Reader] in
      guard state.end == nil else { return [] }
      state.end = end
      defer { state.waiting = [] }
      return state.waiting
    }
    for reader in readers { reader.resume(with: end.map { _ in nil }) }
  }

  /// Returns the next message, or nil after a close. Calls `roomAgain` if reading was paused and can resume.
  func next(roomAgain: () -> Void) async throws -> SocketMessage? {
    if let taken = take(roomAgain) { return try taken.get() }
    return try await withCheckedThrowingContinuation { reader in
      // A message may have arrived meanwhile.
      if let taken = take(roomAgain, orAdd: reader) { reader.resume(with: taken) }
    }
  }

  /// Takes the next message, or the end after the last one. If there is neither, returns nil, and a message is passed to the reader later.
  private func take(_ roomAgain: () -> Void, orAdd reader: Reader? = nil) -> Result<SocketMessage?, TransportError>? {
    let (taken, hasRoom) = state.withLock { state -> (Result<SocketMessage?, TransportError>?, Bool) in
      guard let message = state.messages.popFirst() else {
        if state.end == nil, let reader { state.waiting.append(reader) }
        return (state.end?.map { _ in nil }, false)
      }
      state.weight -= Self.weight(message)
      let hasRoom = state.isHeldBack && state.weight <= Self.room
      if hasRoom { state.isHeldBack = false }
      return (.success(message), hasRoom)
    }
    if hasRoom { roomAgain() }
    return taken
  }

  private static func weight(_ message: SocketMessage) -> Int {
    switch message {
    case .text(let text): overhead + text.utf8.count
    case .bytes(let bytes): overhead + bytes.count
    }
  }
}
