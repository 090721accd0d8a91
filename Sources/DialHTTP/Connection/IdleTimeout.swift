import DialMessage
import NIOCore

/// Limits the time of a request: the deadline of the call, and the silence of the server while it should read or send. The
/// system takes megabytes of a request at once, so while a large body is sent, the acknowledged bytes are polled.
final class IdleTimeout: Timed {
  /// Whether more bytes can be received; false while the reader of the body is behind.
  var isReading = false
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
  var expire: (TransportError) -> Void = { _ in }
  /// Called when the whole request has been sent.
  var sent: () -> Void = {}
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

  /// Returns a promise for a write of so many bytes of the body, which is pending until they have been sent. After the last one, the
  /// request is complete.
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
        if bytes > 0 { exchange.update { $0.sent += bytes } }
        self.touch()
        if isLast {
          self.isSent = true
          self.sent()
        }
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
    acknowledged = !isSent || exchange.isUnanswered ? AcknowledgedBytes.mark(of: channel) : nil
    return acknowledged.map { $0 != before } ?? false
  }

  private func set() {
    guard let exchange else { return }
    let now = NIODeadline.now()
    let timeout = TimeAmount(exchange.policy.readTimeout)
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
    if lastSign + TimeAmount(exchange.policy.readTimeout) <= .now() {
      expire(Failures.silence(exchange))
    } else {
      set()
    }
  }
}

/// An object with a deadline. Must be used on an event loop.
protocol Timed: AnyObject {
  /// When to check it. If it becomes later, the timer is not notified, and checks once too early.
  var due: NIODeadline { get }
  var timerIndex: Int? { get set }
  /// Checks the time, and sets a new deadline or ends what took too long.
  func check()
}

/// One timer of an event loop for all exchanges and connections of a transport, which is cheaper than a timer for each.
final class DeadlineTimer {
  private let loop: any EventLoop
  private var members: [any Timed] = []
  private var next: (timer: Scheduled<Void>, due: NIODeadline)?

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Adds a member, which is checked at its deadline, and again at the next one.
  func add(_ member: any Timed) {
    if member.timerIndex == nil {
      member.timerIndex = members.count
      members.append(member)
    }
    schedule(at: member.due)
  }

  func remove(_ member: any Timed) {
    guard let index = member.timerIndex.take() else { return }
    let last = members.removeLast()
    guard last !== member else { return }
    members[index] = last
    last.timerIndex = index
  }

  func close() {
    for member in members { member.timerIndex = nil }
    members = []
    next?.timer.cancel()
    next = nil
  }

  private func schedule(at due: NIODeadline) {
    guard due < .distantFuture, next.map({ due < $0.due }) ?? true else { return }
    next?.timer.cancel()
    let timer = loop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
      self?.check()
      return
    }
    next = (timer, due)
  }

  private func check() {
    next = nil
    let now = NIODeadline.now()
    // A member that ends removes itself.
    for member in members where member.due <= now { member.check() }
    if let due = members.lazy.map(\.due).min() { schedule(at: due) }
  }
}

/// Finds out how many bytes the other side has acknowledged. There is no notification, so it is polled.
enum AcknowledgedBytes {
  #if os(Linux)
    /// The beginning of `struct tcp_info` (linux/tcp.h), up to `tcpi_bytes_acked`, available since Linux 4.1.
    private struct Info {
      let before: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
      let more: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
      let acknowledged: UInt64
    }
  #endif

  /// Returns a number that changes when the other side acknowledges bytes; nil if the channel is not a TCP socket.
  static func mark(of channel: any Channel) -> UInt64? {
    guard let socket = channel as? any SocketOptionProvider else { return nil }
    #if os(Linux)
      // This is safe: Info consists of integers, and is not longer than what the system writes.
      return now(socket.unsafeGetSocketOption(level: .tcp, name: .tcp_info) as EventLoopFuture<Info>)?.acknowledged
    #else
      // SO_NWRITE: the number of unsent bytes.
      return now(socket.unsafeGetSocketOption(level: .socket, name: .init(rawValue: 0x1024)) as EventLoopFuture<Int32>)
        .map { UInt64(truncatingIfNeeded: $0) }
    #endif
  }

  /// On its own thread, a socket returns options immediately.
  private static func now<Value: Sendable>(_ answer: EventLoopFuture<Value>) -> Value? {
    var value: Value?
    answer.assumeIsolated().whenSuccess { value = $0 }
    return value
  }
}
