import DialMessage
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization

/// One request under way: what its connection needs to know of it, and what was seen of its answer.
final class Exchange: Sendable {
  enum Phase: Sendable { case queued, sending, head, body, done }

  struct Progress: Sendable {
    var phase = Phase.queued
    /// The connection carried other requests before.
    var reused = false
    /// When it got its connection, and when the first byte of the answer came.
    var connected: NIODeadline?
    var answered: NIODeadline?
    /// Bytes of the request's body that were written.
    var sent = 0
    /// Bytes of the answer as they came, without TLS.
    var received = 0
    /// Bytes of its body without chunk frames, and how many were announced.
    var bodyReceived = 0
    var bodyLength: Int?
    /// Only the end of the connection tells where the body of a success ends.
    var endsWithConnection = false
    /// The connection ended before the answer did, as one that is kept may at any time.
    var isBroken = false
    /// TLS ended without its own goodbye.
    var isUnclean = false
    /// A write failed because the server had reset the connection; a read may only see that it ended.
    var isReset = false
    /// The first bytes of the answer, for a message, where they are not those of HTTP.
    var opening: [UInt8] = []
    private(set) var isHTTP = false
    /// Field values that are not UTF-8, by their place in the head.
    var rawValues: [Int: [UInt8]] = [:]
    var isHTTP2 = false
    /// The server has surely not taken up the request (RFC 9113 section 8.7).
    var isUnprocessed = false
    /// The server, or what it sends, needs HTTP/1.1.
    var needsHTTP1 = false

    /// Notes that these bytes came.
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

  /// The request asked for a 304 (If-None-Match, If-Modified-Since…).
  var isConditional: Bool { headers.contains { $0.name.canonicalName.hasPrefix("if-") } }

  func snapshot() -> Progress { progress.withLock { $0 } }
  func update(_ change: (inout Progress) -> Void) { progress.withLock { change(&$0) } }

  /// Not a byte has come since the request was begun.
  var isUnanswered: Bool { progress.withLock { $0.phase == .sending } }

  /// What it took to get the head of the answer.
  func metrics(_ progress: Progress) -> ConnectionMetrics? {
    guard let connected = progress.connected, let answered = progress.answered else { return nil }
    return ConnectionMetrics(
      waited: .nanoseconds((connected - begun).nanoseconds), isNew: !progress.reused,
      firstByte: .nanoseconds((answered - begun).nanoseconds), bytesSent: Int64(progress.sent),
      version: progress.isHTTP2 ? "HTTP/2" : "HTTP/1.1")
  }

  /// A proxy is asked for the whole URL: it answers in the place of the server.
  var isWithProxy: Bool { if case .absoluteForm = route { true } else { false } }

  /// The server, and the proxy on the way to it.
  var peer: String {
    guard let proxy = route.proxy else { return url.address }
    return "\(url.address) (by the proxy \(proxy.address))"
  }
}

extension TimeAmount {
  /// A duration in nanoseconds, at most about 292 years.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, over) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self = over ? .nanoseconds(.max / 4) : .nanoseconds(min(whole, .max / 4) + attoseconds / 1_000_000_000)
  }
}
