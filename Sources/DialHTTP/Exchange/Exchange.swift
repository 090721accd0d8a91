import DialMessage
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// One request in progress, and what is known of its response.
final class Exchange: Sendable {
  enum Phase: Sendable { case queued, sending, head, body, done }

  struct Progress: Sendable {
    var phase = Phase.queued
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
    /// The words behind the status of a failure, as the server wrote them.
    var reason: String?
    var isHTTP2 = false
    /// Whether the server has certainly not processed the request (RFC 9113 section 8.7).
    var isUnprocessed = false
    /// The server did not process the request because the connection had served others up to its end: the next one takes it.
    var isLeftForNext = false
    /// Whether the server, or its response, requires HTTP/1.1.
    var needsHTTP1 = false
    /// Whether the server stopped the upload after a complete response.
    var isUploadCut = false
    /// The fields after the body (RFC 9110 section 6.5).
    var trailers = HTTPHeaders()

    mutating func add(_ bytes: ByteBufferView) {
      if received == 0 { isHTTP = bytes.starts(with: Self.beginning) }
      if !isHTTP, opening.count < 64 { opening += bytes.prefix(64 - opening.count) }
      received += bytes.count
      beginHead()
    }

    mutating func beginHead() {
      guard phase == .sending else { return }
      phase = .head
      answered = .now()
    }

    static let beginning = Array("HTTP/".utf8)
  }

  let url: RequestURL
  let destination: Destination
  let method: HTTPRequest.Method
  let head: HTTPRequestHead
  let body: RequestPayload
  let policy: PreparedRequest.Policy
  let mayGoTwice: Bool
  let deadline: NIODeadline?
  let inbox = ResponseInbox()
  let begun = NIODeadline.now()
  private let progress = Mutex(Progress())

  init(_ request: PreparedRequest, url: RequestURL, _ destination: Destination) throws(TransportError) {
    (self.url, self.destination) = (url, destination)
    method = request.method
    body = RequestPayload(request.body)
    head = try RequestHead.make(request, url, destination.route)
    policy = request.policy
    mayGoTwice = request.mayGoTwice
    deadline = policy.timeLeft.map { .now() + TimeAmount($0) }
  }

  var route: Route { destination.route }

  /// Whether the head may be larger than one HTTP/2 frame, which the library does not split.
  var needsContinuation: Bool {
    head.headers.reduce(head.uri.utf8.count + 64) { $0 + $1.name.utf8.count + $1.value.utf8.count + 8 } > 16 << 10
  }

  /// The announced length of the request body; nil if it is sent in chunks, or if there is none.
  var length: Int? { head.headers.first(name: "content-length").flatMap { Int($0) } }

  /// Whether a body of known length has been written.
  var isAllSent: Bool { length.map { progress.withLock { $0.sent } >= $0 } ?? false }

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
    guard let proxy = route.proxy else { return url.server.address }
    return "\(url.server.address) (through the proxy \(proxy.address))"
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

/// A response between its connection and its reader. All received bytes are delivered before the end, even if it is an error.
final class ResponseInbox: Sendable {
  /// The number of unread bytes at which reading from the connection stops.
  static let maximum = 256 << 10

  /// What the reader waits for: the head, with a number of body bytes if it is a success; or any bytes.
  private enum Wanted {
    case head(Int)
    case bytes
  }

  private struct State {
    /// Ends the exchange, or removes it from the queue for a connection.
    var abort: (@Sendable () -> Void)?
    var head: HTTPResponseHead?
    var pieces: [ByteBuffer] = []
    /// The memory that the pieces use.
    var weight = 0
    /// The end of the response, complete or with an error.
    var end: Result<Void, any Error>?
    var reader: CheckedContinuation<Void, Never>?
    var wanted = Wanted.head(0)
    /// Resumes reading from the connection.
    var readOn: (@Sendable () -> Void)?

    var isSuccess: Bool { head.map { (200..<300).contains($0.status.code) } ?? false }

    var isEnough: Bool {
      if end != nil { return true }
      switch wanted {
      case .head(let count): return head != nil && (weight >= count || !isSuccess)
      case .bytes: return weight > 0
      }
    }

    mutating func readerToWake() -> CheckedContinuation<Void, Never>? { isEnough ? reader.take() : nil }

    /// Takes all unread pieces in order, and the closure that resumes reading.
    mutating func takePieces() -> (pieces: [ByteBuffer], readOn: (@Sendable () -> Void)?) {
      var taken: [ByteBuffer] = []
      swap(&taken, &pieces)
      weight = 0
      return (taken, readOn.take())
    }
  }

  private let state = Mutex(State())

  /// Starts the exchange; `abort` ends it if the response is not needed.
  func began(abort: @escaping @Sendable () -> Void) { state.withLock { if $0.end == nil { $0.abort = abort } } }

  /// The status of the response; 0 before its head.
  var status: UInt { state.withLock { $0.head?.status.code ?? 0 } }

  var isSuccess: Bool { state.withLock { $0.isSuccess } }

  var isOver: Bool { state.withLock { $0.end != nil } }

  func put(_ head: HTTPResponseHead) {
    let reader = state.withLock { state in
      state.head = head
      return state.readerToWake()
    }
    reader?.resume()
  }

  func put(_ piece: ByteBuffer) {
    guard piece.readableBytes > 0 else { return }
    let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.end == nil else { return nil }
      state.pieces.append(piece)
      // A body can arrive in chunks of one byte.
      state.weight += piece.readableBytes + 64
      return state.readerToWake()
    }
    reader?.resume()
  }

  /// Ends the response, complete or with an error. The first end wins, and received bytes are still delivered.
  func finish(_ error: (any Error)? = nil) { close(error.map { .failure($0) } ?? .success(())).reader?.resume() }

  /// Ends a complete response, and returns the waiting reader, which the caller must wake.
  func finishing() -> CheckedContinuation<Void, Never>? { close(.success(())).reader }

  /// Ends the exchange from this side. Does nothing after its end.
  func stop() {
    let (abort, reader) = close(.failure(CancellationError()))
    reader?.resume()
    abort?()
  }

  private func close(_ end: Result<Void, any Error>) -> (abort: (@Sendable () -> Void)?, reader: CheckedContinuation<Void, Never>?) {
    state.withLock { state in
      guard state.end == nil else { return (nil, nil) }
      state.end = end
      state.readOn = nil
      return (state.abort.take(), state.reader.take())
    }
  }

  /// Whether reading must stop until the reader catches up; `readOn` is then called once.
  func isFull(_ readOn: @autoclosure () -> @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.weight >= Self.maximum, state.end == nil else { return false }
      state.readOn = readOn()
      return true
    }
  }

  /// Returns the head. For a success, waits until the end of the body, or for `wanted` bytes of it. Throws if there is no response.
  func head(wanted: Int) async throws -> (head: HTTPResponseHead, isWhole: Bool) {
    await something(.head(min(wanted, Self.maximum)))
    let (head, end) = state.withLock { ($0.head, $0.end) }
    if let head {
      if case .success = end { return (head, true) }
      return (head, false)
    }
    try end?.get()
    throw CancellationError()
  }

  func all() -> [UInt8] { Self.bytes(state.withLock { $0.takePieces() }.pieces) }

  /// Returns the unread bytes; nil at the end. Throws the error that ended the body. For one reader.
  func next() async throws -> [UInt8]? {
    while true {
      let (taken, end) = state.withLock { ($0.takePieces(), $0.end) }
      taken.readOn?()
      if !taken.pieces.isEmpty { return Self.bytes(taken.pieces) }
      if let end {
        try end.get()
        return nil
      }
      await something(.bytes)
    }
  }

  /// Adds the padding that a parser needs, so that a body of one piece is not copied.
  private static func bytes(_ pieces: [ByteBuffer]) -> [UInt8] {
    var bytes: [UInt8] = []
    if pieces.isEmpty { return bytes }
    bytes.reserveCapacity(pieces.reduce(8) { $0 + $1.readableBytes })
    for piece in pieces { bytes.append(contentsOf: piece.readableBytesView) }
    return bytes
  }

  /// Waits for `wanted` or the end. Cancelling the task ends the exchange.
  private func something(_ wanted: Wanted) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let isThere = state.withLock { state in
          state.wanted = wanted
          if state.isEnough { return true }
          state.reader = reader
          return false
        }
        if isThere { reader.resume() }
      }
    } onCancel: {
      stop()
    }
  }
}

/// The server, the route to it, and the TLS rules. A connection is used only for requests to its destination.
final class Destination: Hashable, Sendable {
  let server: RequestURL.Server
  let route: Route
  let tls: TLSProfile
  let serverContext: NIOSSLContext?
  let proxyContext: NIOSSLContext?

  init(_ server: RequestURL.Server, _ route: Route, _ tls: TLSProfile, serverContext: NIOSSLContext?, proxyContext: NIOSSLContext?) {
    (self.server, self.route, self.tls) = (server, route, tls)
    (self.serverContext, self.proxyContext) = (serverContext, proxyContext)
    offersHTTP2 = serverContext?.configuration.applicationProtocols.contains("h2") ?? false
  }

  /// Whether HTTP/2 is offered in the TLS handshake (ALPN).
  let offersHTTP2: Bool

  /// The host without brackets, and the port to connect to.
  var address: (host: String, port: Int) {
    let (host, port) = route.proxy.map { ($0.host, $0.port) } ?? (server.host, server.port)
    return (host.withoutBrackets, port)
  }

  /// The contexts depend only on the other properties, because a transport always uses the same files.
  static func == (one: Destination, other: Destination) -> Bool {
    one === other
      || one.server.origin == other.server.origin && one.route == other.route && one.tls == other.tls
        && one.offersHTTP2 == other.offersHTTP2
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(server.origin)
    hasher.combine(route)
  }
}
