import DialEngine
import DialMessage
import DialModel
import HTTPTypes

extension Engine {
  /// Opens the web socket of a bound request.
  func connect(_ draft: Draft, _ options: SocketOptions) async throws(CallError) -> Socket {
    let model = draft.plan.model
    guard model.isSocket else {
      throw CallError(.arguments, "'\(model.name)' is not a web socket; call it instead of connecting", endpoint: model.name, location: model.range)
    }
    if let obstacle = draft.plan.obstacles?.opening { throw obstacle }
    var draft = draft
    switch SocketHandshake.fields(draft.request.headers, offering: options.subprotocols) {
    case .success(let fields): draft.request.headers = fields
    case .failure(let fault): throw CallError(.arguments, fault.message, endpoint: model.name, location: model.range)
    }
    let opener = SocketOpener(draft: draft, options: options)
    return Socket(session: SocketSession(opener, try await opener.open()))
  }

  /// Sends one handshake through the middlewares. Observers see a call that ends when the socket is open.
  func openSocket(_ draft: consuming Draft, _ options: SocketOptions) async throws(CallError) -> OpenedSocket {
    var record = CallRecord(consume draft, nil)
    record.request.socket = options
    record.request.watch?.tell(.started)
    do {
      let response = try await send(record.request, record.plan)
      record.metrics.add(response)
      record.tries = response.tries
      record.request.watch?.tell(.received(status: response.status.code))
      guard let connection = response.socket else { throw try await refusal(ofHandshake: response, record.draft) }
      _ = record.end(response.status.code)
      return OpenedSocket(connection: connection, head: .init(headers: response.headers, url: response.url))
    } catch {
      throw record.fail(error)
    }
  }

  /// Describes a response that is not 101. A redirect is not followed, because a handshake contains credentials.
  private func refusal(ofHandshake response: Response, _ draft: Draft) async throws -> CallError {
    var error = try await refusal(response, draft)
    if response.status.code < 300 {
      error.code = .protocol
      error.message += ", but did not open a web socket"
    }
    return error
  }
}
