import DialMessage
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Sends the handshake and waits for its response: a 101 starts the WebSocket, anything else is passed on with its body.
final class HandshakeHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let handshake: Handshake
  private let wire: SocketByteHandler
  /// Both are released with the response, because the socket must not be owned by its own connection.
  private var answer: EventLoopPromise<Response>?
  private var core: TransportCore?
  private var timer: Scheduled<Void>?
  private var head: HTTPResponseHead?
  private var body: [UInt8] = []
  private var isOpen = false
  /// Bytes after the 101, until the HTTP parser has been removed.
  private var early: [ByteBuffer]? = []
  /// The maximum size of the body of a rejection.
  private static let maxBody = 1 << 20

  private init(_ handshake: Handshake, _ wire: SocketByteHandler, _ answer: EventLoopPromise<Response>, _ core: TransportCore) {
    self.handshake = handshake
    self.wire = wire
    self.answer = answer
    self.core = core
  }

  /// Adds the handlers of the handshake to a connection, and sends it.
  static func install(on channel: any Channel, _ handshake: Handshake, _ answer: EventLoopPromise<Response>, _ core: TransportCore) throws {
    let wire = SocketByteHandler(handshake.exchange)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandlers([
      wire, HTTPRequestEncoder(), ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes)),
      HandshakeHandler(handshake, wire, answer, core),
    ])
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let exchange = handshake.exchange
    exchange.update {
      $0.phase = .sending
      $0.connected = .now()
    }
    let limit = TimeAmount(exchange.policy.readTimeout)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { [weak self] in self?.fall(silent: context) }
    context.write(wrapOutboundOut(.head(handshake.head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  private func fall(silent context: ChannelHandlerContext) {
    // An incomplete rejection is reported as far as it arrived.
    if let head { refuse(head, context) } else { fail(Failures.silence(handshake.exchange), context) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOpen { return pass(data, context) }
    if answer == nil { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      if head.status != .switchingProtocols, case .failure(let error) = HeadRules.bodyLength(of: head, for: handshake.exchange) {
        fail(error, context)
      }
    case .body(let buffer):
      body += buffer.readableBytesView.prefix(Self.maxBody - body.count)
      if let head, body.count == Self.maxBody { refuse(head, context) }
    case .end:
      guard let head else { return }
      if head.status == .switchingProtocols { open(head, context) } else { refuse(head, context) }
    }
  }

  private func refuse(_ head: HTTPResponseHead, _ context: ChannelHandlerContext) {
    var response = handshake.response(head)
    response.body = ResponseBody(body)
    settle(.success(response))
    context.close(promise: nil)
  }

  private func open(_ head: HTTPResponseHead, _ context: ChannelHandlerContext) {
    do {
      let deflate = try handshake.agreed(head)
      handshake.exchange.update { $0.phase = .done }
      let inbox = SocketInbox()
      let pipeline = context.pipeline.syncOperations
      let frames = SocketHandler(inbox, wire, peer: handshake.exchange.peer, handshake.options, deflate)
      try pipeline.addHandlers([
        ByteToMessageHandler(SocketFrameDecoder(frames.maxFrameBytes)), WebSocketFrameEncoder(), frames,
      ])
      isOpen = true
      wire.isSwitching = true
      _ = pipeline.removeHandler(try pipeline.handler(type: HTTPRequestEncoder.self))
      pipeline.removeHandler(try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self))
        .assumeIsolated().whenComplete { [weak self] _ in self?.begin(head, inbox, context) }
    } catch {
      fail(error, context)
    }
  }

  private func pass(_ data: NIOAny, _ context: ChannelHandlerContext) {
    if early == nil {
      context.fireChannelRead(data)
    } else {
      early?.append(ByteToMessageHandler<SocketFrameDecoder>.unwrapInboundIn(data))
    }
  }

  private func begin(_ head: HTTPResponseHead, _ inbox: SocketInbox, _ context: ChannelHandlerContext) {
    guard let core else { return }
    var response = handshake.response(head)
    response.socket = ChannelSocket(context.channel, inbox, core)
    settle(.success(response))
    context.fireUserInboundEventTriggered(SocketCommand.begin)
    let waiting = early ?? []
    early = nil
    for buffer in waiting { context.fireChannelRead(NIOAny(buffer)) }
    context.fireChannelReadComplete()
    wire.isSwitching = false
    if wire.isOver { context.fireChannelInactive() }
  }

  /// Responds, unless that has been done.
  private func settle(_ result: Result<Response, any Error>) {
    timer?.cancel()
    core = nil
    answer.take()?.completeWith(result)
  }

  private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    settle(.failure(error))
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if isOpen { context.fireErrorCaught(error) } else { fail(error, context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    // A rejection without a length ends with its connection, which the decoder has already reported.
    settle(.failure(ChannelError.eof))
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { settle(.failure(ChannelError.eof)) }
}
