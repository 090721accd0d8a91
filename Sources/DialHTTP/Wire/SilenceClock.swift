import DialCore
import NIOCore
import NIOHTTP1

/// The two timers of a request on its connection: the longest silence of the server, and the end of the whole call.
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
  private var silence: (timer: Scheduled<Void>, due: NIODeadline)?
  private var end: Scheduled<Void>?
  /// Bodies are written in pieces of this size, so that a slow server's reading is seen.
  static let step = 64 << 10

  func start(_ exchange: Exchange, _ context: ChannelHandlerContext) {
    stop()
    self.exchange = exchange
    isSent = false
    isReading = true
    lastSign = .now()
    let loop = context.eventLoop.assumeIsolated()
    if let deadline = exchange.deadline {
      end = loop.scheduleTask(deadline: deadline) { [weak self] in
        self?.fire(Failures.totalTimeout(exchange), context)
      }
    }
    watch(context)
  }

  /// The request has ended.
  func stop() {
    end?.cancel()
    end = nil
    exchange = nil
  }

  /// The connection has ended.
  func close() {
    stop()
    silence?.timer.cancel()
    silence = nil
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
      let phase = current?.snapshot().phase
      if case .failure(let error) = result, phase != .body, phase != .done {
        promise?.fail(error)
      } else {
        promise?.succeed()
      }
    }
    return sent
  }

  private func watch(_ context: ChannelHandlerContext) {
    guard let exchange else { return }
    let limit = TimeAmount(exchange.readTimeout)
    let due = max(lastSign + limit, .now() + .milliseconds(1))
    if let silence, silence.due <= due { return }
    silence?.timer.cancel()
    let timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
      guard let self else { return }
      self.ring(context)
    }
    silence = (timer, due)
  }

  private func ring(_ context: ChannelHandlerContext) {
    silence = nil
    guard let exchange else { return }
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
