import DialMessage
import NIOCore

/// One attempt to open a WebSocket: a new connection and its handshake. Must be used on the event loop.
final class SocketOpening {
  private let exchange: Exchange
  private let answer: EventLoopPromise<Response>
  private var attempt: ConnectionAttempt?
  private var channel: (any Channel)?
  private var deadline: Scheduled<Void>?

  private init(_ exchange: Exchange, _ answer: EventLoopPromise<Response>) {
    self.exchange = exchange
    self.answer = answer
  }

  /// Throws the errors of the libraries.
  static func answer(to request: PreparedRequest, _ exchange: Exchange, _ core: TransportCore) async throws -> Response {
    let loop = try core.withLoop { $0 }
    let answer = loop.makePromise(of: Response.self)
    let opening = NIOLoopBoundBox.makeBoxSendingValue(SocketOpening(exchange, answer), eventLoop: loop)
    loop.execute { opening.value.start(Handshake(request, exchange, request.socket ?? SocketOptions()), core, loop) }
    do {
      let response = try await withTaskCancellationHandler {
        try await answer.futureResult.get()
      } onCancel: {
        loop.execute { opening.value.end(CancellationError()) }
      }
      try Task.checkCancellation()
      loop.execute { opening.value.settle(response) }
      return response
    } catch {
      loop.execute { opening.value.end(error) }
      throw error
    }
  }

  private func start(_ handshake: Handshake, _ core: TransportCore, _ loop: any EventLoop) {
    deadline = exchange.deadline.map {
      loop.assumeIsolated().scheduleTask(deadline: $0) { self.end(Failures.totalTimeout(self.exchange)) }
    }
    let attempt = ConnectionAttempt(exchange.destination, loop, timeout: exchange.policy.connectTimeout) { [self] attempt, result in
      do {
        let (channel, _) = try result.get()
        self.channel = channel
        try HandshakeHandler.install(on: channel, handshake, answer, core)
      } catch {
        end(ErrorMapping.map(error, opening: attempt.step, exchange))
      }
    }
    self.attempt = attempt
    attempt.start()
  }

  private func settle(_ response: Response) {
    deadline?.cancel()
    attempt = nil
    if response.socket == nil { channel?.close(promise: nil) }
  }

  private func end(_ error: any Error) {
    deadline?.cancel()
    answer.fail(error)
    channel?.close(promise: nil)
    attempt?.cancel()
    attempt = nil
  }
}

/// The handler nearest to the socket (after TLS): reports received bytes, and drops them when they are no longer needed.
final class SocketByteHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let exchange: Exchange
  private(set) var lastRead = NIODeadline.now()
  var isDraining = false
  /// Set while the HTTP parser is being removed: an end of the connection would make it drop the frames after the response.
  var isSwitching = false
  private(set) var isOver = false

  init(_ exchange: Exchange) { self.exchange = exchange }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastRead = .now()
    if isDraining { return }
    let bytes = unwrapInboundIn(data).readableBytesView
    exchange.update { progress in
      if progress.phase != .done { progress.add(bytes) }
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    if !isSwitching { context.fireChannelInactive() }
  }
}
