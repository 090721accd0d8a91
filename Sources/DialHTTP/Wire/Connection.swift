import NIOCore
import NIOHTTP1
import NIOSSL

/// What the handlers of one connection share. Lives on the connection's event loop.
final class Connection {
  /// The request that the connection works on.
  var exchange: Exchange?
  /// Requests begun on it.
  var uses = 0
  let table: ExchangeTable
  let alarm: Alarm
  let clock: SilenceClock

  /// The streams of a connection share an alarm.
  init(_ table: ExchangeTable, _ alarm: Alarm = Alarm()) {
    self.table = table
    self.alarm = alarm
    clock = SilenceClock(alarm)
  }

  /// Puts our handlers into a new connection of the client: one that sees bytes, nearest to the socket (after TLS), and one
  /// that sees messages, nearest to the client.
  /// `verified`: the certificate is looked at once more, see ``PeerCertificate``.
  static func install(on channel: any Channel, _ table: ExchangeTable, verified: Bool) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      if verified, let tls = try? pipeline.handler(type: NIOSSLClientHandler.self), let leaf = tls.peerCertificate {
        try PeerCertificate.check(leaf)
      }
      let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      let connection = Connection(table)
      try pipeline.addHandler(ByteWatch(connection), position: .before(encoder))
      try pipeline.addHandler(MessageWatch(connection), position: .after(decoder))
    }
  }
}
