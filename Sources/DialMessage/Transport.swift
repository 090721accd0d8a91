/// What carries a bound request to a server and brings back its answer.
///
/// A transport streams: the head is returned as soon as it is there, and ``Response/body`` is read piece by piece, so that
/// events, downloads and whole bodies share one way. It follows no redirect, retries nothing and decodes no content but its
/// transfer and content coding. What it throws is best a ``TransportError``; any other error counts as a
/// middleware's.
///
/// ```swift
/// struct Canned: Transport {
///   func send(_ request: PreparedRequest) async throws -> Response {
///     Response(status: .ok, headers: [.contentType: "application/json"], body: .init([UInt8]("{}".utf8)))
///   }
/// }
/// ```
public protocol Transport: Sendable {
  /// Sends one request and gives its answer, whatever the status, once the head is there. Throws where no answer comes.
  func send(_ request: PreparedRequest) async throws -> Response
}
