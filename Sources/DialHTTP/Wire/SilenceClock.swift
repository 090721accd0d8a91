import DialCore
import NIOCore
import NIOHTTP1

/// What bounds the time of a request on its connection: the longest silence of the server, and the end of the whole call.
///
/// Silence counts while the server is to act: it should read what we write, or we wait for it to write. It does not count
/// while our own side holds back, producing the body to send or taking up the body received.
final class SilenceClock {
  /// Whether the client wants more bytes: false while the reader of the body holds back.
  var isReading = false
  private var isSent = false
  private var lastSign = NIODeadline.now()
  private var exchange: Exchange?
  /// One timer for all requests of the connection, looked at again when it rings: setting it anew for each costs more.
  private var next: (timer: Scheduled<Void>, due: NIODeadline)?
  /// Bodies are written in pieces of this size, so that a slow server's reading is seen.
  static let step = 64 << 10

  func start(_ exchange: Exchange, _ context: ChannelHandlerContext) {
    stop()
    self.exchange = exchange
    isSent = false
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

  /// Writes a large body in pieces, each of which is a sign of life when it has left.
  func write(_ buffer: ByteBuffer, to context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    touch()
    var rest = buffer
    let current = exchange
    while let piece = rest.readSlice(length: min(Self.step, rest.readableBytes)), piece.readableBytes > 0 {
      let part = NIOAny(HTTPClientRequestPart.body(.byteBuffer(piece)))
      if rest.readableBytes == 0 { return context.write(part, promise: promise) }
      let sent = context.eventLoop.makePromise(of: Void.self)
      sent.futureResult.assumeIsolated().whenSuccess { [weak self] in
        if let self, self.exchange === current { self.touch() }
      }
      context.write(part, promise: sent)
    }
  }

  /// A promise for the last write, which marks the request as sent. Where the write fails after an answer has begun, the
  /// client is told that all is well: a server may answer before it has read everything, and close.
  func waitForSending(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) -> EventLoopPromise<Void> {
    let sent = context.eventLoop.makePromise(of: Void.self)
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
      if phase == .body || phase == .done { promise?.succeed() } else { promise?.fail(error) }
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
    let mayExpect = isSent ? isReading : !context.channel.isWritable
    if !mayExpect { touch() }
    if lastSign + TimeAmount(exchange.readTimeout) <= .now() {
      fire(Failures.silence(exchange), context)
    } else {
      watch(context)
    }
  }

  private func fire(_ error: TransportError, _ context: ChannelHandlerContext) {
    stop()
    context.fireErrorCaught(error)
  }
}
