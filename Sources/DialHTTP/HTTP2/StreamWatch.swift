import NIOCore
import NIOHPACK
import NIOHTTP2

/// Follows one request and its answer on a stream of HTTP/2 at its frames, as ``ByteWatch`` does at the bytes of a connection; what they
/// mean is ``MessageWatch``'s on both. Says in words of HTTP how a stream ended that was closed before its answer was whole.
final class StreamWatch: ChannelDuplexHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias InboundOut = HTTP2Frame.FramePayload
  typealias OutboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private let shared: SharedConnection
  private let stream: Connection
  /// The whole request has left.
  private var isSent = false
  /// The server closed the stream (RST_STREAM).
  private var reset: HTTP2ErrorCode?
  /// We did.
  private var isClosed = false

  init(_ shared: SharedConnection, _ stream: Connection) {
    self.shared = shared
    self.stream = stream
  }

  /// Puts our handlers into a new stream of the client: one that sees frames, nearest to the connection, and one that sees messages.
  static func install(on channel: any Channel, _ table: ExchangeTable) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      guard let parent = channel.parent else { throw ChannelError.inappropriateOperationForState }
      let shared = try parent.pipeline.syncOperations.handler(type: SharedConnection.self)
      let stream = Connection(table, shared.alarm)
      stream.uses = shared.uses
      shared.uses += 1
      shared.open += 1
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
      try pipeline.addHandler(StreamWatch(shared, stream), position: .before(codec))
      try pipeline.addHandler(MessageWatch(stream), position: .after(codec))
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { shared.open -= 1 }

  // MARK: Request

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .headers(let head):
      stream.exchange?.update { $0.http2 = StreamProgress() }
      context.write(data, promise: following(promise, context, isEnd: head.endStream))
      if !head.endStream { shared.countReset() }
    case .data(let part) where part.endStream: context.write(data, promise: following(promise, context, isEnd: true))
    default: context.write(data, promise: promise)
    }
  }

  /// Notes that the end of the request has left, or that nothing of it will.
  private func following(_ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext, isEnd: Bool) -> EventLoopPromise<Void> {
    let promise = promise ?? context.eventLoop.makePromise()
    promise.futureResult.assumeIsolated().whenComplete { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: self.isSent = isEnd
      case .failure(let error as NIOHTTP2Errors.CreatedStreamAfterGoaway): self.errorCaught(context: context, error: error)
      case .failure: break
      }
    }
    return promise
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    isClosed = true
    context.close(mode: mode, promise: promise)
  }

  // MARK: Answer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    stream.clock.touch()
    let payload = unwrapInboundIn(data)
    switch payload {
    case .headers(let head): note(head.headers)
    case .data(let part):
      let count = part.data.readableBytes
      stream.exchange?.update { $0.received += count }
    case .rstStream(let code):
      reset = code
      shared.countReset()
    default: break
    }
    if !isSent, let open = payload.withoutEnd { return endEarly(open, context) }
    context.fireChannelRead(data)
  }

  /// The answer is whole before the request is: nobody wants the rest of the upload. The client is told of an error, and resets the stream:
  /// what it does with an end it does not survive.
  private func endEarly(_ payload: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext) {
    context.fireChannelRead(wrapInboundOut(payload))
    guard !isClosed, let exchange = stream.exchange else { return }
    exchange.update { $0.phase = .done }
    stream.clock.stop()
    stream.exchange = nil
    exchange.inbox.finish()
    context.fireErrorCaught(EarlyAnswer())
  }

  private func note(_ fields: HPACKHeaders) {
    // A trailer has none.
    guard fields.contains(name: ":status") else { return }
    let hasLength = fields.contains(name: "content-length")
    stream.exchange?.update { progress in
      progress.received += 1
      if progress.phase == .sending {
        progress.phase = .head
        progress.answered = .now()
      }
      progress.http2?.hasLength = hasLength
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let exchange = stream.exchange else { return context.fireErrorCaught(error) }
    context.fireErrorCaught(cause(error, exchange))
  }

  private func cause(_ error: any Error, _ exchange: Exchange) -> any Error {
    if error is NIOHTTP2Errors.CreatedStreamAfterGoaway { return StreamFailures.leftBehind(exchange) }
    guard let error = error as? NIOHTTP2Errors.StreamClosed, !isClosed else { return error }
    if let reset { return StreamFailures.reset(exchange, reset) }
    if error.errorCode == .cancel, shared.isGoing { return StreamFailures.leftBehind(exchange) }
    shared.isAboutStream = error.errorCode != .cancel
    return StreamFailures.refused(exchange)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let exchange = stream.exchange {
      if shared.isReset { exchange.update { $0.isReset = true } }
      if let fault = shared.fault { context.fireErrorCaught(StreamFailures.broken(exchange, fault)) }
    }
    context.fireChannelInactive()
  }
}

extension HTTP2Frame.FramePayload {
  /// The same where it ends the answer, as if it did not; a trailer says nothing then. nil where it does not end it.
  fileprivate var withoutEnd: Self? {
    switch self {
    case .headers(var head) where head.endStream:
      guard head.headers.contains(name: ":status") else { return .data(.init(data: .byteBuffer(ByteBuffer()))) }
      head.endStream = false
      return .headers(head)
    case .data(var part) where part.endStream:
      part.endStream = false
      return .data(part)
    default: return nil
    }
  }
}
