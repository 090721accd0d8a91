import DialMessage
import NIOCore

/// Limits the time of a request: the silence of the server, and the deadline of the call.
///
/// Silence counts while the server should act: it should read what was written, or send its response. It does not count while this side
/// produces the body or has not read what arrived.
///
/// The system takes megabytes of a request at once, and then nothing while a slow network transmits them. So while a large body is sent,
/// the acknowledged bytes are polled.
final class IdleTimeout: Timed {
  /// Whether more bytes can be received; false while the reader of the body is behind.
  var isReading = false
  /// Whether the whole request has been sent.
  private(set) var isSent = false
  /// The number of pending writes, which the server should read.
  private var unsent = 0
  /// The body bytes that were written, and those that were acknowledged at the last check.
  private var written = 0
  private var acknowledged: UInt64?
  private var lastSign = NIODeadline.now()
  private var exchange: Exchange?
  private var channel: (any Channel)?
  private let timer: DeadlineTimer
  /// Ends the exchange.
  var expire: (TransportError) -> Void = { _ in }
  private(set) var due = NIODeadline.distantFuture
  var timerIndex: Int?
  /// The size from which a body is watched while it is sent.
  private static let large = 64 << 10

  init(_ timer: DeadlineTimer) { self.timer = timer }

  func begin(_ exchange: Exchange, _ channel: any Channel) {
    (self.exchange, self.channel) = (exchange, channel)
    (isSent, unsent, written, acknowledged) = (false, 0, 0, nil)
    isReading = true
    touch()
    set()
  }

  /// Stops watching an exchange that has ended.
  func stop() {
    (exchange, channel) = (nil, nil)
    due = .distantFuture
  }

  /// Stops watching a connection or stream that has ended.
  func close() {
    stop()
    timer.remove(self)
  }

  /// Resets the silence, because bytes were sent or received.
  func touch() { lastSign = .now() }

  func hasRead() {
    isReading = false
    touch()
  }

  /// Returns a promise for a write, which is pending until it has been sent. After the last one, the request is complete.
  func leaving(_ bytes: Int = 0, isLast: Bool = false) -> EventLoopPromise<Void>? {
    guard let exchange, let channel else { return nil }
    if !isLast { touch() }
    let promise = channel.eventLoop.makePromise(of: Void.self)
    unsent += 1
    promise.futureResult.assumeIsolated().whenComplete { [weak self] result in
      if case .failure(let error as IOError) = result, error.isReset { exchange.update { $0.isReset = true } }
      guard let self, self.exchange === exchange else { return }
      self.unsent -= 1
      if case .success = result {
        self.touch()
        if isLast { self.isSent = true }
      }
    }
    expect(bytes, channel)
    return promise
  }

  /// Counts bytes of the body. From a certain size on, acknowledgments are polled.
  private func expect(_ bytes: Int, _ channel: any Channel) {
    let wasLarge = written > Self.large
    written += bytes
    guard written > Self.large, !wasLarge else { return }
    acknowledged = AcknowledgedBytes.mark(of: channel)
    set()
  }

  /// Whether more of a large body has been acknowledged since the last check.
  private func isTaking(_ exchange: Exchange, _ channel: any Channel) -> Bool {
    guard let before = acknowledged else { return false }
    acknowledged = exchange.isUnanswered ? AcknowledgedBytes.mark(of: channel) : nil
    return acknowledged.map { $0 != before } ?? false
  }

  private func set() {
    guard let exchange else { return }
    let now = NIODeadline.now()
    let timeout = TimeAmount(exchange.readTimeout)
    // Check often enough to notice soon when the other side stops.
    let look = acknowledged == nil ? .distantFuture : now + .nanoseconds(timeout.nanoseconds / 4)
    due = min(max(min(lastSign + timeout, look), now + .milliseconds(1)), exchange.deadline ?? .distantFuture)
    timer.add(self)
  }

  func check() {
    due = .distantFuture
    guard let exchange, let channel else { return }
    if let deadline = exchange.deadline, deadline <= .now() { return expire(Failures.totalTimeout(exchange)) }
    let mayExpect = isSent ? isReading : unsent > 0
    if isTaking(exchange, channel) || !mayExpect { touch() }
    if lastSign + TimeAmount(exchange.readTimeout) <= .now() {
      expire(Failures.silence(exchange))
    } else {
      set()
    }
  }
}
