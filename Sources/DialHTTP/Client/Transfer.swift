import AsyncHTTPClient
import DialMessage
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A request under way in the client, and how it is ended before its time.
enum Transfer: Sendable {
  case call(HTTPClient.Task<Void>)
  case upload(Task<Void, Never>)

  func end() {
    switch self {
    case .call(let task): task.cancel()
    case .upload(let task): task.cancel()
    }
  }
}

extension Exchange {
  /// Gives the request to the client. A request that is one piece goes with callbacks, on the thread of the connection; one whose body
  /// comes piece by piece is written by a task of its own, for which callbacks have no back-pressure that can be broken off.
  func start(_ request: PreparedRequest, _ number: Int, _ client: HTTPClient) throws {
    let fields = RequestHead.fields(of: request, url: url, route: way.route, number)
    let method = HTTPMethod(rawValue: method.rawValue)
    switch RequestPayload(request.body) {
    case .piece(let buffer):
      var outgoing = try way.request(method)
      outgoing.headers = fields
      outgoing.body = buffer.map { .byteBuffer($0) }
      inbox.began(.call(client.execute(request: outgoing, delegate: self)))
    case .pieces(let body):
      var outgoing = way.upload(method)
      (outgoing.headers, outgoing.body) = (fields, body)
      inbox.began(.upload(upload(outgoing, client)))
    }
  }

  private func upload(_ request: HTTPClientRequest, _ client: HTTPClient) -> Task<Void, Never> {
    Task {
      do {
        for try await _ in try await client.execute(request, deadline: .distantFuture).body {}
        if isBroken { inbox.finish() }
      } catch {
        inbox.finish(error)
      }
    }
  }
}

extension Exchange: HTTPClientResponseDelegate {
  /// Mostly the end comes from the connection, see ``MessageWatch``.
  func didFinishRequest(task: HTTPClient.Task<Void>) { if isBroken { inbox.finish() } }

  func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) { inbox.finish(error) }
}
