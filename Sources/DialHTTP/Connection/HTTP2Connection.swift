import NIOCore
import NIOHTTP2

/// A connection of HTTP/2: what its streams share. Stands between its frames and its streams, and lives on the event loop.
final class HTTP2Connection: ChannelDuplexHandler, Timed {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame
  typealias OutboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  let channel: any Channel
  private let multiplexer: HTTP2StreamMultiplexer
  private let timer: DeadlineTimer
  private let readers: WaitingReaders
  private let idleTimeout: TimeAmount
  /// Told when the server has greeted, when a stream has ended, and when the connection takes no more streams.
  var changed: () -> Void = {}
  private(set) var streams: [ExchangeHandler] = []
  private var uses = 0
  /// How many streams the server lets be open at once; nil until it has greeted.
  private(set) var maxStreams: Int?
  /// The last stream that the server takes up, once it said that it takes no more (GOAWAY).
  private(set) var lastStreamID: HTTP2StreamID?
  /// The server reset the connection under all its streams.
  private(set) var isReset = false
  /// How the server broke the protocol for all its streams, or why TLS ended.
  private(set) var fault: (any Error)?
  /// The error that comes next is that of one stream, which has been closed and told already.
  var isAboutStream = false
  /// It has ended.
  private(set) var isOver = false
  private var context: ChannelHandlerContext?
  /// Frames wait to leave until the thread has done what it has at hand.
  private var isFlushing = false
  private(set) var due = NIODeadline.distantFuture
  var timerIndex: Int?
  /// Where the server names no bound (RFC 9113 section 6.5.2 recommends no less).
  private static let usualStreams = 100
  private static let window = 8 << 20

  /// Takes a new channel into use, and greets the server.
  init(_ channel: any Channel, _ timer: DeadlineTimer, _ readers: WaitingReaders, idleTimeout: TimeAmount) throws {
    (self.channel, self.timer, self.readers, self.idleTimeout) = (channel, timer, readers, idleTimeout)
    multiplexer = HTTP2StreamMultiplexer(mode: .client, channel: channel, targetWindowSize: Self.window, inboundStreamInitializer: nil)
    var connection = NIOHTTP2Handler.ConnectionConfiguration()
    connection.initialSettings = nioDefaultSettings + [HTTP2Setting(parameter: .enablePush, value: 0)]
    var stream = NIOHTTP2Handler.StreamConfiguration()
    // nginx resets each upload that it answers without reading it, which is no attack on a client.
    stream.streamResetFrameRateLimit.maximumCount = .max
    let frames = NIOHTTP2Handler(mode: .client, connectionConfiguration: connection, streamConfiguration: stream)
    try channel.pipeline.syncOperations.addHandlers([frames, self, multiplexer])
    rest()
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: streams

  var isRetired: Bool { lastStreamID != nil || isOver }
  var hasRoom: Bool { !isRetired && streams.count < maxStreams ?? 0 }

  /// Works on an exchange in a stream of its own.
  func begin(_ exchange: Exchange, otherwise giveBack: @escaping (Exchange) -> Void) {
    let before = uses
    let handler = ExchangeHandler(timer, readers, uses: before)
    uses += 1
    streams.append(handler)
    due = .distantFuture
    let here = NIOLoopBound((self, handler), eventLoop: channel.eventLoop)
    let opened = channel.eventLoop.makePromise(of: (any Channel).self)
    multiplexer.createStreamChannel(promise: opened) { channel in
      channel.eventLoop.makeCompletedFuture {
        let (connection, handler) = here.value
        if exchange.inbox.isOver { throw CancellationError() }
        try channel.pipeline.syncOperations.addHandlers([HTTP2StreamHandler(connection, handler), handler])
        handler.begin(exchange)
      }
    }
    opened.futureResult.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let stream): stream.closeFuture.assumeIsolated().whenComplete { _ in self.remove(handler) }
      case .failure:
        self.remove(handler)
        // What has got no stream has written nothing.
        if handler.uses == before { giveBack(exchange) }
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

  /// Ends what nobody has used for a while.
  func check() {
    due = .distantFuture
    if streams.isEmpty { channel.close(promise: nil) }
  }

  // MARK: frames

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data).payload {
    case .goAway(let last, _, _):
      lastStreamID = min(last, lastStreamID ?? last)
      if streams.isEmpty { context.close(promise: nil) }
      context.fireChannelRead(data)
      return changed()
    case .settings(.settings(let settings)):
      let bound = settings.last { $0.parameter == .maxConcurrentStreams }?.value
      maxStreams = bound ?? maxStreams ?? Self.usualStreams
      context.fireChannelRead(data)
      return changed()
    default: context.fireChannelRead(data)
    }
  }

  /// Each stream flushes what it has written, and each flush is a record of TLS and a write to the socket: those of all streams that the
  /// thread serves in one turn leave together.
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
    let isFatal = error is any NIOHTTP2Error && !isAboutStream && !Self.isOurs(error)
    isAboutStream = false
    // Before the greeting any error is why there is no connection.
    if isFatal || maxStreams == nil, fault == nil { fault = error }
    context.fireErrorCaught(error)
    // The handler of frames has said goodbye to the server, and reads no more.
    if isFatal { close(context: context, mode: .all, promise: nil) }
  }

  /// A frame of ours that crossed with the end of its stream or connection.
  private static func isOurs(_ error: any Error) -> Bool {
    error is NIOHTTP2Errors.CreatedStreamAfterGoaway || error is NIOHTTP2Errors.NoSuchStream
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    timer.remove(self)
    context.fireChannelInactive()
    changed()
  }
}
