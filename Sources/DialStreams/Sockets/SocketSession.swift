import DialEngine
import DialJSON
import DialMessage
import Synchronization

/// One WebSocket, over one connection after the other.
final class SocketSession: Sendable {
  private struct State: Sendable {
    var opened: OpenedSocket
    /// The code and reason that the program closed with.
    var closed: Socket.Closing?
    /// Whether the server had closed before, so that its code counts.
    var isClosedByServer = false
    var reopening: Task<Result<OpenedSocket, CallError>, Never>?
  }

  private let opener: SocketOpener
  private let state: Mutex<State>

  init(_ opener: SocketOpener, _ opened: OpenedSocket) {
    self.opener = opener
    state = Mutex(State(opened: opened))
  }

  deinit { state.withLock { $0.reopening?.cancel() } }

  var head: ReplyHead { state.withLock { $0.opened.head } }
  var closing: Socket.Closing? { connection.closing }
  private var connection: any SocketConnection { state.withLock { $0.opened.connection } }
  private var isClosed: Bool { state.withLock { $0.closed != nil } }
  /// Whether the program closed before the server did, so that the response to it is no failure.
  private var isClosedFirst: Bool { state.withLock { $0.closed != nil && !$0.isClosedByServer } }

  /// Returns the next message, or nil at the end. Throws if `fails` of the spec is true for it.
  func receive() async throws(CallError) -> Socket.Message? {
    guard let message = try await read() else { return nil }
    do throws(CallError) {
      try ReplyReader(plan: opener.draft.plan).refuse(message)
    } catch {
      throw opener.described(error)
    }
    return message
  }

  private func read() async throws(CallError) -> Socket.Message? {
    while true {
      let connection = connection
      var fault: (any Error)?
      do {
        if let message = try await connection.receive() {
          resetFailures(connection)
          return message
        }
        guard let closing = connection.closing else { return nil }
        if !closing.isNormal, !isClosedFirst {
          fault = CallError(.closed, "the server closed the WebSocket with \(closing)", attempts: 1)
        }
      } catch {
        fault = error
      }
      guard mayReopen(connection, after: fault) else {
        if let fault { throw opener.described(fault) }
        return nil
      }
      guard try await reopen(after: connection) else { return nil }
    }
  }

  func send(_ message: Socket.Message) async throws(CallError) {
    while true {
      let connection = connection
      do {
        guard !isClosed else { throw CallError(.closed, "the WebSocket is closed", attempts: 1) }
        return try await connection.send(message)
      } catch {
        guard mayReopen(connection, after: error) else { throw opener.described(error) }
        _ = try await reopen(after: connection)
      }
    }
  }

  func close(_ closing: Socket.Closing) async throws(CallError) {
    if let fault = closing.fault { throw opener.described(CallError(.arguments, fault)) }
    let reopening = state.withLock { state in
      if state.closed == nil { (state.closed, state.isClosedByServer) = (closing, state.opened.connection.closing != nil) }
      return state.reopening
    }
    reopening?.cancel()
    await connection.close(closing)
  }

  /// Reads a message as a response of the endpoint: selected and checked.
  func value(of message: Socket.Message) throws(CallError) -> JSON {
    do throws(CallError) {
      return try ReplyReader(plan: opener.draft.plan).value(of: message)
    } catch {
      throw opener.described(error)
    }
  }

  func failure(_ error: TransportError) -> CallError { opener.described(error) }

  /// Resets the number of failures, because a message arrived.
  private func resetFailures(_ connection: any SocketConnection) {
    guard opener.options.reconnect != nil else { return }
    state.withLock { if $0.opened.connection === connection { $0.opened.tries = 0 } }
  }

  /// Whether to reconnect after the connection ended this way, if there were not too many failures.
  private func mayReopen(_ connection: any SocketConnection, after error: (any Error)?) -> Bool {
    guard let policy = opener.options.reconnect, !Task.isCancelled, !isClosed else { return false }
    let isInVain = state.withLock { $0.opened.connection === connection && $0.opened.end() >= policy.attempts }
    if isInVain { return false }
    if let closing = connection.closing { return closing.code.map { policy.codes.contains($0) } ?? false }
    guard let error = error as? TransportError, error.mayPass else { return false }
    return policy.codes.contains(1006)
  }

  /// Opens the next connection once for all waiting tasks. Returns false if the program closed the socket meanwhile.
  private func reopen(after old: any SocketConnection) async throws(CallError) -> Bool {
    let opener = opener
    let task: Task<Result<OpenedSocket, CallError>, Never>? = state.withLock { state in
      guard state.opened.connection === old else { return nil }
      if let running = state.reopening { return running }
      let tries = state.opened.end()
      let task = Task { await opener.reopened(after: tries) }
      state.reopening = task
      return task
    }
    guard let task else { return true }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    switch result {
    case .success(let next): return await take(next, after: old)
    case .failure(let error):
      if isClosed { return false }
      throw error
    }
  }

  /// Switches to the next connection. Returns false if the program closed the socket before.
  func take(_ next: OpenedSocket, after old: any SocketConnection) async -> Bool {
    let closed = state.withLock { state -> Socket.Closing? in
      guard state.opened.connection === old else { return nil }
      state.reopening = nil
      if state.closed == nil { state.opened = next }
      return state.closed
    }
    guard let closed else { return true }
    await next.connection.close(closed)
    return false
  }
}
