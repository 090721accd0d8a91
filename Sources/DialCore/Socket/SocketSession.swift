import DialJSON
import HTTPTypes
import Synchronization

/// One web socket of a program, over the connections that carry it one after the other.
final class SocketSession: Sendable {
  /// The answer to a handshake, as far as a program wants to know of it.
  struct Head: Sendable {
    var headers: HTTPFields
    var url: String
  }

  private struct State: Sendable {
    var opened: OpenedSocket
    var isClosed = false
    var reopening: Task<Result<OpenedSocket, CallError>, Never>?
  }

  private let opener: SocketOpener
  private let state: Mutex<State>

  init(_ opener: SocketOpener, _ opened: OpenedSocket) {
    self.opener = opener
    state = Mutex(State(opened: opened))
  }

  deinit { state.withLock { $0.reopening?.cancel() } }

  var head: Head { state.withLock { $0.opened.head } }
  var closing: Socket.Closing? { connection.closing }
  private var connection: any SocketConnection { state.withLock { $0.opened.connection } }

  // MARK: messages

  func receive() async throws(CallError) -> Socket.Message? {
    while true {
      let connection = connection
      do {
        if let message = try await connection.receive() { return message }
      } catch {
        guard mayReopen(connection, after: error) else { throw opener.described(error) }
        try await reopen(after: connection)
        continue
      }
      guard let closing = connection.closing else { return nil }
      if mayReopen(connection, after: nil) {
        try await reopen(after: connection)
      } else if closing.isNormal || state.withLock({ $0.isClosed }) {
        return nil
      } else {
        throw opener.described(CallError(.closed, "the server closed the web socket with \(closing)", attempts: 1))
      }
    }
  }

  func send(_ message: Socket.Message) async throws(CallError) {
    while true {
      let connection = connection
      do {
        guard !state.withLock({ $0.isClosed }) else { throw CallError(.closed, "the web socket is closed", attempts: 1) }
        return try await connection.send(message)
      } catch {
        guard mayReopen(connection, after: error) else { throw opener.described(error) }
        try await reopen(after: connection)
      }
    }
  }

  func close(_ closing: Socket.Closing) async throws(CallError) {
    if let fault = closing.fault { throw opener.described(CallError(.arguments, fault)) }
    let reopening = state.withLock { state in
      state.isClosed = true
      return state.reopening
    }
    reopening?.cancel()
    await connection.close(closing)
  }

  func value(of message: Socket.Message) throws(CallError) -> JSON {
    do throws(CallError) {
      return try opener.value(of: message)
    } catch {
      throw opener.described(error)
    }
  }

  // MARK: reconnecting

  /// Whether the connection ended in a way after which it is opened again.
  private func mayReopen(_ connection: any SocketConnection, after error: (any Error)?) -> Bool {
    guard let policy = opener.options.reconnect, !Task.isCancelled, !state.withLock({ $0.isClosed }) else { return false }
    if let closing = connection.closing { return closing.code.map { policy.codes.contains($0) } ?? false }
    guard let error = error as? TransportError, [.connect, .truncated, .timeout].contains(error.kind) else { return false }
    return policy.codes.contains(1006)
  }

  /// Opens the next connection, once, however many tasks wait for it. A task that is cancelled ends it for all.
  private func reopen(after old: any SocketConnection) async throws(CallError) {
    let opener = opener
    let task: Task<Result<OpenedSocket, CallError>, Never>? = state.withLock { state in
      guard state.opened.connection === old else { return nil }
      if let running = state.reopening { return running }
      let task = Task { await opener.reopened() }
      state.reopening = task
      return task
    }
    guard let task else { return }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    let next = try result.get()
    state.withLock { state in
      guard state.opened.connection === old else { return }
      state.reopening = nil
      state.opened = next
    }
  }
}
