public import DialMessage
import HTTPTypes
import NIOHTTP1

/// The transport that speaks HTTP/2 and HTTP/1.1 to real servers, over a pool of connections.
///
/// A server that is reached with `https` chooses between them; one of `http` and a web socket are spoken to in HTTP/1.1.
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
  let core: TransportCore
  private let maxInflatedBytes: Int?
  private let maxInflationRatio: Int

  package var clientCertificate: String? { core.settings.clientCertificate }

  /// A transport with these settings. Nothing is opened here: a file of certificates that cannot be read is an error of ``send(_:)``.
  ///
  /// ```swift
  /// var configuration = HTTPTransport.Configuration()
  /// configuration.trustedCertificates = "ca.pem"
  /// let users = Client(spec, transport: HTTPTransport(configuration: configuration))
  /// ```
  public init(configuration: Configuration = Configuration()) {
    core = TransportCore(
      ProxyTable(configuration.proxies.value(of:)), configuration.tlsSettings, http2: configuration.http2,
      connectionsPerHost: configuration.connectionsPerHost, idleTimeout: configuration.idleTimeout)
    (maxInflatedBytes, maxInflationRatio) = (configuration.maxInflatedBytes, configuration.maxInflationRatio)
  }

  /// Sends one request and gives its answer, whatever the status, once the head is there; the body follows in
  /// pieces. Throws a ``TransportError`` where no answer comes, and where the task is cancelled.
  public func send(_ request: PreparedRequest) async throws -> Response {
    let (url, destination) = try core.destination(of: request)
    let exchange = try Exchange(request, url: url, destination)
    let fault: any Error
    do { return try await perform(exchange, request) } catch { fault = error }
    return try await goOn(after: fault, exchange, request)
  }

  /// What comes behind a first failure. A function of its own, so that its frame is there only while it is needed.
  @inline(never)
  private func goOn(after fault: any Error, _ first: Exchange, _ request: PreparedRequest) async throws -> Response {
    var (request, exchange, error) = (request, first, fault)
    var tries = 1
    var sent: Int64 = 0
    while true {
      let progress = exchange.snapshot()
      sent += Int64(progress.sent)
      guard !Task.isCancelled, tries < 4, progress.mayGoAgain(request) else {
        var failure = Task.isCancelled ? Failures.cancelled : ErrorMapping.map(error, exchange)
        failure.bytesSent = sent
        throw failure
      }
      tries += 1
      // What was read of the body is gone with the connection.
      if case .stream(let length, let replay?, _) = request.body { request.body = .stream(length: length, replay: replay, replay()) }
      var destination = exchange.destination
      if progress.needsHTTP1 {
        destination = try core.destination(of: request, exchange.url, destination.route, offersHTTP2: false)
      }
      exchange = try Exchange(request, url: exchange.url, destination)
      do { return try await perform(exchange, request) } catch let another { error = another }
    }
  }

  /// Sends the request and waits for the head of its answer, and for the rest of it where all of it is wanted and it is small: whoever
  /// reads it then waits for nothing, and wakes nobody up.
  private func perform(_ exchange: Exchange, _ request: PreparedRequest) async throws -> Response {
    try Task.checkCancellation()
    try core.submit(exchange)
    let wanted = request.isReadWhole && !request.isWatched ? min(Self.small, exchange.maxBodyBytes) : 0
    let (head, isWhole) = try await exchange.inbox.head(wanted: wanted)
    // Over a tunnel a 407 is the server's own.
    if head.status == .proxyAuthenticationRequired, exchange.isWithProxy {
      exchange.inbox.stop(CancellationError())
      throw Failures.proxyRefusal(exchange)
    }
    return response(exchange, to: request, head, isWhole)
  }

  /// A body of more bytes than these is not waited for before its reader asks.
  private static let small = 64 << 10

  private func response(_ exchange: Exchange, to request: PreparedRequest, _ head: HTTPResponseHead, _ isWhole: Bool) -> Response {
    let progress = exchange.snapshot()
    let rawValues = progress.rawValues
    var fields = HTTPFields()
    fields.reserveCapacity(head.headers.count)
    for (index, line) in head.headers.enumerated() {
      guard let name = HTTPField.Name(line.name) else { continue }
      fields.append(rawValues[index].map { HTTPField(name: name, lenientValue: $0) } ?? HeadRules.field(name, line.value))
    }
    let status = HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
    let hasBody = request.method != .head && status.code != 204 && status.code != 304
    let codings = hasBody && status.code != 206 ? ContentCodings(fields, askedBy: request.headers) : ContentCodings()
    if codings.areKnown, !codings.names.isEmpty {
      fields[.contentEncoding] = nil
      fields[.contentLength] = nil
    }
    return Response(
      status: status, headers: fields, url: request.url, body: body(exchange, codings, isWhole, progress.bodyLength),
      connection: exchange.metrics(progress))
  }

  /// As bytes where they are all there and need no decoding.
  private func body(_ exchange: Exchange, _ codings: ContentCodings, _ isWhole: Bool, _ length: Int?) -> ResponseBody {
    if isWhole, codings.names.isEmpty { return ResponseBody(exchange.inbox.all()) }
    let bounds = InflationBounds(bytes: maxInflatedBytes ?? exchange.maxBodyBytes, ratio: maxInflationRatio)
    return ResponseBody(ResponsePieces(exchange, core, codings, bounds), length: codings.names.isEmpty ? length : nil)
  }

  /// Ends all connections; calls under way fail. A send after it fails too.
  public func shutdown() async {
    await core.shutdown()
  }
}

extension Exchange.Progress {
  /// Whether the same request may be sent once more after it failed: the server has not taken it up (RFC 9113 section 8.7) or wants it in
  /// HTTP/1.1, or it left on a connection used before, no byte came back, and sending it twice is harmless.
  fileprivate func mayGoAgain(_ request: PreparedRequest) -> Bool {
    if case .stream(_, nil, _) = request.body { return false }
    if isUnprocessed { return true }
    return request.mayGoTwice && (needsHTTP1 || isBroken && reused && received == 0)
  }
}
