import NIOCore
import NIOHTTP2

/// An HTTP/2 connection: the state that its streams share. Between its frames and its streams; must be used on the event loop.
final class HTTP2Connection: ChannelDuplexHandler, Timed {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame
  typealias OutboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  let channel: any Channel
  private let multiplexer: HTTP2StreamMultiplexer
  private let timer: DeadlineTimer
  private let turnEnd: TurnEnd
  private let idleTimeout: TimeAmount
  /// Called after the greeting of the server, when a stream has ended, and when the connection accepts no more streams.
  var changed: () -> Void = {}
  private(set) var streams: [ExchangeHandler] = []
  private var uses = 0
  /// The maximum number of open streams; nil before the greeting of the server.
  private(set) var maxStreams: Int?
  /// The last stream that the server processes, after it stopped accepting streams (GOAWAY).
  private(set) var lastStreamID: HTTP2StreamID?
  /// Why it did; nil if it names no error.
  private(set) var goAwayCode: HTTP2ErrorCode?
  /// Whether the server ends the connection without an error after it has accepted requests, as many do after a number of them.
  var isAtItsEnd: Bool { goAwayCode == nil && lastStreamID.map { $0 > .rootStream } ?? false }
  private(set) var isReset = false
  /// The protocol or TLS error of the whole connection.
  private(set) var fault: (any Error)?
  /// Whether the next error belongs to a stream that has already been closed.
  var isAboutStream = false
  private(set) var isOver = false
  private var context: ChannelHandlerContext?
  /// Whether frames wait until the end of the turn of the event loop.
  private var isFlushing = false
  private(set) var due = NIODeadline.distantFuture
  var timerIndex: Int?
  /// The limit if the server declares none (RFC 9113 section 6.5.2 recommends at least this).
  private static let usualStreams = 100
  private static let window = 8 << 20

  /// Sets up a new channel, and greets the server.
  init(_ channel: any Channel, _ timer: DeadlineTimer, _ turnEnd: TurnEnd, idleTimeout: TimeAmount) throws {
    (self.channel, self.timer, self.turnEnd, self.idleTimeout) = (channel, timer, turnEnd, idleTimeout)
    multiplexer = HTTP2StreamMultiplexer(mode: .client, channel: channel, targetWindowSize: Self.window, inboundStreamInitializer: nil)
    var connection = NIOHTTP2Handler.ConnectionConfiguration()
    connection.initialSettings = nioDefaultSettings + [HTTP2Setting(parameter: .enablePush, value: 0)]
    // Frames for cancelled streams can still be under way. For other closed streams, they end the connection.
    connection.maximumRecentlyResetStreams = 1024
    var stream = NIOHTTP2Handler.StreamConfiguration()
    // nginx resets each upload that it responds to without reading, which is not an attack on a client.
    stream.streamResetFrameRateLimit.maximumCount = 20_000
    stream.streamResetFrameRateLimit.windowLength = .seconds(10)
    let frames = NIOHTTP2Handler(mode: .client, connectionConfiguration: connection, streamConfiguration: stream)
    try channel.pipeline.syncOperations.addHandlers([frames, self, multiplexer])
    rest()
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  var isRetired: Bool { lastStreamID != nil || isOver }
  var hasRoom: Bool { !isRetired && streams.count < maxStreams ?? 0 }

  /// Runs an exchange in a new stream. `started` is called once: when the stream has the exchange, or when there is no stream and nothing
  /// was written. The connection can end in between.
  func begin(_ exchange: Exchange, _ started: @escaping (_ isOpen: Bool) -> Void) {
    let handler = ExchangeHandler(timer, turnEnd, uses: uses)
    uses += 1
    streams.append(handler)
    due = .distantFuture
    let here = NIOLoopBound((self, handler, started), eventLoop: channel.eventLoop)
    let opened = channel.eventLoop.makePromise(of: (any Channel).self)
    multiplexer.createStreamChannel(promise: opened) { channel in
      channel.eventLoop.makeCompletedFuture {
        let (connection, handler, started) = here.value
        // A stream of a connection that has ended would never become active.
        if exchange.inbox.isOver || connection.isRetired { throw CancellationError() }
        try channel.pipeline.syncOperations.addHandlers([HTTP2StreamHandler(connection, handler), handler])
        handler.begin(exchange)
        handler.flush()
        started(true)
      }
    }
    opened.futureResult.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let stream): stream.closeFuture.assumeIsolated().whenComplete { _ in self.remove(handler) }
      case .failure:
        self.remove(handler)
        started(false)
      }
    }
  }

  private func remove(_ handler: ExchangeHandler) {
    streams.removeAll { $0 === handler }
    if streams.isEmpty {
      if isRetired { return channel.close(promise: nil) }
      rest()
    }
    changed()
  }

  private func rest() {
    due = .now() + idleTimeout
    timer.add(self)
  }

  /// Closes the connection if it has been idle.
  func check() {
    due = .distantFuture
    if streams.isEmpty { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data).payload {
    case .goAway(let last, let code, _):
      lastStreamID = min(last, lastStreamID ?? last)
      if code != .noError { goAwayCode = code }
      if streams.isEmpty { context.close(promise: nil) }
    case .settings(.settings(let settings)):
      let bound = settings.last { $0.parameter == .maxConcurrentStreams }?.value
      maxStreams = bound ?? maxStreams ?? Self.usualStreams
    default: return context.fireChannelRead(data)
    }
    context.fireChannelRead(data)
    changed()
  }

  /// Combines the flushes of all streams in one turn of the thread, because each flush is a TLS record and a write to the socket.
  func flush(context: ChannelHandlerContext) {
    guard !isFlushing else { return }
    isFlushing = true
    context.eventLoop.assumeIsolated().execute { self.flushNow() }
  }

  private func flushNow() {
    guard isFlushing else { return }
    isFlushing = false
    context?.flush()
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    flushNow()
    context.close(mode: mode, promise: promise)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? IOError, error.isReset { isReset = true }
    // A request can be written just after the server stopped accepting streams.
    let isFatal = error is any NIOHTTP2Error && !isAboutStream && !(error is NIOHTTP2Errors.CreatedStreamAfterGoaway)
    isAboutStream = false
    // Before the greeting, any error ends the connection.
    if isFatal || maxStreams == nil, fault == nil { fault = error }
    context.fireErrorCaught(error)
    // The frame handler has sent GOAWAY, and reads no more.
    if isFatal { close(context: context, mode: .all, promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    timer.remove(self)
    context.fireChannelInactive()
    changed()
  }
}
