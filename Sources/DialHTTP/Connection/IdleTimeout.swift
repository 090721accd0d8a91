import DialMessage
import NIOCore

/// What bounds the time of a request on its connection: the longest silence of the server, and the end of the whole call.
///
/// Silence counts while the server is to act: it should read what we write, or we wait for it to write. It does not count
/// while our own side holds back, producing the body to send or taking up the body received.
///
/// Our system takes megabytes of a request at once, and then nothing for as long as a slow line has to do: while a large body is on its
/// way, what the other side has acknowledged is asked for from time to time.
final class IdleTimeout: Timed {
  /// Whether more bytes are wanted: false while the reader of the body holds back.
  var isReading = false
  /// All of the request has left.
  private(set) var isSent = false
  /// Writes that have not left yet: the server should read.
  private var unsent = 0
  /// Bytes of the body that were written, and what the other side had acknowledged when it was last looked at.
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
  /// From this size on a body is looked after while it is on its way.
  private static let large = 64 << 10

  init(_ timer: DeadlineTimer) { self.timer = timer }

  func begin(_ exchange: Exchange, _ channel: any Channel) {
    (self.exchange, self.channel) = (exchange, channel)
    (isSent, unsent, written, acknowledged) = (false, 0, 0, nil)
    isReading = true
    touch()
    set()
  }

  /// The exchange has ended.
  func stop() {
    (exchange, channel) = (nil, nil)
    due = .distantFuture
  }

  /// The connection has ended, or the stream.
  func close() {
    stop()
    timer.remove(self)
  }

  /// A sign of life: bytes came or went.
  func touch() { lastSign = .now() }

  func hasRead() {
    isReading = false
    touch()
  }

  /// A promise for a write, which counts until it has left. Behind the last one all of the request is sent.
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

  /// Notes so many more bytes of the body. From where it is large on, the other side is looked at.
  private func expect(_ bytes: Int, _ channel: any Channel) {
    let wasLarge = written > Self.large
    written += bytes
    guard written > Self.large, !wasLarge else { return }
    acknowledged = AcknowledgedBytes.mark(of: channel)
    set()
  }

  /// Whether the other side has acknowledged more of a large body since it was last looked at.
  private func isTaking(_ exchange: Exchange, _ channel: any Channel) -> Bool {
    guard let before = acknowledged else { return false }
    acknowledged = exchange.isUnanswered ? AcknowledgedBytes.mark(of: channel) : nil
    return acknowledged.map { $0 != before } ?? false
  }

  private func set() {
    guard let exchange else { return }
    let now = NIODeadline.now()
    let timeout = TimeAmount(exchange.readTimeout)
    // Not much later than the other side stops is it silent.
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
