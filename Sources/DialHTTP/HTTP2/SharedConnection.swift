import NIOCore
import NIOHTTP2
import NIOSSL

/// What the streams of one HTTP/2 connection share: a handler between its frames and its streams. Lives on the connection's event loop.
final class SharedConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame
  typealias OutboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// Requests begun on it.
  var uses = 0
  /// Rings the clocks of its streams.
  let alarm = Alarm()
  /// Streams that are open.
  var open = 0
  /// Streams that the server reset, or may have: once a stream has ended it is not seen.
  private var resets = 0
  private var isRetired = false
  private var context: ChannelHandlerContext?
  /// Frames wait to leave until the thread has done what it has at hand.
  private var isFlushing = false
  /// The layer below takes a server that resets more than 200 streams in half a minute for an attacker, and ends the connection under all
  /// streams. nginx resets each upload that it answers without reading it.
  private static let maxResets = 190
  /// The server said that it takes no more streams (GOAWAY); those that it had not taken up are closed then.
  private(set) var isGoing = false
  /// The server reset the connection under all its streams.
  private(set) var isReset = false
  /// How the server broke the protocol for all its streams.
  private(set) var fault: (any Error)?
  /// The error that comes next is that of one stream, which has been closed and told already.
  var isAboutStream = false

  /// Looks at the certificate as over HTTP/1.1, and puts the handler into a new connection of the client.
  static func install(on channel: any Channel, verified: Bool) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      if verified, let leaf = try pipeline.handler(type: NIOSSLClientHandler.self).peerCertificate { try PeerCertificate.check(leaf) }
      let frames = try pipeline.handler(type: NIOHTTP2Handler.self)
      try pipeline.addHandler(SharedConnection(), position: .after(frames))
    }
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    alarm.close()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .goAway = unwrapInboundIn(data).payload { isGoing = true }
    context.fireChannelRead(data)
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

  /// A stream was reset, or may come to be. While all that are open may be so within the bound, the client is told that the server takes no
  /// more.
  func countReset() {
    resets += 1
    guard resets + open >= Self.maxResets, !isRetired else { return }
    isRetired = true
    let goodbye = HTTP2Frame.FramePayload.goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)
    context?.fireChannelRead(wrapInboundOut(HTTP2Frame(streamID: .rootStream, payload: goodbye)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? IOError, error.isReset { isReset = true }
    let isFatal = error is any NIOHTTP2Error && !isAboutStream && !Self.isOurs(error)
    isAboutStream = false
    if isFatal, fault == nil { fault = error }
    context.fireErrorCaught(error)
    // The handler of frames has said goodbye to the server, and reads no more.
    if isFatal { close(context: context, mode: .all, promise: nil) }
  }

  /// A frame of ours that crossed with the end of its stream or connection.
  private static func isOurs(_ error: any Error) -> Bool {
    error is NIOHTTP2Errors.CreatedStreamAfterGoaway || error is NIOHTTP2Errors.NoSuchStream
  }
}
