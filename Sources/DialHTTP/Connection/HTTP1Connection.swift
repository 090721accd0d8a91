import NIOCore
import NIOHTTP1

/// An HTTP/1.1 connection, which runs one exchange after another. Must be used on the event loop.
final class HTTP1Connection: Timed {
  let channel: any Channel
  let exchanges: ExchangeHandler
  private let timer: DeadlineTimer
  private let idleTimeout: TimeAmount
  private(set) var due = NIODeadline.distantFuture
  var timerIndex: Int?

  /// Sets up a new channel.
  init(_ channel: any Channel, _ timer: DeadlineTimer, _ readers: WaitingReaders, idleTimeout: TimeAmount) throws {
    (self.channel, self.timer, self.idleTimeout) = (channel, timer, idleTimeout)
    exchanges = ExchangeHandler(timer, readers)
    var encoding = HTTPRequestEncoder.Configuration()
    encoding.automaticallySetFramingHeaders = false
    try channel.pipeline.syncOperations.addHandlers([
      HTTP1ByteHandler(exchanges), HTTPRequestEncoder(configuration: encoding),
      ByteToMessageHandler(HTTPResponseDecoder(informationalResponseStrategy: .forward)), exchanges,
    ])
  }

  func begin(_ exchange: Exchange) {
    due = .distantFuture
    exchanges.begin(exchange)
  }

  /// Keeps the idle connection until its timeout.
  func rest() {
    due = .now() + idleTimeout
    timer.add(self)
  }

  func check() {
    due = .distantFuture
    channel.close(promise: nil)
  }

  /// Handles the end of the connection.
  func close() { timer.remove(self) }
}
