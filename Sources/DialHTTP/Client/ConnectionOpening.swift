import AsyncHTTPClient
import NIOCore
import NIOSSL

/// What is done to a new connection of a client before its first request.
struct ConnectionOpening: Sendable {
  let table: ExchangeTable
  let isVerified: Bool
  let tls: TLSConfiguration
  /// With pins the client is told to speak http, and the TLS is put in here: the client's own tells nothing of the chain.
  let pins: PinCheck?
  /// The longest time for TLS.
  let timeout: TimeAmount

  func open(_ channel: any Channel) -> EventLoopFuture<Void> {
    let ready = (pins == nil ? channel.eventLoop.makeSucceededVoidFuture() : secure(channel)).flatMap {
      Connection.install(on: channel, table, verified: isVerified)
    }
    return Self.closing(channel, ready)
  }

  /// The same for a connection of HTTP/2.
  func openShared(_ channel: any Channel) -> EventLoopFuture<Void> {
    Self.closing(channel, SharedConnection.install(on: channel, verified: isVerified))
  }

  /// The client lets go of a connection that was refused without closing it.
  private static func closing(_ channel: any Channel, _ ready: EventLoopFuture<Void>) -> EventLoopFuture<Void> {
    ready.whenFailure { _ in channel.eventLoop.execute { channel.close(promise: nil) } }
    return ready
  }

  private func secure(_ channel: any Channel) -> EventLoopFuture<Void> {
    let opened = channel.eventLoop.makePromise(of: Void.self)
    var tls = tls
    tls.applicationProtocols = ["http/1.1"]
    do {
      try TLSGate.install(on: channel, at: .first, tls, host: pins?.host ?? "", .init(isVerified: isVerified, pins: pins), opened)
    } catch {
      opened.fail(error)
    }
    let timer = channel.eventLoop.scheduleTask(in: timeout) { opened.fail(HTTPClientError.tlsHandshakeTimeout) }
    opened.futureResult.whenComplete { _ in timer.cancel() }
    return opened.futureResult
  }
}
