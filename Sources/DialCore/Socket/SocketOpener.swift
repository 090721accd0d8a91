import DialJSON
import HTTPTypes

/// A connection and the answer that opened it.
struct OpenedSocket: Sendable {
  let connection: any SocketConnection
  let head: SocketSession.Head
}

/// Opens the connections of one web socket: the bound request, through the middlewares, as often as it is needed.
struct SocketOpener: Sendable {
  let draft: Draft
  let options: SocketOptions

  private var engine: Engine { draft.engine }

  func open() async throws(CallError) -> OpenedSocket {
    let opened = try await engine.openSocket(draft, options)
    for message in options.greeting {
      do {
        try await opened.connection.send(message)
      } catch {
        throw described(error)
      }
    }
    return opened
  }

  /// The connection after one that broke, tried as often as the options say. A refusal that a second try cannot change ends it at once.
  func reopened() async -> Result<OpenedSocket, CallError> {
    let policy = options.reconnect ?? .init(attempts: 1)
    var attempt = 0
    while true {
      do throws(CallError) {
        try await pause(policy.longestWait(attempt) * Double.random(in: 0...1))
        return .success(try await open())
      } catch {
        attempt += 1
        let mayChange = error.status.map { $0.code >= 500 || $0.code == 408 || $0.code == 429 } ?? Self.passing.contains(error.code)
        if !mayChange || attempt >= policy.attempts { return .failure(error) }
      }
    }
  }

  private static let passing: Set<CallError.Code> = [.connect, .timeout, .truncated, .closed, .protocol]

  private func pause(_ wait: Duration) async throws(CallError) {
    do {
      try await Task.sleep(for: wait)
    } catch {
      throw described(error)
    }
  }

  func described(_ error: any Error) -> CallError { engine.describe(error, draft.bound.request, draft.plan.model) }

  /// A message read as a reply of the endpoint: selected, of the declared shape.
  func value(of message: Socket.Message) throws(CallError) -> JSON {
    try ReplyReader(plan: draft.plan).value(of: message)
  }
}
