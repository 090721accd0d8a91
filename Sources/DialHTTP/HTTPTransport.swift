import DialLibc
public import DialMessage
import DialModel
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The HTTP/2 and HTTP/1.1 transport, with a pool of connections. An `https` server chooses the version; all others get HTTP/1.1.
///
/// Redirects are not followed. A request is sent again only if the server has not processed it (RFC 9113 section 8.7), or if it is
/// safe to repeat and a pooled connection turns out to be closed (RFC 9110 section 9.2.2).
///
/// ```swift
/// let transport = HTTPTransport()
/// let response = try await transport.send(request)
/// let bytes = try await response.body.collect(upTo: 1 << 20)
/// await transport.shutdown()
/// ```
///
/// ``shutdown()`` is optional: a released transport closes its connections after the last body has been read.
public final class HTTPTransport: Transport, Sendable {
  let core: TransportCore
  private let maxInflatedBytes: Int?
  private let maxInflationRatio: Int

  /// The certificate of the client, the secrets of its proxies, and the threads of its connections.
  public var traits: TransportTraits {
    TransportTraits(certificate: core.settings.clientCertificate, secrets: core.proxies.secrets, executors: core.threads)
  }

  /// Creates a transport. Nothing is opened: if a certificate file cannot be read, ``send(_:)`` throws.
  ///
  /// ```swift
  /// var configuration = HTTPTransport.Configuration()
  /// configuration.trustedCertificates = "ca.pem"
  /// let users = Client(spec, transport: HTTPTransport(configuration: configuration))
  /// ```
  public init(configuration: Configuration = Configuration()) {
    let settings = TLSSettings(
      insecure: configuration.insecure, trustedCertificates: configuration.trustedCertificates,
      clientCertificate: configuration.clientCertificate, clientKey: configuration.clientKey,
      clientKeyPassword: configuration.clientKeyPassword)
    core = TransportCore(
      ProxyTable(configuration.proxies.value(of:)), settings, http2: configuration.http2, threads: configuration.threads,
      connectionsPerHost: configuration.connectionsPerHost, idleTimeout: configuration.idleTimeout)
    (maxInflatedBytes, maxInflationRatio) = (configuration.maxInflatedBytes, configuration.maxInflationRatio)
  }

  /// Sends one request and returns its response, whatever the status, when the head has arrived. Throws a ``TransportError``.
  public func send(_ request: PreparedRequest) async throws -> Response {
    let (url, destination) = try core.destination(of: request)
    var exchange = try Exchange(request, url: url, destination)
    if destination.offersHTTP2, exchange.needsContinuation {
      exchange = try Exchange(request, url: url, try core.destination(of: request, url, destination.route, offersHTTP2: false))
    }
    let fault: any Error
    do { return try await perform(exchange, request) } catch { fault = error }
    return try await goOn(after: fault, exchange, request)
  }

  /// Handles attempts after a first failure. A separate function, so that its frame exists only when it is needed.
  @inline(never)
  private func goOn(after fault: any Error, _ first: Exchange, _ request: PreparedRequest) async throws -> Response {
    var (request, exchange, error) = (request, first, fault)
    var (tries, moves) = (1, 0)
    var sent: Int64 = 0
    var wasRepeated = false
    while true {
      let progress = exchange.snapshot()
      sent += Int64(progress.sent)
      // Beyond the first repetition, the rule of `retry` applies to a request that the server has not processed.
      // Such a move is no retry. It is bounded, because a server can claim anything.
      let isMove = progress.isLeftForNext && moves < 100
      let isForRetry = progress.isUnprocessed && !progress.needsHTTP1 && !isMove
      wasRepeated = wasRepeated || isForRetry && tries > 1
      let isAllowed = isMove || tries < 4 && (!isForRetry || tries == 1 && !request.context[IsRetry.self])
      guard !Task.isCancelled, isAllowed, progress.mayGoAgain(request) else {
        var failure = Task.isCancelled ? Failures.cancelled : ErrorMapping.map(error, exchange)
        failure.bytesSent = sent
        failure.wasRepeated = wasRepeated
        throw failure
      }
      if isMove { moves += 1 } else { tries += 1 }
      // The pieces of the body that were read are lost with the connection.
      if case .stream(let length, let replay?, _) = request.body { request.body = .stream(length: length, replay: replay, replay()) }
      var destination = exchange.destination
      if progress.needsHTTP1 {
        destination = try core.destination(of: request, exchange.url, destination.route, offersHTTP2: false)
      }
      exchange = try Exchange(request, url: exchange.url, destination)
      do { return try await perform(exchange, request) } catch let another { error = another }
    }
  }

  /// Sends the request and waits for the head of its response, or for a whole small body, so that its reader is not woken twice.
  private func perform(_ exchange: Exchange, _ request: PreparedRequest) async throws -> Response {
    try Task.checkCancellation()
    try core.submit(exchange)
    // The head must not wait for a body that may never end.
    let isRead = (request.context[IsReadWhole.self] || request.context[IsBodyDiscarded.self]) && !request.context[TakesStream.self]
    let wanted = isRead && request.watch == nil ? min(Self.small, exchange.policy.maxBodyBytes) : 0
    let (head, isWhole) = try await exchange.inbox.head(wanted: wanted)
    // Through a tunnel, a 407 is that of the server.
    if head.status == .proxyAuthenticationRequired, exchange.isWithProxy {
      exchange.inbox.stop()
      throw Failures.proxyRefusal(exchange, ProxyScheme(head.headers["proxy-authenticate"]))
    }
    return response(exchange, to: request, head, isWhole)
  }

  /// A larger body is not awaited in advance.
  private static let small = 64 << 10

  private func response(_ exchange: Exchange, to request: PreparedRequest, _ head: HTTPResponseHead, _ isWhole: Bool) -> Response {
    let progress = exchange.snapshot()
    var fields = HeadRules.fields(of: head, progress.rawValues)
    let status = HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: progress.reason ?? head.status.reasonPhrase)
    let hasBody = HTTPResponse.Status.mayHaveBody(status.code, to: request.method)
    let isCoded = hasBody && status.code != 206 && fields.contains(.contentEncoding) && !request.context[KeepsCodings.self]
    let found = isCoded ? ContentCodings(fields, askedBy: request.headers) : nil
    let codings = found?.names.isEmpty == false ? found : nil
    var removed: String?
    if codings?.areKnown == true {
      removed = fields[.contentEncoding]
      fields[.contentEncoding] = nil
      fields[.contentLength] = nil
    }
    var response = Response(
      status: status, headers: fields, url: request.url, body: body(exchange, codings, isWhole, progress.bodyLength))
    response.connection = exchange.metrics(progress)
    if let removed { response.context[RemovedCoding.self] = removed }
    // A proxy names itself in the responses that it forwards (RFC 9110 section 7.6.3).
    if status.code >= 500, exchange.isWithProxy, fields[.via] == nil {
      response.context[RespondingProxy.self] = exchange.route.proxy?.address
    }
    // Usually a small response is complete, and has no more to say.
    if !isWhole || !progress.trailers.isEmpty || progress.isUploadCut { response.context[BodyEnd.self] = exchange.bodyEnd }
    return response
  }

  /// Returns the body: its bytes if it is complete and needs no decoding, otherwise pieces from the network, on demand and decoded.
  private func body(_ exchange: Exchange, _ codings: ContentCodings?, _ isWhole: Bool, _ length: Int?) -> ResponseBody {
    if isWhole, codings == nil { return ResponseBody(exchange.inbox.all()) }
    let bounds = InflationBounds(bytes: maxInflatedBytes ?? exchange.policy.maxBodyBytes, ratio: maxInflationRatio)
    let body = Transfer(exchange, keeping: core)
    return ResponseBody(length: codings == nil ? length : nil) {
      let transfer = Transfer(exchange, keeping: body)
      var decoder: BodyDecoder?
      var isReading = true
      return {
        do {
          while isReading {
            if let output = try decoder?.pull() { return output }
            guard let piece = try await transfer.next() else {
              isReading = false
              break
            }
            guard let codings else { return piece }
            if decoder == nil { decoder = BodyDecoder(try codings.checked(), bounds) }
            decoder?.push(piece)
          }
          return try decoder?.finish()
        } catch {
          (isReading, decoder) = (false, nil)
          throw error
        }
      }
    }
  }

  /// Returns a number of threads for so many calls at once. One core is left for the rest of the program: on two cores, two threads with
  /// the work of one need 30 % more time of the processor and are not faster.
  package static func threads(for calls: Int) -> Int { max(1, min(calls / 16, System.coreCount - 1, 8)) }

  /// Closes all connections. Calls in progress and later ones fail.
  public func shutdown() async { await core.shutdown() }
}

extension Exchange.Progress {
  /// Whether the failed request can be sent again, because the server has not processed it or it is safe to repeat.
  fileprivate func mayGoAgain(_ request: PreparedRequest) -> Bool {
    if case .stream(_, nil, _) = request.body { return false }
    if isUnprocessed { return true }
    return request.mayGoTwice && (needsHTTP1 || isBroken && reused && received == 0)
  }
}

extension Exchange {
  fileprivate var bodyEnd: @Sendable () -> BodyEnd {
    { [self] in
      let progress = snapshot()
      return BodyEnd(trailers: HTTPFields(received: progress.trailers.map { ($0.name, $0.value) }), isUploadCut: progress.isUploadCut)
    }
  }
}

extension HTTPTransport {
  /// The settings of a transport. The environment is read once, when the transport is created.
  public struct Configuration: Sendable {
    /// The proxies for servers.
    public var proxies: Proxies = .environment
    /// The maximum size of a decompressed body; nil for `maxBodyBytes` of the request.
    public var maxInflatedBytes: Int?
    /// The maximum ratio of decompression for bodies over 1 MiB.
    public var maxInflationRatio = 200
    /// Whether to skip the verification of certificates. Only for testing servers: others can read and change the call.
    public var insecure = false
    /// A PEM file with certificates to trust instead of those of the system.
    public var trustedCertificates: String?
    /// A PEM file with the client certificate and its chain, or a PKCS#12 file that also contains the key.
    public var clientCertificate: String?
    /// A PEM file with the key; nil if it is in the file of `clientCertificate`.
    public var clientKey: String?
    /// The password of the client key, if it is encrypted; also of one that a spec names.
    public var clientKeyPassword: String?
    /// Whether to offer HTTP/2 to `https` servers; otherwise HTTP/1.1 is used.
    public var http2 = true
    /// The number of threads for connections, each of which has its own. One is enough unless very many small calls are made at once.
    public var threads = 1
    /// The maximum number of HTTP/1.1 connections to one server. More calls wait for one of them, at most until their total timeout.
    public var connectionsPerHost = 256
    /// How long an idle connection is kept open.
    public var idleTimeout: Duration = .seconds(60)

    /// Creates the default settings.
    public init() {}
  }

  /// The source of proxies.
  public enum Proxies: Sendable {
    /// `http_proxy` (only in lowercase), `https_proxy`, `all_proxy` and `no_proxy` of the process, as in curl.
    case environment
    /// The same variables from a dictionary.
    case variables([String: String])
    /// No proxy.
    case none
  }
}

extension HTTPTransport.Proxies {
  /// Returns why a text is not a proxy address; nil if it is.
  package static func fault(_ text: String) -> String? {
    do throws(TransportError) {
      _ = try ProxyServer(text)
      return nil
    } catch {
      return error.message
    }
  }

  /// Returns the address of the proxy for a URL, without credentials; nil for none.
  package func address(for url: String) -> String? {
    guard let url = try? RequestURL(SocketScheme.adapted(url, isSocket: false)),
      let proxy = (try? ProxyTable(value(of:)).route(to: url))?.proxy
    else { return nil }
    return "\(proxy.kind.rawValue)://\(proxy.address)"
  }

  func value(of name: String) -> String? {
    switch self {
    case .none: nil
    case .variables(let values): values[name]
    case .environment: getenv(name).map { String(cString: $0) }
    }
  }
}

extension HTTPTransport: SocketTransport {
  /// Opens a WebSocket (RFC 6455) over a new connection. Throws a ``TransportError`` if there is no response, or an invalid one.
  public func connect(_ request: PreparedRequest) async throws -> Response {
    let url = try RequestURL(SocketScheme.adapted(request.url, isSocket: false))
    let exchange = try Exchange(request, url: url, try core.socketDestination(of: request, url))
    do {
      try Task.checkCancellation()
      return try await SocketOpening.answer(to: request, exchange, core)
    } catch {
      throw Task.isCancelled ? Failures.cancelled : ErrorMapping.map(error, exchange)
    }
  }
}

/// Reads the body of an exchange, and ends the exchange when it is released.
private final class Transfer: Sendable {
  private let exchange: Exchange
  /// The body to which an iterator belongs, and the connections, so that a body can be read after its transport is released.
  private let owner: any AnyObject & Sendable

  init(_ exchange: Exchange, keeping owner: any AnyObject & Sendable) { (self.exchange, self.owner) = (exchange, owner) }

  func next() async throws -> [UInt8]? {
    do {
      try Task.checkCancellation()
      return try await exchange.inbox.next()
    } catch {
      throw Task.isCancelled ? Failures.cancelled : ErrorMapping.map(error, exchange)
    }
  }

  deinit { exchange.inbox.stop() }
}

extension HTTPTransport: SecretHolder {
  /// The name of the type, without the addresses of proxies.
  public var description: String { "HTTPTransport" }
}

extension HTTPTransport.Configuration: SecretHolder {
  /// The name of the type, without the addresses of proxies.
  public var description: String { "HTTPTransport.Configuration" }
}

extension HTTPTransport.Proxies: SecretHolder {
  /// The names of the variables, without the addresses of proxies.
  public var description: String {
    switch self {
    case .environment: "environment"
    case .variables(let values): "variables(\(values.keys.sorted().joined(separator: ", ")))"
    case .none: "none"
    }
  }
}
