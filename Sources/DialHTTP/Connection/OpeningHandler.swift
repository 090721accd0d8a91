import NIOCore

/// Stands in a connection until one step of its opening is done. Where the step fails, the connection ends with it.
protocol OpeningHandler: ChannelInboundHandler, RemovableChannelHandler {
  /// Succeeds when the step is done.
  var opened: EventLoopPromise<Void> { get }
}

extension OpeningHandler {
  /// The step is done.
  func leave(_ context: ChannelHandlerContext) {
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
    opened.succeed()
  }

  func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    opened.fail(error)
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

  func channelInactive(context: ChannelHandlerContext) {
    opened.fail(ChannelError.eof)
    context.fireChannelInactive()
  }
}
