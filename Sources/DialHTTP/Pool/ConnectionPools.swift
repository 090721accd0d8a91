import DialMessage
import NIOCore

/// All connections of one transport, by destination. Must be used on the event loop.
final class ConnectionPools {
  let loop: any EventLoop
  let timer: DeadlineTimer
  let readers: WaitingReaders
  let connectionsPerHost: Int
  let idleTimeout: TimeAmount
  private var pools: [Destination: ConnectionPool] = [:]

  init(_ loop: any EventLoop, connectionsPerHost: Int, idleTimeout: TimeAmount) {
    (self.loop, self.connectionsPerHost, self.idleTimeout) = (loop, connectionsPerHost, idleTimeout)
    timer = DeadlineTimer(loop)
    readers = WaitingReaders(loop)
  }

  func submit(_ exchange: Exchange) {
    if let pool = pools[exchange.destination] { return pool.submit(exchange) }
    let pool = ConnectionPool(exchange.destination, self)
    pools[exchange.destination] = pool
    pool.submit(exchange)
  }

  func cancel(_ exchange: Exchange) { pools[exchange.destination]?.cancel(exchange, CancellationError()) }

  func removeIfEmpty(_ pool: ConnectionPool, _ destination: Destination) {
    if pool.isEmpty, pools[destination] === pool { pools[destination] = nil }
  }

  func close() {
    for pool in pools.values { pool.close() }
    pools = [:]
    timer.close()
  }
}
