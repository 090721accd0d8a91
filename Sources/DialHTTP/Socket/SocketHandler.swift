import DialMessage
import NIOCore
import NIOWebSocket

/// A command of a program to its web socket.
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

/// Handles the frames of one open web socket: passes messages to the inbox, responds to pings and closes, and sends pings.
final class SocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = SocketCommand
  typealias OutboundOut = WebSocketFrame

  enum Phase { case open, closing, ended }

  let inbox: SocketInbox
  let wire: SocketWire
  let peer: String
  let options: SocketOptions
  /// Notified when the server has closed, or the connection has ended.
  let ended: SocketEnd
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

  init(_ inbox: SocketInbox, _ wire: SocketWire, peer: String, _ options: SocketOptions, _ deflate: Deflate?) {
    self.inbox = inbox
    self.wire = wire
    self.peer = peer
    self.options = options
    ended = SocketEnd()
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

  // MARK: frames that come

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
      fail(error.error(of: peer), code: error.code, context)
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

  // MARK: commands

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

  // MARK: errors

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength:
      let fault = SocketFault.tooLarge(options.maxMessageBytes)
      fail(fault.error(of: peer), code: fault.code, context)
    case is NIOWebSocketError:
      let fault = SocketFault.broken("sent a control frame that is fragmented or longer than 125 bytes")
      fail(fault.error(of: peer), code: fault.code, context)
    case is ByteToMessageDecoderError: break
    default:
      if fault == nil { fault = Self.broken(error, peer) }
      context.close(promise: nil)
    }
  }

  private static func broken(_ error: any Error, _ peer: String) -> TransportError? {
    guard let error = error as? IOError, error.isReset else { return nil }
    return TransportError(.connect, "\(peer) reset the connection without closing the web socket (1006)")
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    if phase == .closing {
      inbox.finish(.closed(nil))
    } else {
      inbox.finish(
        .failed(fault ?? TransportError(.truncated, "\(peer) closed the connection without closing the web socket (1006)")))
    }
    phase = .ended
    ended.tell()
    context.fireChannelInactive()
  }
}
