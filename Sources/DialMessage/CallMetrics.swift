public import HTTPTypes
import Synchronization

/// The cost of a call: `Reply.metrics`, and the event `finished`.
public struct CallMetrics: Sendable, Hashable {
  /// The connection of the last request; nil if the transport does not report it, as a mock, or if there was no response.
  public var connection: ConnectionMetrics?
  /// The time from the bound request to the end, including all attempts, redirects, middlewares and decoding.
  public var total: Duration = .zero
  /// The number of attempts.
  public var attempts = 1
  /// The total of the pauses between attempts and of a `limit`; part of ``total``.
  public var paused: Duration = .zero
  /// The body bytes sent, including redirects and all attempts.
  public var bytesSent: Int64 = 0
  /// The body bytes of the response, after decoding its content coding; 0 if it was discarded.
  public var bytesReceived: Int64 = 0
  /// The number of redirects.
  public var redirects = 0
  /// How a cached response was used; nil if the server sent the response.
  public var cache: CacheUse?

  /// Creates empty metrics, for tests.
  public init() {}

  package mutating func add(_ response: Response) {
    connection = response.connection
    bytesSent = response.bytesSent
    redirects = response.redirects
    cache = response.context[CacheUse.self]
    attempts = response.tries.count
    paused = response.tries.paused
  }
}

/// The metrics of one request and its connection.
public struct ConnectionMetrics: Sendable, Hashable {
  /// The wait for a connection: for a free place, the host name and the handshakes.
  public var waited: Duration
  /// Whether the connection was opened for this request.
  public var isNew: Bool
  /// The time from the start of the wait to the first byte of the response.
  public var firstByte: Duration
  /// The body bytes that were written before the head of the response arrived.
  public var bytesSent: Int64
  /// The HTTP version: `HTTP/1.1` or `HTTP/2`.
  public var version: String

  /// Creates metrics for ``Response/connection``, in your own transport.
  public init(waited: Duration, isNew: Bool, firstByte: Duration, bytesSent: Int64, version: String = "HTTP/1.1") {
    self.waited = waited
    self.isNew = isNew
    self.firstByte = firstByte
    self.bytesSent = bytesSent
    self.version = version
  }
}

/// How a cached response was used: ``CallMetrics/cache``, and the event `cached`.
public struct CacheUse: Sendable, Hashable, MessageContextKey {
  /// Why the cached response could be used.
  public enum Kind: String, Sendable, Hashable {
    /// It was fresh; no request was sent.
    case fresh
    /// It was stale, but the policy, the server or a failure allowed its use.
    case stale
    /// The server confirmed that it is still valid.
    case confirmed
  }

  /// Why the cached response could be used.
  public var kind: Kind
  /// The time since the origin made or confirmed the response, in whole seconds.
  public var age: Duration

  /// Creates a value for tests.
  public init(_ kind: Kind, age: Duration) {
    self.kind = kind
    self.age = age
  }
}

/// The modes of the cache (RFC 9111).
public enum CacheMode: String, Sendable, CaseIterable {
  /// `none` does not use or store responses; `standard` follows RFC 9111 as a private cache.
  case none, standard
  /// Uses a cached response, however old and whatever the server allowed; otherwise asks the server.
  case preferCache = "prefer-cache"
  /// Uses a cached response; otherwise fails with code `cache-miss` and never asks the server.
  case onlyCache = "only-cache"
  /// `reload` asks the server, `revalidate` whether the cached response is still valid (RFC 9111 section 4.3). Both store the response.
  case reload, revalidate
}

/// Observes one call: notifies observers and counts bytes.
package final class CallMonitor: MessageContextKey {
  private let call: Int
  private let endpoint: String
  private let observers: [@Sendable (Event) -> Void]
  private let meter: ProgressMeter?
  private let followed = Atomic<Int>(0)

  package init(call: Int, endpoint: String, observers: [@Sendable (Event) -> Void], meter: ProgressMeter?) {
    self.call = call
    self.endpoint = endpoint
    self.observers = observers
    self.meter = meter
  }

  /// The number of redirects so far, for a call that fails.
  package var redirects: Int { followed.load(ordering: .relaxed) }

  package func report(_ kind: @autoclosure () -> Event.Kind) {
    guard !observers.isEmpty else { return }
    let event = Event(call: call, endpoint: endpoint, kind: kind())
    for observe in observers { observe(event) }
  }

  package func reportEnd(of response: Response, _ secrets: Secrets) {
    if let end = response.context[BodyEnd.self] { report(end(), response.status, secrets) }
  }

  package func report(_ end: BodyEnd, _ status: HTTPResponse.Status, _ secrets: Secrets) {
    if !end.trailers.isEmpty {
      var trailers = end.trailers
      let mask = HeaderMask(trailers, secrets)
      for index in trailers.indices { trailers[index].value = mask.value(trailers[index]) }
      report(.trailers(trailers))
    }
    if end.isUploadCut { report(.uploadStopped(status: status.code)) }
  }

  package func redirected(_ status: Int, to url: String, _ secrets: Secrets) {
    followed.add(1, ordering: .relaxed)
    report(.redirected(status: status, url: HeaderMask([:], secrets).url(url, isRedirected: true)))
  }

  package func changedToGet(_ status: Int, from: String, to url: String, _ secrets: Secrets) {
    report(.changedToGet(status: status, from: secrets.redact(url: from), to: HeaderMask([:], secrets).url(url, isRedirected: true)))
  }

  /// Sends one request, and counts its bytes in both directions.
  package func send(_ request: PreparedRequest, over transport: any Transport) async throws -> Response {
    guard let meter else { return try await transport.send(request) }
    var request = request
    meter.begin(sending: request.body.length)
    request.body = request.body.counted(by: meter)
    var response = try await transport.send(request)
    let isWhole = if case .bytes = request.body { true } else { false }
    meter.begin(receiving: Self.length(of: response, to: request), isPart: response.status == .partialContent, isAllSent: isWhole)
    response.body = response.body.counted { count in meter.update { $0.received += Int64(count) } }
    return response
  }

  /// Returns the announced length. The transport removes Content-Length when it decodes the body.
  private static func length(of response: Response, to request: PreparedRequest) -> Int64? {
    if !HTTPResponse.Status.mayHaveBody(response.status.code, to: request.method) { return 0 }
    return response.headers[.contentLength].flatMap { Int64($0) }
  }
}

extension PreparedRequest {
  package var watch: CallMonitor? {
    get { context[CallMonitor.self] }
    set { context[CallMonitor.self] = newValue }
  }
}

/// A step of a call, reported by `Client.on(_:)`.
public struct Event: Sendable {
  /// The steps of a call. More may be added; use a `default`.
  public enum Kind: Sendable {
    /// The request is bound and about to be sent. A call with invalid arguments does not start.
    case started
    /// A response of this status redirects to another URL; secrets are masked in it.
    case redirected(status: Int, url: String)
    /// After a 301 or 302, the POST is followed by a GET without a body, whose response is the result; `redirected` follows. Secrets are
    /// masked in the URLs.
    case changedToGet(status: Int, from: String, to: String)
    /// A cached response is used.
    case cached(CacheUse)
    /// A token was rejected, and the call is repeated with a new token of this label.
    case refreshed(label: String)
    /// An attempt failed temporarily. The next attempt, counted from 1, follows after the wait. Secrets are masked.
    case retried(attempt: Int, wait: Duration, reason: String)
    /// A `limit` of the spec delays the call.
    case delayed(wait: Duration, reason: String)
    /// The head of the response arrived.
    case received(status: Int)
    /// The transport decodes this content coding of the body, such as `gzip`; `received` came before.
    case decoded(coding: String)
    /// The fields after the body (RFC 9110 section 6.5); secrets are masked.
    case trailers(HTTPFields)
    /// After a complete response of this status, the server stopped reading the request (RFC 9113 section 8.1).
    case uploadStopped(status: Int)
    /// The response says that its endpoint will stop working; `received` came before.
    case deprecated(Deprecation)
    /// The head of the response with which a stream continues, after this event, if the server sent event ids.
    case reconnected(lastEventID: String?)
    /// The stream ended in the middle of an event with so many bytes of data, which is left out (WHATWG HTML section 9.2.6).
    case eventCut(bytes: Int)
    /// Elements of a stream differ from their declaration (``ResponseCheck/warn``): the first fault of each kind at each path.
    case broken([ContractFault])
    /// The call throws this error; `finished` follows.
    case failed(CallError)
    /// The call has ended, with or without an error. The last event of each call.
    case finished(CallMetrics)
  }

  /// Numbers the calls of a client and its copies. The events of one call have the same number.
  public var call: Int
  /// The name of the endpoint, with its groups.
  public var endpoint: String
  /// What happened.
  public var kind: Kind
}

/// An instant of the continuous clock. Unlike the standard `Instant`, its size is known at compile time, so copying a request is cheap.
package struct Instant: Sendable {
  private var sinceOrigin: Duration
  private static let origin = ContinuousClock.now

  init(_ instant: ContinuousClock.Instant) { sinceOrigin = instant - Self.origin }

  package static var now: Instant { Instant(.now) }

  package var instant: ContinuousClock.Instant { Self.origin + sinceOrigin }

  package static func - (end: Instant, start: Instant) -> Duration { end.sinceOrigin - start.sinceOrigin }
  package static func + (start: Instant, time: Duration) -> Instant {
    var end = start
    end.sinceOrigin += time
    return end
  }
}
