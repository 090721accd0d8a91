import DialMessage
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization

/// One request in progress, and what is known of its response.
final class Exchange: Sendable {
  enum Phase: Sendable { case queued, sending, head, body, done }

  struct Progress: Sendable {
    var phase = Phase.queued
    /// Whether the connection was used before.
    var reused = false
    /// When it got its connection, and when the first byte of the response arrived.
    var connected: NIODeadline?
    var answered: NIODeadline?
    /// The body bytes that were written.
    var sent = 0
    /// The received bytes, without TLS.
    var received = 0
    /// The received body bytes without chunk framing, and the announced length.
    var bodyReceived = 0
    var bodyLength: Int?
    /// Whether the body ends with the connection.
    var endsWithConnection = false
    /// Whether the connection ended before the response, as an idle one can at any time.
    var isBroken = false
    /// Whether TLS ended without close_notify.
    var isUnclean = false
    /// Whether a write failed because of a reset; a read may only see the end.
    var isReset = false
    /// The first bytes of the response, for a message if they are not HTTP.
    var opening: [UInt8] = []
    private(set) var isHTTP = false
    /// Field values that are not UTF-8, by their index in the head.
    var rawValues: [Int: [UInt8]] = [:]
    var isHTTP2 = false
    /// Whether the server has certainly not processed the request (RFC 9113 section 8.7).
    var isUnprocessed = false
    /// Whether the server, or its response, requires HTTP/1.1.
    var needsHTTP1 = false

    /// Records received bytes.
    mutating func add(_ bytes: ByteBufferView) {
      if received == 0 { isHTTP = bytes.starts(with: Self.beginning) }
      if !isHTTP, opening.count < 64 { opening += bytes.prefix(64 - opening.count) }
      received += bytes.count
      if phase == .sending {
        phase = .head
        answered = .now()
      }
    }

    static let beginning = Array("HTTP/".utf8)
  }

  let url: RequestURL
  let destination: Destination
  let method: HTTPRequest.Method
  let head: HTTPRequestHead
  let body: RequestPayload
  let readTimeout: Duration
  let connectTimeout: Duration
  let totalTimeout: Duration?
  let deadline: NIODeadline?
  let maxBodyBytes: Int
  private let headers: HTTPFields
  let inbox = ResponseInbox()
  let begun = NIODeadline.now()
  private let progress = Mutex(Progress())

  init(_ request: PreparedRequest, url: RequestURL, _ destination: Destination) throws(TransportError) {
    (self.url, self.destination) = (url, destination)
    (method, headers) = (request.method, request.headers)
    body = RequestPayload(request.body)
    head = try RequestHead.make(request, url, destination.route)
    let policy = request.policy
    (readTimeout, connectTimeout, totalTimeout) = (policy.readTimeout, policy.connectTimeout, policy.totalTimeout)
    maxBodyBytes = policy.maxBodyBytes
    deadline = policy.timeLeft.map { .now() + TimeAmount($0) }
  }

  var route: Route { destination.route }

  /// Whether the request can get a 304 (If-None-Match, If-Modified-Since…).
  var isConditional: Bool { headers.contains { $0.name.canonicalName.hasPrefix("if-") } }

  func snapshot() -> Progress { progress.withLock { $0 } }
  func update(_ change: (inout Progress) -> Void) { progress.withLock { change(&$0) } }

  /// Whether no byte has been received for the request.
  var isUnanswered: Bool { progress.withLock { $0.phase == .sending } }

  /// Returns the metrics until the head of the response.
  func metrics(_ progress: Progress) -> ConnectionMetrics? {
    guard let connected = progress.connected, let answered = progress.answered else { return nil }
    return ConnectionMetrics(
      waited: .nanoseconds((connected - begun).nanoseconds), isNew: !progress.reused,
      firstByte: .nanoseconds((answered - begun).nanoseconds), bytesSent: Int64(progress.sent),
      version: progress.isHTTP2 ? "HTTP/2" : "HTTP/1.1")
  }

  /// Whether a proxy gets the whole URL, and responds for the server.
  var isWithProxy: Bool { if case .absoluteForm = route { true } else { false } }

  /// The server, and the proxy on the route to it.
  var peer: String {
    guard let proxy = route.proxy else { return url.address }
    return "\(url.address) (through the proxy \(proxy.address))"
  }
}

extension TimeAmount {
  /// Creates a time amount of at most about 292 years.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, over) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self = over ? .nanoseconds(.max / 4) : .nanoseconds(min(whole, .max / 4) + attoseconds / 1_000_000_000)
  }
}
