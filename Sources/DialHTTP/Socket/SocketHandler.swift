import DialMessage
import DialModel
import NIOCore
import NIOWebSocket

enum SocketCommand: Sendable {
  /// The handshake is complete.
  case begin
  case send(SocketMessage)
  case close(SocketClosing)
  /// The reader has caught up.
  case read
  /// The socket is no longer used.
  case abandon
}

/// Handles the frames of one open WebSocket: passes messages to the inbox, responds to pings and closes, and sends pings.
final class SocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = SocketCommand
  typealias OutboundOut = WebSocketFrame

  enum Phase { case open, closing, ended }

  let inbox: SocketInbox
  let wire: SocketByteHandler
  let peer: String
  let options: SocketOptions
  /// Succeeds when the server has closed, or the connection has ended.
  private var ended: EventLoopPromise<Void>?
  var phase = Phase.open
  var timer: Scheduled<Void>?
  private var assembler: MessageAssembler
  private let deflater: MessageDeflater?
  private var pongs = PongQueue()
  /// The error of the connection, reported at its end.
  private var fault: TransportError?
  /// Whether reading is paused, because the reader is behind.
  private(set) var isHeldBack = false
  private var wantsRead = false

  init(_ inbox: SocketInbox, _ wire: SocketByteHandler, peer: String, _ options: SocketOptions, _ deflate: Deflate?) {
    self.inbox = inbox
    self.wire = wire
    self.peer = peer
    self.options = options
    assembler = MessageAssembler(options, deflate?.inflater)
    deflater = deflate?.deflater
  }

  /// A larger frame is rejected when its length is known, before it is stored.
  var maxFrameBytes: Int { min(max(options.maxMessageBytes, 125), Int(UInt32.max)) }

  /// Allows writing frames, after the handshake was sent.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case SocketCommand.begin? = event as? SocketCommand { schedulePing(context) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .ended else { return }
    do throws(SocketFault) {
      switch try assembler.add(unwrapInboundIn(data)) {
      case .message(let message): take(message)
      case .ping(let payload): pong(payload, context)
      case .closing(let closing): answer(closing, context)
      case .pong, nil: break
      }
    } catch {
      fail(error, context)
    }
  }

  private func take(_ message: SocketMessage) {
    // After closing, the program need not read; messages that do not fit are dropped.
    if phase == .closing, isHeldBack { return }
    if !inbox.append(message) { isHeldBack = true }
  }

  func read(context: ChannelHandlerContext) {
    if isHeldBack, phase == .open { wantsRead = true } else { context.read() }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.flush()
    context.fireChannelReadComplete()
  }

  private func pong(_ payload: ByteBuffer, _ context: ChannelHandlerContext) {
    guard phase == .open, let payload = pongs.add(payload) else { return }
    write(pong: payload, context)
  }

  private func write(pong payload: ByteBuffer, _ context: ChannelHandlerContext) {
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenSuccess { [weak self] in
      guard let self, self.phase == .open, let next = self.pongs.written() else { return }
      self.write(pong: next, context)
      context.flush()
    }
    write(.pong, payload, context, written)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .send(let message): send(message, context, promise)
    case .close(let closing): close(closing, context, promise)
    case .begin: promise?.succeed()
    case .read:
      isHeldBack = false
      if wantsRead { context.read() }
      wantsRead = false
      promise?.succeed()
    case .abandon:
      abandon(context)
      promise?.succeed()
    }
  }

  private func send(_ message: SocketMessage, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    guard phase == .open else {
      promise?.fail(phase == .closing ? SocketInbox.closed : inbox.sendingFault)
      return
    }
    switch message {
    case .text(let text): write(.text, ByteBuffer(string: text), context, promise)
    case .bytes(let bytes): write(.binary, ByteBuffer(bytes: bytes), context, promise)
    }
  }

  /// Writes a frame with its own random mask (RFC 6455 section 5.3).
  func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    var frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    if let deflater, opcode == .text || opcode == .binary, data.readableBytes >= MessageDeflater.minimum {
      frame.rsv1 = true
      frame.data = deflater.deflate(data)
    }
    context.write(wrapOutboundOut(frame), promise: promise)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: fail(.tooLarge(options.maxMessageBytes), context)
    case is NIOWebSocketError: fail(.broken("sent a control frame that is fragmented or longer than 125 bytes"), context)
    case is SocketFrameDecoder.LongLength: fail(.broken("sent a frame whose length is not in its shortest form"), context)
    case is ByteToMessageDecoderError: break
    default:
      if fault == nil, (error as? IOError)?.isReset == true {
        fault = TransportError(.connect, "\(peer) reset the connection without closing the WebSocket (close code 1006)")
      }
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    let lost = TransportError(.truncated, "\(peer) closed the connection without closing the WebSocket (close code 1006)")
    inbox.finish(phase == .closing ? .success(nil) : .failure(fault ?? lost))
    phase = .ended
    ended.take()?.succeed()
    context.fireChannelInactive()
  }
}

extension SocketHandler {
  /// Closes from this side: nothing is sent afterwards, and the server has some time to confirm. The promise succeeds at the end.
  func close(_ closing: SocketClosing, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    if phase == .ended { promise?.succeed() } else { ended.setOrCascade(to: promise) }
    guard phase == .open else { return }
    phase = .closing
    write(closing, context)
    end(context, within: options.closeTimeout)
    // The confirmation may be after unread messages.
    context.read()
  }

  /// Confirms the close of the server, which then closes the connection (RFC 6455 section 5.5.1).
  func answer(_ closing: SocketClosing, _ context: ChannelHandlerContext) {
    if phase == .open { write(SocketClosing(code: closing.code), context) }
    finish(.success(closing), context, within: options.closeTimeout)
  }

  private func fail(_ fault: SocketFault, _ context: ChannelHandlerContext) {
    fail(fault.error(of: peer), code: fault.code, context)
  }

  /// Handles a violation or the loss of the connection: notifies the server, if possible, and the reader.
  private func fail(_ error: TransportError, code: UInt16, _ context: ChannelHandlerContext) {
    guard phase != .ended else { return }
    if phase == .open { write(SocketClosing(code: code), context) }
    finish(phase == .closing ? .success(nil) : .failure(error), context, within: .seconds(1))
  }

  /// Closes a socket that is no longer used.
  func abandon(_ context: ChannelHandlerContext) {
    guard phase != .ended else { return }
    if phase == .open { write(SocketClosing(code: 1001), context) }
    finish(.failure(Failures.cancelled), context, within: .seconds(1))
  }

  /// Reads and drops what still arrives, so that the last frame is not lost in a reset.
  private func finish(_ end: SocketInbox.End, _ context: ChannelHandlerContext, within time: Duration) {
    phase = .ended
    // Flush before the reader knows: if the program ends with its socket, unsent bytes are lost.
    context.flush()
    inbox.finish(end)
    ended.take()?.succeed()
    wire.isDraining = true
    self.end(context, within: time)
    context.read()
  }

  private func write(_ closing: SocketClosing, _ context: ChannelHandlerContext) {
    var data = ByteBuffer()
    if let code = closing.code {
      data.writeInteger(code)
      data.writeString(closing.reason)
    }
    write(.connectionClose, data, context, nil)
  }

  private func end(_ context: ChannelHandlerContext, within time: Duration) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { context.close(promise: nil) }
  }

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
      let time = DurationText.text(self.options.pongTimeout)
      self.fail(TransportError(.timeout, "\(self.peer) did not respond to a ping within \(time) (close code 1006)"), code: 1001, context)
    }
  }

  private func unwritten(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}

/// The pending responses to pings. Only the last ping is answered (RFC 6455 section 5.5.3), so that they cannot fill the memory.
struct PongQueue {
  private var unwritten = 0
  private var last: ByteBuffer?
  private static let maximum = 64

  /// Adds a ping. Returns the pong to write now, if any.
  mutating func add(_ payload: ByteBuffer) -> ByteBuffer? {
    guard unwritten < Self.maximum else {
      last = payload
      return nil
    }
    unwritten += 1
    return payload
  }

  /// Records that a pong was written. Returns the next one, if any.
  mutating func written() -> ByteBuffer? {
    unwritten -= 1
    guard let payload = last else { return nil }
    last = nil
    return add(payload)
  }
}
