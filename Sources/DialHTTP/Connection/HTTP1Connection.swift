import NIOCore
import NIOHTTP1

/// A connection of HTTP/1.1, which carries one exchange after the other. Lives on the event loop.
final class HTTP1Connection: Timed {
  let channel: any Channel
  let exchanges: ExchangeHandler
  private let timer: DeadlineTimer
  private let idleTimeout: TimeAmount
  private(set) var due = NIODeadline.distantFuture
  var timerIndex: Int?

  /// Takes a new channel into use.
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

  /// Nobody uses it, for as long as it is kept.
  func rest() {
    due = .now() + idleTimeout
    timer.add(self)
  }

  func check() {
    due = .distantFuture
    channel.close(promise: nil)
  }

  /// It has ended.
  func close() { timer.remove(self) }
}
