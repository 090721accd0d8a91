import AsyncHTTPClient
import DialMessage
import HTTPTypes

/// What is known of an exchange over HTTP/2 beside its ``Exchange/Progress``.
struct StreamProgress: Sendable {
  /// The head of the answer says how long the body is: the client puts in a length where it has none.
  var hasLength = false
  /// The server has surely not taken up the request (RFC 9113 section 8.7).
  var isUntouched = false
  /// The server, or what it sends, needs HTTP/1.1.
  var needsHTTP1 = false

  /// Whether the client put a field into the head of the answer, so that it looks like one of HTTP/1.1.
  func isInvented(_ name: HTTPField.Name) -> Bool { name == .transferEncoding || name == .contentLength && !hasLength }
}

extension Exchange {
  /// Whether the same request may go again although its connection did not break: the server has not taken it up, or wants it in HTTP/1.1.
  func mayGoAgainUntouched(_ request: PreparedRequest, after error: any Error, tries: Int) -> Bool {
    guard speaksHTTP2, tries < 4 else { return false }
    let progress = snapshot()
    // Nothing was read of the body where the request got no stream.
    guard let stream = progress.http2 else { return progress.phase == .queued && error.isLateForConnection }
    if case .stream(_, nil, _) = request.body { return false }
    return stream.isUntouched || stream.needsHTTP1 && request.mayGoTwice
  }

  /// Whether HTTP/2 is spoken when the request goes again. A connection that breaks before the server has greeted does so for reasons that
  /// only HTTP/1.1 tells: the greeting is waited for by the client alone.
  func mayGoAgainOverHTTP2(after error: any Error) -> Bool {
    let progress = snapshot()
    guard let stream = progress.http2 else { return progress.phase != .queued || error.isLateForConnection }
    return !stream.needsHTTP1
  }
}

extension ClientCore {
  /// Over TLS, and where it is the client's own: a proxy that is asked for the whole URL, and TLS with pins, speak HTTP/1.1.
  func mayUseHTTP2(_ way: Way) -> Bool {
    if case .absoluteForm = way.route { return false }
    return configuration.http2 && way.server.isSecure && way.tls.pins == nil
  }
}

extension Error {
  /// The request came to its connection when that was about to end; the client calls it cancelled, which the task then is not.
  fileprivate var isLateForConnection: Bool { (self as? HTTPClientError) == .cancelled }
}
