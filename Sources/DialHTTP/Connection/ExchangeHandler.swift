import DialMessage
import NIOCore
import NIOHTTP1
import NIOSSL

/// Runs one exchange after another over an HTTP/1.1 connection or an HTTP/2 stream.
final class ExchangeHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPClientRequestPart

  private(set) var exchange: Exchange?
  private(set) var uses: Int
  /// The number of bytes since the last part of a message.
  var unparsed = 0
  let timeout: IdleTimeout
  /// Called when an exchange has ended and the channel can take another one, and when the channel has ended.
  var ended: (_ isReusable: Bool) -> Void = { _ in }
  private let turnEnd: TurnEnd
  private var context: ChannelHandlerContext?
  private var interim = 0
  private var keepsAlive = false
  /// How long the server keeps the idle connection, if it says so.
  private(set) var keepAlive: TimeAmount?
  /// Whether the response is complete and the server still reads the request.
  private(set) var isAnswered = false
  /// The exchange that has just ended in both directions.
  private var complete: Exchange?
  /// Writes a body in pieces, and waits while the channel is full.
  private var upload: Task<Void, Never>?
  private var room: EventLoopPromise<Void>?
  /// The maximum number of 1xx responses, more than any real server sends.
  private static let maxInterim = 2000

  /// - Parameter uses: the number of earlier exchanges on the connection of a stream.
  init(_ timer: DeadlineTimer, _ turnEnd: TurnEnd, uses: Int = 0) {
    timeout = IdleTimeout(timer)
    self.turnEnd = turnEnd
    self.uses = uses
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    timeout.expire = { [weak self] in self?.fail($0) }
    timeout.sent = { [weak self] in self?.finishUpload() }
  }

  /// Writes the request, or its head and then its pieces. What is written waits for ``flush()``.
  func begin(_ exchange: Exchange) {
    guard let context else { return exchange.inbox.finish(Failures.ended(exchange, reset: false)) }
    self.exchange = exchange
    uses += 1
    interim = 0
    unparsed = 0
    keepsAlive = false
    isAnswered = false
    let (reused, now) = (uses > 1, NIODeadline.now())
    exchange.update {
      $0.phase = .sending
      $0.reused = reused
      $0.connected = now
    }
    timeout.begin(exchange, context.channel)
    switch exchange.body {
    case .none:
      write(.head(exchange.head), timeout.leaving(isLast: true))
      write(.end(nil))
    case .buffer(let buffer):
      write(.head(exchange.head))
      write(.body(.byteBuffer(buffer)), timeout.leaving(buffer.readableBytes, isLast: true))
      write(.end(nil))
    case .pieces(let pieces):
      write(.head(exchange.head), timeout.leaving())
      upload = Self.upload(pieces, of: exchange, by: NIOLoopBound(self, eventLoop: context.eventLoop))
    }
  }

  func flush() { context?.flush() }

  private func write(_ part: HTTPClientRequestPart, _ promise: EventLoopPromise<Void>? = nil) {
    context?.write(wrapOutboundOut(part), promise: promise)
  }

  private static func upload(
    _ pieces: ResponseBody, of exchange: Exchange, by writer: NIOLoopBound<ExchangeHandler>
  ) -> Task<Void, Never> {
    Task {
      do {
        for try await piece in pieces {
          try Task.checkCancellation()
          try await writer.eventLoop.flatSubmit {
            writer.value.write(ByteBuffer(bytes: piece), of: exchange) ?? writer.eventLoop.makeFailedFuture(CancellationError())
          }.get()
        }
        try Task.checkCancellation()
        writer.eventLoop.execute { writer.value.end(exchange) }
      } catch {
        if Task.isCancelled { return }
        writer.eventLoop.execute { if writer.value.exchange === exchange { writer.value.fail(error) } }
      }
    }
  }

  /// Writes a piece in small parts, to notice when a slow server reads. Returns nil if the exchange has ended.
  private func write(_ piece: ByteBuffer, of exchange: Exchange) -> EventLoopFuture<Void>? {
    guard let context, self.exchange === exchange else { return nil }
    var rest = piece
    while let part = rest.readSlice(length: min(rest.readableBytes, RequestBody.pieceSize)), part.readableBytes > 0 {
      write(.body(.byteBuffer(part)), timeout.leaving(part.readableBytes))
    }
    context.flush()
    if context.channel.isWritable { return context.eventLoop.makeSucceededVoidFuture() }
    let room = context.eventLoop.makePromise(of: Void.self)
    self.room = room
    return room.futureResult
  }

  private func end(_ exchange: Exchange) {
    guard let context, self.exchange === exchange else { return }
    write(.end(nil), timeout.leaving(isLast: true))
    context.flush()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    timeout.touch()
    if context.channel.isWritable { room.take()?.succeed() }
    context.fireChannelWritabilityChanged()
  }

  func read(context: ChannelHandlerContext) {
    if let exchange, exchange.inbox.isFull(readingOn(context)) { return }
    timeout.isReading = true
    context.read()
  }

  /// Continues reading when the reader of a body has caught up. Until then, the server was not expected to send anything.
  private func readingOn(_ context: ChannelHandlerContext) -> @Sendable () -> Void {
    let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    return {
      here.eventLoop.execute {
        let (handler, context) = here.value
        handler.timeout.touch()
        handler.read(context: context)
      }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    timeout.isReading = false
    timeout.touch()
    unparsed = 0
    guard let exchange else {
      keepsAlive = false
      return
    }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if exchange.isUnanswered { return fail(UnsolicitedResponse()) }
      if let error = check(head, exchange) { return fail(error) }
      guard head.status.code >= 200 else { return }
      keepAlive = head.headers.first(name: "keep-alive").flatMap(HeadRules.keepAlive)
      keepsAlive = head.version.major > 1 || head.isKeepAlive && exchange.head.isKeepAlive
      exchange.inbox.put(head)
    case .body(let buffer):
      exchange.update { $0.bodyReceived += buffer.readableBytes }
      exchange.inbox.put(buffer)
    case .end(let trailers): finish(exchange, trailers)
    }
  }

  private func check(_ head: HTTPResponseHead, _ exchange: Exchange) -> TransportError? {
    let code = head.status.code
    if (102..<200).contains(code) || code == 100 {
      interim += 1
      guard interim > Self.maxInterim else { return nil }
      return TransportError(.limit, "\(exchange.peer) sent more than \(Self.maxInterim) interim responses (1xx)")
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

  /// Handles the end of a response. A server can respond before it has read the request, so after a success the upload goes on.
  private func finish(_ exchange: Exchange, _ trailers: HTTPHeaders?) {
    // If a write detects the reset before a read does, the parser takes it for the end of the body.
    let progress = exchange.snapshot()
    if progress.isReset, progress.endsWithConnection { return fail(Failures.ended(exchange, reset: true)) }
    exchange.update {
      $0.phase = .done
      if let trailers { $0.trailers = trailers }
    }
    isAnswered = !timeout.isSent && exchange.inbox.isSuccess
    if !isAnswered { succeed() }
  }

  /// Ends an exchange whose response is complete.
  private func succeed() {
    complete = exchange
    leave()
  }

  /// Ends an exchange whose upload was the last part. An HTTP/2 stream closes when both directions have ended.
  func finishUpload() {
    guard isAnswered else { return }
    succeed()
    reportEnd()
  }

  /// Ends an exchange whose complete response is followed by a request to stop the upload (RFC 9113 section 8.1).
  func endEarly() {
    guard isAnswered, let exchange else { return }
    exchange.update { $0.isUploadCut = true }
    keepsAlive = false
    finishUpload()
  }

  /// Releases the exchange, and cancels the rest of its upload.
  private func leave() {
    exchange = nil
    isAnswered = false
    timeout.stop()
    upload.take()?.cancel()
    room.take()?.fail(CancellationError())
  }

  /// Reports the end after processing all received bytes. Bytes after a response make the connection unusable.
  private func reportEnd() {
    guard let exchange = complete.take() else { return }
    let isReusable = keepsAlive && timeout.isSent
    if !isReusable { context?.close(promise: nil) }
    ended(isReusable)
    if let reader = exchange.inbox.finishing() { turnEnd.wake(reader) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    reportEnd()
    context.fireChannelReadComplete()
  }

  func fail(_ error: any Error) {
    guard let exchange else { return }
    // With its last byte, a body of known length is complete for the server, which can respond and close before the end is written here.
    if isAnswered, error.isBrokenConnection, exchange.isAllSent {
      keepsAlive = false
      return finishUpload()
    }
    if error.isBrokenConnection { exchange.update { $0.isBroken = true } }
    if case NIOSSLError.uncleanShutdown = error { exchange.update { $0.isUnclean = true } }
    exchange.inbox.finish(ErrorMapping.map(error, exchange))
    leave()
    context?.close(promise: nil)
    ended(false)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if exchange != nil { return fail(error) }
    keepsAlive = false
    if complete == nil { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) { over() }

  func handlerRemoved(context: ChannelHandlerContext) {
    over()
    self.context = nil
  }

  private func over() {
    keepsAlive = false
    fail(ChannelError.eof)
    reportEnd()
    timeout.close()
    ended(false)
  }
}

/// What the connections of a thread leave for the end of its turn, because together it costs less.
final class TurnEnd {
  private let loop: any EventLoop
  private var readers: [CheckedContinuation<Void, Never>] = []
  private var requests: [ExchangeHandler] = []

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Wakes the reader of a response that has ended, the most expensive step of a small call.
  func wake(_ reader: CheckedContinuation<Void, Never>) {
    readers.append(reader)
    if readers.count == 1 { loop.assumeIsolated().execute { self.wake() } }
  }

  private func wake() {
    var woken: [CheckedContinuation<Void, Never>] = []
    swap(&woken, &readers)
    for reader in woken { reader.resume() }
  }

  /// Sends a request that is written. Requests of many calls leave one after the other, so that a server that reads the first one need not
  /// be woken for each.
  func flush(_ request: ExchangeHandler) {
    requests.append(request)
    if requests.count == 1 { loop.assumeIsolated().execute { self.flush() } }
  }

  private func flush() {
    var written: [ExchangeHandler] = []
    swap(&written, &requests)
    for request in written { request.flush() }
  }
}
