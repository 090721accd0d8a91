import DialEngine
import DialMessage
import DialModel
import HTTPTypes

/// A connection and the response that opened it.
struct OpenedSocket: Sendable {
  let connection: any SocketConnection
  let head: ReplyHead
  /// The number of handshakes in a row without a message, including this one if it is a reconnection.
  var tries = 0
  var isOver = false
  private let opened = ContinuousClock.now

  /// Ends the connection and returns the number of failures before the next one. A connection that lasted counts as a success.
  mutating func end() -> Int {
    if !isOver, opened.duration(to: .now) >= ReconnectDelay.worthwhile { tries = 0 }
    isOver = true
    return tries
  }
}

/// Opens the connections of one WebSocket, each with the bound request and through the middlewares.
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

  /// Reconnects after this number of failures, as often as the options allow. A permanent rejection ends it at once.
  func reopened(after tries: Int) async -> Result<OpenedSocket, CallError> {
    let policy = options.reconnect ?? .init(attempts: 1)
    var tries = tries
    while true {
      do throws(CallError) {
        do { try await Task.sleep(for: policy.wait(tries, .random(in: 0...1))) } catch { throw described(error) }
        tries += 1
        // This loop decides about attempts and pauses, so each is one request.
        var next = try await once.open()
        if Task.isCancelled { throw described(CancellationError()) }
        next.tries = tries
        return .success(next)
      } catch {
        let mayChange = error.mayPass || error.status == nil && [.closed, .protocol].contains(error.code)
        if !mayChange || tries >= policy.attempts { return .failure(error) }
      }
    }
  }

  private var once: SocketOpener {
    var draft = draft
    draft.request.policy.maxRetries = 0
    return SocketOpener(draft: draft, options: options)
  }

  func described(_ error: any Error) -> CallError { engine.describe(error, draft.bound.request, draft.plan.model) }
}

extension Engine {
  /// Opens the WebSocket of a bound request.
  func connect(_ draft: Draft, _ options: SocketOptions) async throws(CallError) -> Socket {
    let model = draft.plan.model
    guard model.isSocket else {
      throw CallError(.arguments, "'\(model.name)' is not a WebSocket; call it instead of connecting", of: model)
    }
    if let obstacle = draft.plan.obstacles?.opening { throw obstacle }
    var draft = draft
    switch SocketHandshake.fields(draft.request.headers, offering: options.subprotocols) {
    case .success(let fields): draft.request.headers = fields
    case .failure(let fault): throw CallError(.arguments, fault.message, of: model)
    }
    let opener = SocketOpener(draft: draft, options: options)
    return Socket(session: SocketSession(opener, try await opener.open()))
  }

  /// Sends one handshake through the middlewares. Observers see a call that ends when the socket is open.
  func openSocket(_ draft: consuming Draft, _ options: SocketOptions) async throws(CallError) -> OpenedSocket {
    var record = CallRecord(consume draft, nil)
    record.request.socket = options
    record.request.watch?.report(.started)
    do {
      let response = try await send(record.request, record.plan)
      record.metrics.add(response)
      record.tries = response.tries
      record.request.watch?.report(.received(status: response.status.code))
      guard let connection = response.socket else { throw try await refusal(ofHandshake: response, record.draft) }
      _ = record.end(response.status.code)
      let head = ReplyHead(status: response.status, headers: response.headers, url: response.url)
      return OpenedSocket(connection: connection, head: head)
    } catch {
      throw record.fail(error)
    }
  }

  /// Describes a response that is not 101. A redirect is not followed, because a handshake contains credentials.
  private func refusal(ofHandshake response: Response, _ draft: Draft) async throws -> CallError {
    var error = try await refusal(response, draft)
    if response.status.code < 300 {
      error.code = .protocol
      error.message = "the server responded with \(response.status.code), but did not open a WebSocket"
    }
    return error
  }
}
