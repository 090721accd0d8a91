import DialMessage
import HTTPTypes
import NIOCore
import Synchronization

/// One request under way: what the handlers of its connection need to know of it, and what they saw of its answer.
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
    /// An error came from the connection: whether what ends then ends well is for the client to say.
    var isBroken = false
    /// TLS ended without its own goodbye.
    var isUnclean = false
    /// A write failed because the server had reset the connection; the client tells only that it ended.
    var isReset = false
    /// The first bytes of the answer, for a message, where they are not those of HTTP.
    var opening: [UInt8] = []
    private(set) var isHTTP = false
    /// Field values that are not UTF-8, by their place in the head.
    var rawValues: [Int: [UInt8]] = [:]
    /// A line of the head ends in a line feed alone.
    var hasBareLineFeed = false
    /// nil over HTTP/1.1.
    var http2: StreamProgress?

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
  let way: Way
  /// HTTP/2 is offered to the server.
  let speaksHTTP2: Bool
  let method: HTTPRequest.Method
  /// What stands in the request line.
  let target: String
  let readTimeout: Duration
  let connectTimeout: Duration
  let totalTimeout: Duration?
  let deadline: NIODeadline?
  let maxBodyBytes: Int
  private let headers: HTTPFields
  let inbox = ReplyInbox()
  private let begun = NIODeadline.now()
  private let progress = Mutex(Progress())

  init(_ request: PreparedRequest, url: RequestURL, way: Way, speaksHTTP2: Bool = false) {
    (self.url, self.way, self.speaksHTTP2) = (url, way, speaksHTTP2)
    (method, headers) = (request.method, request.headers)
    if case .absoluteForm = way.route { target = "http://\(url.hostField)\(url.target)" } else { target = url.target }
    let policy = request.policy
    (readTimeout, connectTimeout, totalTimeout) = (policy.readTimeout, policy.connectTimeout, policy.totalTimeout)
    maxBodyBytes = policy.maxBodyBytes
    deadline = policy.timeLeft.map { .now() + TimeAmount($0) }
  }

  var route: Route { way.route }
  var tls: TLSProfile { way.tls }

  /// The request asked for a 304 (If-None-Match, If-Modified-Since…).
  var isConditional: Bool { headers.contains { $0.name.canonicalName.hasPrefix("if-") } }

  func snapshot() -> Progress { progress.withLock { $0 } }
  func update(_ change: (inout Progress) -> Void) { progress.withLock { change(&$0) } }

  /// Whether the client is the one to say how the answer ended.
  var isBroken: Bool { progress.withLock { $0.isBroken } }

  /// Not a byte has come since the request was begun.
  var isUnanswered: Bool { progress.withLock { $0.phase == .sending } }

  /// Notes why a write failed.
  func note(_ error: any Error) {
    if let error = error as? IOError, error.isReset { update { $0.isReset = true } }
  }

  /// What it took to get the head of the answer.
  func metrics(_ progress: Progress) -> ConnectionMetrics? {
    guard let connected = progress.connected, let answered = progress.answered else { return nil }
    return ConnectionMetrics(
      waited: .nanoseconds((connected - begun).nanoseconds), isNew: !progress.reused,
      firstByte: .nanoseconds((answered - begun).nanoseconds), bytesSent: Int64(progress.sent),
      version: progress.http2 == nil ? "HTTP/1.1" : "HTTP/2")
  }

  /// Whose certificate is looked at: a proxy that is asked for the whole URL over TLS has one of its own.
  var certified: String {
    if case .absoluteForm(let proxy) = route { return "the proxy \(proxy.address)" }
    return peer
  }

  /// The server, and the proxy on the way to it.
  var peer: String {
    guard let proxy = route.proxy else { return url.address }
    return "\(url.address) (by the proxy \(proxy.address))"
  }
}
