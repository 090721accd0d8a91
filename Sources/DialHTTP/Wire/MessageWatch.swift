import DialMessage
import NIOCore
import NIOHTTP1
import NIOSSL

/// Follows one request and its answer on a connection: writes the target as it was given, checks the head by RFC 9112, keeps
/// the time, gives heads and bodies to the ``ReplyInbox`` of the exchange. What it finds wrong it fires as an error; the client ends the
/// connection and hands the error on.
final class MessageWatch: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private let connection: Connection
  private var interim = 0
  private var hasBody = false
  /// The first piece of the body, or its end, is written.
  private var isBodyBegun = false
  /// The answer came before that, and passes the client by, which does not survive it.
  private var isEarly = false
  /// A change of what can be written waits until the head is, for which the client is not ready.
  private var holdsWritability = false
  /// The exchange whose answer has just ended.
  private var ended: Exchange?
  /// More 1xx answers than any server sends in good faith.
  private static let maxInterim = 2000

  private var clock: SilenceClock { connection.clock }

  init(_ connection: Connection) { self.connection = connection }

  // MARK: Request

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      guard let exchange = connection.table.take(&head.headers) else {
        promise?.fail(TransportError(.cancelled, "the call was cancelled"))
        return context.fireErrorCaught(TransportError(.cancelled, "the call was cancelled"))
      }
      begin(exchange, context)
      head.uri = exchange.target
      // A promise for the end of a request without a body would be a write of nothing: its head is all of it.
      hasBody = Self.announcesBody(head)
      isBodyBegun = !hasBody
      context.write(
        wrapOutboundOut(.head(head)), promise: hasBody ? clock.leaving(noting(promise, context)) : clock.waitForSending(context, promise))
    case .body(.byteBuffer(let buffer)):
      isBodyBegun = true
      connection.exchange?.update { $0.sent += buffer.readableBytes }
      clock.write(buffer, to: context, noting(promise, context))
    case .body:
      isBodyBegun = true
      clock.touch()
      context.write(data, promise: promise)
    case .end:
      isBodyBegun = true
      context.write(data, promise: hasBody ? clock.waitForSending(context, promise) : promise)
    }
  }

  private static func announcesBody(_ head: HTTPRequestHead) -> Bool {
    head.headers.contains(name: "transfer-encoding") || (head.headers.first(name: "content-length").map { $0 != "0" } ?? false)
  }

  private func begin(_ exchange: Exchange, _ context: ChannelHandlerContext) {
    connection.exchange = exchange
    connection.uses += 1
    interim = 0
    isEarly = false
    let (reused, now) = (connection.uses > 1, NIODeadline.now())
    exchange.update {
      $0.phase = .sending
      $0.reused = reused
      $0.connected = now
    }
    clock.start(exchange, context)
  }

  /// Notes why a write failed.
  private func noting(_ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
    let promise = promise ?? context.eventLoop.makePromise()
    let exchange = connection.exchange
    promise.futureResult.whenFailure { error in exchange?.note(error) }
    return promise
  }

  func read(context: ChannelHandlerContext) {
    if let exchange = connection.exchange, exchange.inbox.isFull(readingOn(context)) { return }
    clock.isReading = true
    context.read()
  }

  /// Reads on when the reader of a body has caught up; until then nothing was expected of the server.
  private func readingOn(_ context: ChannelHandlerContext) -> @Sendable () -> Void {
    let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    return {
      here.eventLoop.execute {
        let (handler, context) = here.value
        handler.clock.touch()
        handler.read(context: context)
      }
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    clock.touch()
    guard connection.exchange != nil, !isBodyBegun else { return context.fireChannelWritabilityChanged() }
    guard !holdsWritability else { return }
    holdsWritability = true
    context.eventLoop.assumeIsolated().execute {
      self.holdsWritability = false
      context.fireChannelWritabilityChanged()
    }
  }

  // MARK: Answer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    clock.hasRead()
    guard let exchange = connection.exchange else { return context.fireChannelRead(data) }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if exchange.isUnanswered { return clock.fire(StrayAnswer(), context) }
      if let error = check(head, exchange) { return clock.fire(error, context) }
      if head.status.code >= 200 {
        exchange.inbox.put(head)
        isEarly = !isBodyBegun
        if isEarly { return }
      }
    case .body(let buffer):
      exchange.update { $0.bodyReceived += buffer.readableBytes }
      return exchange.inbox.put(buffer)
    case .end:
      finish(exchange, context)
      if isEarly {
        tellEnd(context)
        return context.fireErrorCaught(EarlyAnswer())
      }
    }
    context.fireChannelRead(data)
  }

  private func check(_ head: HTTPResponseHead, _ exchange: Exchange) -> TransportError? {
    if (102..<200).contains(head.status.code) || head.status.code == 100 {
      interim += 1
      guard interim > Self.maxInterim else { return nil }
      return TransportError(.limit, "\(exchange.peer) sent more than \(Self.maxInterim) interim answers (1xx)")
    }
    switch HeadRules.bodyLength(of: head, for: exchange) {
    case .failure(let error):
      return error
    case .success(let length):
      let isUnbounded = length == nil && HeadRules.endsWithConnection(head, for: exchange)
      exchange.update {
        $0.phase = .body
        $0.bodyLength = length
        $0.endsWithConnection = isUnbounded
      }
      return nil
    }
  }

  private func finish(_ exchange: Exchange, _ context: ChannelHandlerContext) {
    tellEnd(context)
    // A write found the reset before a read did: the parser sees a connection that ended, and takes that for the end of the body.
    let progress = exchange.snapshot()
    if progress.isReset, progress.endsWithConnection { exchange.inbox.finish(Failures.ended(exchange, reset: true)) }
    let isBroken = progress.isBroken
    exchange.update { $0.phase = .done }
    clock.stop()
    connection.exchange = nil
    if !isBroken { ended = exchange }
  }

  /// Tells the reader of the end, after all that came with it: by then the client has the connection back, or has closed it because more
  /// came than one answer.
  private func tellEnd(_ context: ChannelHandlerContext) {
    if let ended = ended.take() { connection.table.ended.add(ended, context.eventLoop) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    tellEnd(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    connection.exchange?.update { $0.isBroken = true }
    if case NIOSSLError.uncleanShutdown = error { connection.exchange?.update { $0.isUnclean = true } }
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    clock.close()
    context.fireChannelInactive()
    tellEnd(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    clock.close()
    tellEnd(context)
  }
}
