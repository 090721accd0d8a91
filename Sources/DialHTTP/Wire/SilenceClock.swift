import NIOCore
import NIOHTTP1

/// What bounds the time of a request on its connection: the longest silence of the server, and the end of the whole call.
///
/// Silence counts while the server is to act: it should read what we write, or we wait for it to write. It does not count
/// while our own side holds back, producing the body to send or taking up the body received.
///
/// Our system takes megabytes of a request at once, and then nothing for as long as a slow line has to do: while a large body is on its
/// way, what the other side has taken is asked for from time to time.
final class SilenceClock {
  /// Whether the client wants more bytes: false while the reader of the body holds back.
  var isReading = false
  private var isSent = false
  /// Writes that have not left yet: the server should read.
  private var unsent = 0
  /// Bytes of the body that were written, and what the other side had taken when it was last looked at.
  private var written = 0
  private var taken: UInt64?
  private var lastSign = NIODeadline.now()
  private var exchange: Exchange?
  /// Why we end the request.
  private var ending: (any Error)?
  private var context: ChannelHandlerContext?
  private let alarm: Alarm
  /// When it is to be looked at again, and where it stands in its alarm.
  private(set) var due = NIODeadline.distantFuture
  var place: Int?
  /// Bodies are written in pieces of this size, so that a slow server's reading is seen.
  static let step = 64 << 10

  init(_ alarm: Alarm) { self.alarm = alarm }

  func start(_ exchange: Exchange, _ context: ChannelHandlerContext) {
    stop()
    self.exchange = exchange
    isSent = false
    unsent = 0
    (written, taken) = (0, nil)
    ending = nil
    isReading = true
    lastSign = .now()
    self.context = context
    watch(context)
  }

  /// The request has ended.
  func stop() { exchange = nil }

  /// The connection has ended, or the stream.
  func close() {
    stop()
    context = nil
    alarm.remove(self)
  }

  /// A sign of life: bytes came or went.
  func touch() { lastSign = .now() }

  func hasRead() {
    isReading = false
    touch()
  }

  /// Writes a body, a large one in pieces, each of which is a sign of life when it has left.
  func write(_ buffer: ByteBuffer, to context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>) {
    touch()
    expect(buffer.readableBytes, context)
    var rest = buffer
    while rest.readableBytes > Self.step, let piece = rest.readSlice(length: Self.step) {
      context.write(Self.part(piece), promise: leaving(context.eventLoop.makePromise()))
    }
    context.write(Self.part(rest), promise: leaving(promise))
  }

  private static func part(_ buffer: ByteBuffer) -> NIOAny { NIOAny(HTTPClientRequestPart.body(.byteBuffer(buffer))) }

  /// Counts a write until it has left.
  func leaving(_ promise: EventLoopPromise<Void>) -> EventLoopPromise<Void> {
    unsent += 1
    let current = exchange
    promise.futureResult.assumeIsolated().whenComplete { [weak self] result in
      guard let self, self.exchange === current else { return }
      self.unsent -= 1
      if case .success = result { self.touch() }
    }
    return promise
  }

  /// A promise for the last write, which marks the request as sent. Where the write fails after an answer has begun, the
  /// client is told that all is well: a server may answer before it has read everything, and close.
  func waitForSending(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) -> EventLoopPromise<Void> {
    let sent = context.eventLoop.makePromise(of: Void.self)
    unsent += 1
    let current = exchange
    sent.futureResult.assumeIsolated().whenComplete { [weak self] result in
      if let self, self.exchange === current {
        self.isSent = true
        self.touch()
      }
      guard case .failure(let error) = result else {
        promise?.succeed()
        return
      }
      current?.note(error)
      let phase = current?.snapshot().phase
      if phase == .body || phase == .done { promise?.succeed() } else { promise?.fail(self?.ending ?? error) }
    }
    return sent
  }

  /// Notes so many more bytes of the body. From where it is large on, the other side is looked at.
  private func expect(_ bytes: Int, _ context: ChannelHandlerContext) {
    let wasLarge = written > Self.step
    written += bytes
    guard written > Self.step, !wasLarge else { return }
    taken = TakenBytes.mark(of: context.channel)
    watch(context)
  }

  /// Whether the other side has taken more of a large body since it was last looked at.
  private func isTaking(_ context: ChannelHandlerContext) -> Bool {
    guard let before = taken else { return false }
    taken = exchange?.isUnanswered == true ? TakenBytes.mark(of: context.channel) : nil
    return taken.map { $0 != before } ?? false
  }

  private func watch(_ context: ChannelHandlerContext) {
    guard let exchange else { return }
    let soonest = NIODeadline.now() + .milliseconds(1)
    let timeout = TimeAmount(exchange.readTimeout)
    // Not much later than the other side stops is it silent.
    let look = taken == nil ? .distantFuture : NIODeadline.now() + .nanoseconds(timeout.nanoseconds / 4)
    due = min(max(min(lastSign + timeout, look), soonest), exchange.deadline ?? .distantFuture)
    alarm.add(self, context.eventLoop)
  }

  func ring() {
    due = .distantFuture
    guard let exchange, let context else { return }
    if let deadline = exchange.deadline, deadline <= .now() { return fire(Failures.totalTimeout(exchange), context) }
    let mayExpect = isSent ? isReading : unsent > 0
    if isTaking(context) || !mayExpect { touch() }
    if lastSign + TimeAmount(exchange.readTimeout) <= .now() {
      fire(Failures.silence(exchange), context)
    } else {
      watch(context)
    }
  }

  /// Ends the request. The client closes the connection first, by which what is still to be written fails, and hears of that before it
  /// tells of the error.
  func fire(_ error: any Error, _ context: ChannelHandlerContext) {
    exchange?.update { $0.isBroken = true }
    stop()
    ending = error
    context.fireErrorCaught(error)
  }
}
