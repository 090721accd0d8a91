import DialCore
import NIOCore
import NIOHTTP1

/// What bounds the time of a request on its connection: the longest silence of the server, and the end of the whole call.
///
/// Silence counts while the server is to act: it should read what we write, or we wait for it to write. It does not count
/// while our own side holds back, producing the body to send or taking up the body received.
///
/// What the system has taken of a request is sent: nobody tells when it has gone over a slow line, and it is a few MiB at most.
final class SilenceClock {
  /// Whether the client wants more bytes: false while the reader of the body holds back.
  var isReading = false
  private var isSent = false
  /// Writes that have not left yet: the server should read.
  private var unsent = 0
  private var lastSign = NIODeadline.now()
  private var exchange: Exchange?
  /// Why we end the request.
  private var ending: (any Error)?
  /// One timer for all requests of the connection, looked at again when it rings: setting it anew for each costs more.
  private var next: (timer: Scheduled<Void>, due: NIODeadline)?
  /// Bodies are written in pieces of this size, so that a slow server's reading is seen.
  static let step = 64 << 10

  func start(_ exchange: Exchange, _ context: ChannelHandlerContext) {
    stop()
    self.exchange = exchange
    isSent = false
    unsent = 0
    ending = nil
    isReading = true
    lastSign = .now()
    watch(context)
  }

  /// The request has ended.
  func stop() { exchange = nil }

  /// The connection has ended.
  func close() {
    stop()
    next?.timer.cancel()
    next = nil
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

  private func watch(_ context: ChannelHandlerContext) {
    guard let exchange else { return }
    let soonest = NIODeadline.now() + .milliseconds(1)
    let due = min(max(lastSign + TimeAmount(exchange.readTimeout), soonest), exchange.deadline ?? .distantFuture)
    if let next, next.due <= due { return }
    next?.timer.cancel()
    let timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
      guard let self else { return }
      self.ring(context)
    }
    next = (timer, due)
  }

  private func ring(_ context: ChannelHandlerContext) {
    next = nil
    guard let exchange else { return }
    if let deadline = exchange.deadline, deadline <= .now() { return fire(Failures.totalTimeout(exchange), context) }
    let mayExpect = isSent ? isReading : unsent > 0
    if !mayExpect { touch() }
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
