import DialMessage
import Synchronization

/// The unread messages and the end of a WebSocket. If it is full, reading from the server pauses.
final class SocketInbox: Sendable {
  enum End: Sendable {
    case closed(SocketClosing?)
    case failed(TransportError)
  }

  private struct State {
    var messages: [SocketMessage?] = []
    var first = 0
    var weight = 0
    var isHeldBack = false
    var end: End?
    var waiting: [CheckedContinuation<SocketMessage?, any Error>] = []
  }

  private enum Taken {
    case message(SocketMessage, roomAgain: Bool)
    case ended(End)
    case nothing
  }

  private let state = Mutex(State())
  /// The sizes at which reading pauses and resumes.
  private static let full = 256 << 10
  private static let room = 64 << 10
  /// The memory of a message in addition to its bytes.
  private static let overhead = 64

  var closing: SocketClosing? {
    state.withLock { if case .closed(let closing) = $0.end { closing } else { nil } }
  }

  /// The number of unread bytes.
  var waiting: Int { state.withLock { $0.weight } }

  /// Why nothing can be sent any more.
  var sendingFault: any Error {
    switch state.withLock({ $0.end }) {
    case .failed(let error): error
    case .closed: Self.closed
    case nil: TransportError(.connect, "the connection was closed without closing the WebSocket (close code 1006)")
    }
  }

  static var closed: CallError { CallError(.closed, "the WebSocket is closed", attempts: 1) }

  /// Adds a message. Returns false if reading should pause.
  func append(_ message: SocketMessage) -> Bool {
    let (reader, hasRoom) = state.withLock { state -> (CheckedContinuation<SocketMessage?, any Error>?, Bool) in
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
    let readers = state.withLock { state -> [CheckedContinuation<SocketMessage?, any Error>] in
      guard state.end == nil else { return [] }
      state.end = end
      defer { state.waiting = [] }
      return state.waiting
    }
    for reader in readers { Self.resume(reader, end) }
  }

  /// Returns the next message, or nil after a close. Calls `roomAgain` if reading was paused and can resume.
  func next(roomAgain: () -> Void) async throws -> SocketMessage? {
    switch state.withLock({ Self.take(&$0) }) {
    case .message(let message, let isRoomAgain):
      if isRoomAgain { roomAgain() }
      return message
    case .ended(.closed): return nil
    case .ended(.failed(let error)): throw error
    case .nothing: return try await wait(roomAgain)
    }
  }

  private func wait(_ roomAgain: () -> Void) async throws -> SocketMessage? {
    try await withCheckedThrowingContinuation { reader in
      // A message may have arrived meanwhile.
      let taken = state.withLock { state -> Taken in
        let taken = Self.take(&state)
        if case .nothing = taken { state.waiting.append(reader) }
        return taken
      }
      switch taken {
      case .message(let message, let isRoomAgain):
        if isRoomAgain { roomAgain() }
        reader.resume(returning: message)
      case .ended(let end): Self.resume(reader, end)
      case .nothing: break
      }
    }
  }

  private static func take(_ state: inout State) -> Taken {
    guard state.first < state.messages.count, let message = state.messages[state.first] else {
      return state.end.map { .ended($0) } ?? .nothing
    }
    state.messages[state.first] = nil
    state.first += 1
    state.weight -= weight(message)
    if state.first == state.messages.count || state.first >= 1024 {
      state.messages.removeFirst(state.first)
      state.first = 0
    }
    let isRoomAgain = state.isHeldBack && state.weight <= room
    if isRoomAgain { state.isHeldBack = false }
    return .message(message, roomAgain: isRoomAgain)
  }

  private static func resume(_ reader: CheckedContinuation<SocketMessage?, any Error>, _ end: End) {
    switch end {
    case .closed: reader.resume(returning: nil)
    case .failed(let error): reader.resume(throwing: error)
    }
  }

  private static func weight(_ message: SocketMessage) -> Int {
    switch message {
    case .text(let text): overhead + text.utf8.count
    case .bytes(let bytes): overhead + bytes.count
    }
  }
}

/// Reports the end of a WebSocket to those who wait for it.
final class SocketClosure: Sendable {
  private struct State {
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  func tell() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  func wait() async {
    await withCheckedContinuation { one in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiting.append(one) }
        return state.isOver
      }
      if isOver { one.resume() }
    }
  }
}
