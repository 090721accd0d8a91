import DialMessage
import NIOCore
import NIOWebSocket

extension SocketHandler {
  /// This side closes: nothing is sent after it, and the server has a while to answer.
  func close(_ closing: SocketClosing, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    guard phase == .open else {
      promise?.succeed()
      return
    }
    phase = .closing
    write(closing, context, promise)
    end(context, within: options.closeTimeout)
    // Its answer may stand behind messages that nobody reads.
    context.read()
  }

  /// The server closes: its close is answered, and it ends the connection (RFC 6455 section 5.5.1).
  func answer(_ closing: SocketClosing, _ context: ChannelHandlerContext) {
    if phase == .open { write(SocketClosing(code: closing.code), context, nil) }
    finish(.closed(closing), context, within: options.closeTimeout)
  }

  /// The server broke the rules, or is gone: it is told why, if it can be, and the reader gets the error.
  func fail(_ error: TransportError, code: UInt16?, _ context: ChannelHandlerContext) {
    guard phase != .ended else { return }
    if phase == .open, let code { write(SocketClosing(code: code), context, nil) }
    finish(phase == .closing ? .closed(nil) : .failed(error), context, within: .seconds(1))
  }

  /// Nobody waits for anything: the server is told so, and the connection ends.
  func abandon(_ context: ChannelHandlerContext) {
    guard phase != .ended else { return }
    if phase == .open { write(SocketClosing(code: 1001), context, nil) }
    finish(.failed(Failures.cancelled), context, within: .seconds(1))
  }

  /// What still comes is read and dropped, so that the last frame is not lost in a reset.
  private func finish(_ end: SocketInbox.End, _ context: ChannelHandlerContext, within time: Duration) {
    phase = .ended
    // Before the reader knows of it: a program that ends with its socket takes with it what has not left.
    context.flush()
    inbox.finish(end)
    ended.tell()
    wire.isDraining = true
    self.end(context, within: time)
    context.read()
  }

  private func write(_ closing: SocketClosing, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    var data = ByteBuffer()
    if let code = closing.code {
      data.writeInteger(code)
      data.writeString(closing.reason)
    }
    write(.connectionClose, data, context, promise)
  }

  private func end(_ context: ChannelHandlerContext, within time: Duration) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { context.close(promise: nil) }
  }

  // MARK: pings

  /// Asks now and then whether the server is still there. While the reader holds it back nothing is asked, as no answer is read.
  func schedulePing(_ context: ChannelHandlerContext) {
    guard let interval = options.ping else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(interval)) { [weak self] in self?.ping(context) }
  }

  private func ping(_ context: ChannelHandlerContext) {
    guard phase == .open else { return }
    if isHeldBack { return schedulePing(context) }
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenSuccess { [weak self] in self?.awaitAnswer(context) }
    write(.ping, ByteBuffer(), context, written)
    // Not only when it is written: a server that takes nothing lets it stand behind a message for ever.
    awaitAnswer(context, unwritten: unwritten(context))
    context.flush()
  }

  /// Any byte is a sign of life: a pong may stand behind a long message. As long as the ping does, so is every byte that is taken.
  private func awaitAnswer(_ context: ChannelHandlerContext, unwritten: Int = 0) {
    guard phase == .open else { return }
    let asked = NIODeadline.now()
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(options.pongTimeout)) { [weak self] in
      guard let self, self.phase == .open else { return }
      if self.isHeldBack || self.wire.lastRead >= asked { return self.schedulePing(context) }
      let rest = self.unwritten(context)
      if rest < unwritten { return self.awaitAnswer(context, unwritten: rest) }
      let time = Failures.seconds(self.options.pongTimeout)
      self.fail(TransportError(.timeout, "\(self.peer) did not answer a ping within \(time) (1006)"), code: 1001, context)
    }
  }

  /// What waits for the network, in bytes.
  private func unwritten(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
