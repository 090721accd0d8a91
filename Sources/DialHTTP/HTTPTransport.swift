public import DialMessage
import HTTPTypes

/// The transport that speaks HTTP/2 and HTTP/1.1 to real servers, over AsyncHTTPClient.
///
/// A server that is reached with `https` chooses between them; one of `http`, one whose key is pinned, and a web socket are spoken to in
/// HTTP/1.1.
///
/// Making one is cheap: threads, connections and the certificate store come with the first ``send(_:)``. Connections are kept
/// and used again. Nothing is redirected or retried, with two exceptions: a connection of the pool that turns out to be dead
/// before a byte of the answer came is replaced, when the request may be sent twice (RFC 9110 section 9.2.2), and a request that the server
/// says it has not looked at (RFC 9113 section 8.7) is sent again.
///
/// ```swift
/// let transport = HTTPTransport()
/// let response = try await transport.send(request)
/// let bytes = try await response.body.collect(upTo: 1 << 20)
/// await transport.shutdown()
/// ```
///
/// ``shutdown()`` is optional: a transport that is dropped ends its connections in the background, after the last body that
/// is still being read.
public final class HTTPTransport: CertifiedTransport, Sendable {
  let core: ClientCore

  package var clientCertificate: String? { core.configuration.clientCertificate }

  /// A transport with these settings. Nothing is opened here: a file of certificates that cannot be read is an error of ``send(_:)``.
  ///
  /// ```swift
  /// var configuration = HTTPTransport.Configuration()
  /// configuration.trustedCertificates = "ca.pem"
  /// let users = Client(spec, transport: HTTPTransport(configuration: configuration))
  /// ```
  public init(configuration: Configuration = Configuration()) {
    core = ClientCore(configuration)
  }

  /// Sends one request and gives its answer, whatever the status, once the head is there; the body follows in
  /// pieces. Throws a ``TransportError`` where no answer comes, and where the task is cancelled.
  public func send(_ request: PreparedRequest) async throws -> Response {
    let (url, way) = try core.way(of: request)
    let exchange = Exchange(request, url: url, way: way, speaksHTTP2: core.mayUseHTTP2(way))
    let fault: any Error
    do { return try await exchange.perform(request, over: core) } catch { fault = error }
    return try await goOn(after: fault, exchange, request)
  }

  /// What comes behind a first failure. A function of its own, so that its frame is there only while it is needed.
  @inline(never)
  private func goOn(after fault: any Error, _ first: Exchange, _ request: PreparedRequest) async throws -> Response {
    var (request, exchange, error) = (request, first, fault)
    var tries = 1
    var sent: Int64 = 0
    while true {
      sent += Int64(exchange.snapshot().sent)
      guard !Task.isCancelled, exchange.mayGoAgain(request, after: error, tries: tries) else {
        var failure = await core.explain(error, exchange)
        failure.bytesSent = sent
        throw failure
      }
      tries += 1
      // What was read of the body is gone with the connection.
      if case .stream(let length, let replay?, _) = request.body { request.body = .stream(length: length, replay: replay, replay()) }
      let speaksHTTP2 = exchange.speaksHTTP2 && exchange.mayGoAgainOverHTTP2(after: error)
      exchange = Exchange(request, url: exchange.url, way: exchange.way, speaksHTTP2: speaksHTTP2)
      do { return try await exchange.perform(request, over: core) } catch let another { error = another }
    }
  }

  /// Ends all connections; calls under way fail. A send after it fails too.
  public func shutdown() async {
    await core.shutdown()
  }
}

extension Exchange {
  /// Whether a failure was that of an old connection and the same request may be sent on a new one: it never left, or it left
  /// on a connection used before, no byte came back, and sending it twice is harmless.
  func mayGoAgain(_ request: PreparedRequest, after error: any Error, tries: Int) -> Bool {
    if mayGoAgainUntouched(request, after: error, tries: tries) { return true }
    guard error.isBrokenConnection else { return false }
    let progress = snapshot()
    if progress.phase == .queued { return tries == 1 && route.tunnel == nil }
    guard progress.reused, progress.received == 0, tries < 4 else { return false }
    if case .stream(_, nil, _) = request.body { return false }
    return request.mayGoTwice
  }
}
