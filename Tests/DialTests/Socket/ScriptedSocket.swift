import Dial
import Synchronization

/// A transport whose sockets play scripts in order, and repeat the last one.
final class ScriptedSockets: SocketTransport {
  enum Answer: Sendable {
    /// The messages, and the end of the connection.
    case open([Socket.Message], End, [String: String] = [:])
    case refuse(Int, String, [String: String] = [:])
    case fail(TransportError)
    /// Opens after a delay, even if cancelled; then sends nothing.
    case late(Duration)
  }

  enum End: Sendable {
    case closed(UInt16?, String)
    case broken(TransportError)
    case silent
  }

  private struct State {
    var answers: [Answer]
    var asked: [PreparedRequest] = []
    var sockets: [ScriptedSocket] = []
  }
  private let state: Mutex<State>

  init(_ answers: Answer...) { state = Mutex(State(answers: answers)) }

  var asked: [PreparedRequest] { state.withLock { $0.asked } }
  var sockets: [ScriptedSocket] { state.withLock { $0.sockets } }

  func send(_ request: PreparedRequest) async throws -> Response { throw TransportError(.connect, "no calls here") }

  func connect(_ request: PreparedRequest) async throws -> Response {
    let answer = state.withLock { state in
      state.asked.append(request)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    switch answer {
    case .fail(let error): throw error
    case .refuse(let status, let body, let fields):
      return Response(status: .init(code: status), headers: Self.fields(fields), url: request.url, body: .init(Array(body.utf8)))
    case .open(let messages, let end, let fields): return open(ScriptedSocket(messages, end), fields, request)
    case .late(let time):
      try await Task.detached { try await Task.sleep(for: time) }.value
      return open(ScriptedSocket([], .silent), [:], request)
    }
  }

  private func open(_ socket: ScriptedSocket, _ fields: [String: String], _ request: PreparedRequest) -> Response {
    state.withLock { $0.sockets.append(socket) }
    var response = Response(status: .switchingProtocols, headers: Self.fields(fields), url: request.url)
    response.socket = socket
    return response
  }

  private static func fields(_ fields: [String: String]) -> HTTPFields {
    HTTPFields(
      fields.sorted { $0.key < $1.key }.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
  }
}

final class ScriptedSocket: SocketConnection {
  private struct State {
    var messages: [Socket.Message]
    var sent: [Socket.Message] = []
    var closed: Socket.Closing?
    var closing: Socket.Closing?
  }
  private let state: Mutex<State>
  private let end: ScriptedSockets.End

  init(_ messages: [Socket.Message], _ end: ScriptedSockets.End) {
    state = Mutex(State(messages: messages))
    self.end = end
  }

  var sent: [Socket.Message] { state.withLock { $0.sent } }
  /// The close that this side sent.
  var closed: Socket.Closing? { state.withLock { $0.closed } }
  var closing: Socket.Closing? { state.withLock { $0.closing } }

  func receive() async throws -> Socket.Message? {
    if let message = state.withLock({ $0.messages.isEmpty ? nil : $0.messages.removeFirst() }) { return message }
    switch end {
    case .closed(let code, let reason):
      state.withLock { $0.closing = $0.closing ?? Socket.Closing(code: code, reason: reason) }
      return nil
    case .broken(let error): throw error
    case .silent:
      while closed == nil { try await Task.sleep(for: .milliseconds(5)) }
      return nil
    }
  }

  func send(_ message: Socket.Message) async throws {
    if case .broken(let error) = end, state.withLock({ $0.messages.isEmpty }) { throw error }
    state.withLock { $0.sent.append(message) }
  }

  func close(_ closing: Socket.Closing) async {
    state.withLock { state in
      state.closed = closing
      state.closing = closing
    }
  }
}

func heard(_ socket: Socket) async -> [String] {
  var seen: [String] = []
  do {
    for try await message in socket { seen.append(message.asText ?? "\(message.utf8)") }
    seen.append("end")
  } catch {
    seen.append("\(error.code): \(error.message)")
  }
  return seen
}
