import NIOCore

/// Waits in a connection for one step of its opening. If the step fails, the connection is closed.
protocol OpeningHandler: ChannelInboundHandler, RemovableChannelHandler {
  /// Succeeds when the step is done.
  var opened: EventLoopPromise<Void> { get }
}

extension OpeningHandler {
  /// Removes the handler after the step.
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
