import DialMessage
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// Converts the messages of one exchange to frames, and frames to messages. If the stream is closed early, reports why.
final class HTTP2StreamHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTP2Frame.FramePayload

  private let connection: HTTP2Connection
  private let exchanges: ExchangeHandler
  /// The last write, until it is known whether the request ends with it.
  private var last: (payload: HTTP2Frame.FramePayload, promise: EventLoopPromise<Void>?)?
  /// The code with which the server closed the stream (RST_STREAM).
  private var reset: HTTP2ErrorCode?
  /// Whether this side closed the stream.
  private var isClosed = false

  init(_ connection: HTTP2Connection, _ exchanges: ExchangeHandler) {
    self.connection = connection
    self.exchanges = exchanges
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      exchanges.exchange?.update { $0.isHTTP2 = true }
      last = (.headers(.init(headers: Self.fields(of: head))), following(promise, context))
    case .body(let data):
      writeLast(context)
      last = (.data(.init(data: data)), promise)
    case .end:
      switch last?.payload {
      case .headers(var head):
        head.endStream = true
        last?.payload = .headers(head)
      case .data(var data):
        data.endStream = true
        last?.payload = .data(data)
      default: last = (.data(.init(data: .byteBuffer(ByteBuffer()), endStream: true)), nil)
      }
      last?.promise.setOrCascade(to: promise)
      writeLast(context)
    }
  }

  func flush(context: ChannelHandlerContext) {
    writeLast(context)
    context.flush()
  }

  private func writeLast(_ context: ChannelHandlerContext) {
    guard let last = last.take() else { return }
    context.write(wrapOutboundOut(last.payload), promise: last.promise)
  }

  /// If the stream cannot be opened, only the write of its head fails.
  private func following(_ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
    let promise = promise ?? context.eventLoop.makePromise()
    promise.futureResult.assumeIsolated().whenFailure { [weak self] error in
      if error is NIOHTTP2Errors.CreatedStreamAfterGoaway { self?.errorCaught(context: context, error: error) }
    }
    return promise
  }

  /// Returns the fields without those of a connection (RFC 9113 section 8.2.2), with lowercase names.
  private static func fields(of head: HTTPRequestHead) -> HPACKHeaders {
    let authority = head.headers.first(name: "host") ?? ""
    let named = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    var fields = HPACKHeaders([(":path", head.uri), (":method", head.method.rawValue), (":scheme", "https"), (":authority", authority)])
    fields.reserveCapacity(head.headers.count + 4)
    for (name, value) in head.headers {
      let name = name.lowercased()
      if !connectionFields.contains(name), !named.contains(name) { fields.add(name: name, value: value) }
    }
    return fields
  }

  private static let connectionFields: Set<String> = [
    "host", "connection", "proxy-connection", "keep-alive", "transfer-encoding", "upgrade",
  ]

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    isClosed = true
    context.close(mode: mode, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    exchanges.timeout.touch()
    switch unwrapInboundIn(data) {
    case .headers(let part):
      // Trailers have no status.
      let status = part.headers.first(name: ":status")
      if let status { read(status, part.headers, context) }
      if part.endStream { context.fireChannelRead(wrapInboundOut(.end(status == nil ? Self.lines(of: part.headers) : nil))) }
    case .data(let part):
      if case .byteBuffer(let bytes) = part.data {
        exchanges.exchange?.update { $0.received += bytes.readableBytes }
        context.fireChannelRead(wrapInboundOut(.body(bytes)))
      }
      if part.endStream { context.fireChannelRead(wrapInboundOut(.end(nil))) }
    case .rstStream(let code): reset = code
    default: break
    }
  }

  private func read(_ status: String, _ fields: HPACKHeaders, _ context: ChannelHandlerContext) {
    exchanges.exchange?.update { progress in
      progress.received += 1
      progress.beginHead()
    }
    let head = HTTPResponseHead(version: .http2, status: .init(statusCode: Int(status) ?? 0), headers: Self.lines(of: fields))
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private static func lines(of fields: HPACKHeaders) -> HTTPHeaders {
    HTTPHeaders(fields.lazy.filter { $0.name.utf8.first != UInt8(ascii: ":") }.map { ($0.name, $0.value) })
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The server has responded and does not need the rest of the request (RFC 9113 section 8.1).
    if reset == .noError, exchanges.isAnswered { return exchanges.endEarly() }
    context.fireErrorCaught(exchanges.exchange.map { cause(error, $0, context) } ?? error)
  }

  private func cause(_ error: any Error, _ exchange: Exchange, _ context: ChannelHandlerContext) -> any Error {
    if error is NIOHTTP2Errors.CreatedStreamAfterGoaway || isLeftBehind(context) {
      return leftBehind(exchange)
    }
    guard let error = error as? NIOHTTP2Errors.StreamClosed, !isClosed else { return error }
    if let reset { return HTTP2Failures.reset(exchange, reset) }
    connection.isAboutStream = error.errorCode != .cancel
    return HTTP2Failures.refused(exchange)
  }

  private func leftBehind(_ exchange: Exchange) -> TransportError {
    exchange.update { $0.isLeftForNext = connection.isAtItsEnd }
    return HTTP2Failures.leftBehind(exchange, connection.goAwayCode)
  }

  /// Whether the server does not process this stream (GOAWAY, RFC 9113 section 6.8).
  private func isLeftBehind(_ context: ChannelHandlerContext) -> Bool {
    guard let last = connection.lastStreamID else { return false }
    guard let own = try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID) else { return true }
    return own > last
  }

  func channelInactive(context: ChannelHandlerContext) {
    // Without a reset, an open connection closes a stream only after both sides have sent all frames.
    if !connection.isOver, reset == nil { exchanges.finishUpload() }
    if let exchange = exchanges.exchange {
      if connection.isReset { exchange.update { $0.isReset = true } }
      if isLeftBehind(context) {
        context.fireErrorCaught(leftBehind(exchange))
      } else if let code = connection.goAwayCode {
        context.fireErrorCaught(HTTP2Failures.reset(exchange, code, closing: "connection"))
      } else if let fault = connection.fault {
        context.fireErrorCaught(HTTP2Failures.broken(exchange, fault))
      }
    }
    context.fireChannelInactive()
  }
}
