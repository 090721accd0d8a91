package import DialMessage
import HTTPTypes

/// A response of a ``LoopbackServer``: whole, in delayed chunks, or as a stream.
package struct LoopbackResponse: Sendable {
  /// A piece of the body, sent after a delay.
  package struct Chunk: Sendable {
    package var bytes: [UInt8]
    package var delay: Duration

    package init(_ bytes: [UInt8], after delay: Duration = .zero) {
      self.bytes = bytes
      self.delay = delay
    }
  }

  enum Body: Sendable {
    /// A body with a Content-Length.
    case whole([UInt8])
    /// Sent as chunks, unless the headers contain a length.
    case chunks([Chunk])
    /// Sent like chunks, with the trailers that are known at its end.
    case stream(ResponseBody, trailers: @Sendable () -> [(String, String)])
    /// No response: the connection is closed.
    case none
  }

  package var status: Int
  package var headers: [(String, String)]
  let body: Body

  private init(_ status: Int, _ headers: [(String, String)], _ body: Body) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Creates a response with a whole body and its Content-Length.
  package init(status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.init(status, headers, .whole(body))
  }

  package init(status: Int = 200, headers: [(String, String)] = [], chunks: [Chunk]) {
    self.init(status, headers, .chunks(chunks))
  }

  /// Creates a response with a body that is read as fast as the client reads. If it throws, the connection is closed.
  package init(
    status: Int = 200, headers: [(String, String)] = [], stream: ResponseBody,
    trailers: @escaping @Sendable () -> [(String, String)] = { [] }
  ) {
    self.init(status, headers, .stream(stream, trailers: trailers))
  }

  package static let dropped = LoopbackResponse(0, [], .none)
}

package struct LoopbackRequest: Sendable {
  package var method: String
  /// The target of the request line: `/pets?tag=a%20b`.
  package var target: String
  package var headers: [(name: String, value: String)]
  /// The body; empty if it exceeds the limit of the server.
  package var body: [UInt8]
  package var size: Int

  package init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [], size: Int? = nil) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.size = size ?? body.count
  }

  /// Returns the first value of a field, by a case-insensitive name.
  package func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

  /// The request without the content codings of its body.
  package var decoded: LoopbackRequest {
    var request = self
    request.body = HTTPFields(received: headers).decoded(body, upTo: 16 << 20) ?? body
    if !body.isEmpty { request.size = request.body.count }
    return request
  }
}
