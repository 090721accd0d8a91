import DialMessage
import NIOCore
import NIOWebSocket

extension SocketHandler {
  /// Closes from this side: nothing is sent afterwards, and the server has some time to confirm.
  func close(_ closing: SocketClosing, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    guard phase == .open else {
      promise?.succeed()
      return
    }
    phase = .closing
    write(closing, context, promise)
    end(context, within: options.closeTimeout)
    // The confirmation may be after unread messages.
    context.read()
  }

  /// Confirms the close of the server, which then closes the connection (RFC 6455 section 5.5.1).
  func answer(_ closing: SocketClosing, _ context: ChannelHandlerContext) {
    if phase == .open { write(SocketClosing(code: closing.code), context, nil) }
    finish(.closed(closing), context, within: options.closeTimeout)
  }

  /// Handles a violation or the loss of the connection: tells the server, if possible, and the reader.
  func fail(_ error: TransportError, code: UInt16?, _ context: ChannelHandlerContext) {
    guard phase != .ended else { return }
    if phase == .open, let code { write(SocketClosing(code: code), context, nil) }
    finish(phase == .closing ? .closed(nil) : .failed(error), context, within: .seconds(1))
  }

  /// Closes a socket that nobody uses any more.
  func abandon(_ context: ChannelHandlerContext) {
    guard phase != .ended else { return }
    if phase == .open { write(SocketClosing(code: 1001), context, nil) }
    finish(.failed(Failures.cancelled), context, within: .seconds(1))
  }

  /// Reads and drops what still arrives, so that the last frame is not lost in a reset.
  private func finish(_ end: SocketInbox.End, _ context: ChannelHandlerContext, within time: Duration) {
    phase = .ended
    // Flush before the reader knows: if the program ends with its socket, unsent bytes are lost.
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

  /// Sends pings. Not while the reader is behind, because no response would be read.
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
    // Start the timeout now, not when the ping is written: a server that reads nothing would never let it be written.
    awaitAnswer(context, unwritten: unwritten(context))
    context.flush()
  }

  /// Any received byte counts, because a pong can follow a long message. Until the ping is sent, so does any sent byte.
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
      self.fail(TransportError(.timeout, "\(self.peer) did not respond to a ping within \(time) (1006)"), code: 1001, context)
    }
  }

  /// Returns the number of unsent bytes.
  private func unwritten(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
