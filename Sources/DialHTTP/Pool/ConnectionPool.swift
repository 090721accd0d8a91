import DialMessage
import DialModel
import NIOCore
import NIOHTTP1

/// The connections to one destination, and the exchanges that wait for one. Must be used on the event loop.
/// With HTTP/2, all exchanges share one connection. With HTTP/1.1, each has its own, up to a limit.
final class ConnectionPool {
  private let destination: Destination
  private let pools: ConnectionPools
  private var waiting: [WaitingExchange] = []
  /// The exchanges for which an HTTP/2 connection opens a stream. They have left the queue, and return to it if there is no stream.
  private var starting: [WaitingExchange] = []
  private var attempts: [ConnectionAttempt] = []
  private var connections: [HTTP1Connection] = []
  /// The idle connections, the last used at the end.
  private var idle: [HTTP1Connection] = []
  /// Usually one. After a GOAWAY, the old one finishes its streams.
  private var http2: [HTTP2Connection] = []
  private var isHTTP1: Bool

  init(_ destination: Destination, _ pools: ConnectionPools) {
    (self.destination, self.pools) = (destination, pools)
    isHTTP1 = !destination.offersHTTP2
  }

  var isEmpty: Bool { waiting.isEmpty && starting.isEmpty && attempts.isEmpty && connections.isEmpty && http2.isEmpty }

  func submit(_ exchange: Exchange) {
    if exchange.inbox.isOver { return }
    // An idle connection takes the exchange at once, without a place in the queue.
    if let connection = nextIdle(for: exchange) { return connection.begin(exchange) }
    let waiter = WaitingExchange(exchange, self)
    pools.timer.add(waiter)
    if let connection = http2.first(where: \.hasRoom) { return start(waiter, in: connection) }
    waiting.append(waiter)
    openIfNeeded()
  }

  /// Returns an idle connection. One that the server may be closing is not for a request that cannot be repeated, and is closed.
  private func nextIdle(for exchange: Exchange) -> HTTP1Connection? {
    while let connection = idle.popLast() {
      guard connection.channel.isActive else { continue }
      if exchange.mayGoTwice || connection.isSureUntil > .now() { return connection }
      connection.channel.close(promise: nil)
    }
    return nil
  }

  /// Opens a stream for an exchange. Until it is open, the pool owns the exchange and watches its time.
  private func start(_ waiter: WaitingExchange, in connection: HTTP2Connection) {
    starting.append(waiter)
    connection.begin(waiter.exchange) { [self] isOpen in
      // It may have been cancelled, or its time may be over.
      guard let index = starting.firstIndex(where: { $0 === waiter }) else { return }
      starting.remove(at: index)
      if isOpen { return pools.timer.remove(waiter) }
      waiting.insert(waiter, at: 0)
      serve()
    }
  }

  /// Ends an exchange that is no longer needed, in any state.
  func cancel(_ exchange: Exchange) {
    if let waiter = (waiting + starting).first(where: { $0.exchange === exchange }) {
      remove(waiter)
      return pools.removeIfEmpty(self, destination)
    }
    handlers.first { $0.exchange === exchange }?.fail(CancellationError())
  }

  private var handlers: [ExchangeHandler] { connections.map(\.exchanges) + http2.flatMap(\.streams) }

  private func remove(_ waiter: WaitingExchange) {
    waiting.removeAll { $0 === waiter }
    starting.removeAll { $0 === waiter }
    pools.timer.remove(waiter)
  }

  /// Ends an exchange whose time is over before it got a connection.
  fileprivate func expire(_ waiter: WaitingExchange) {
    let exchange = waiter.exchange
    let isTotal = exchange.deadline.map { $0 <= .now() } ?? false
    // It waits for others, not for a connection.
    if !isTotal, attempts.isEmpty, connections.count + http2.count(where: { $0.maxStreams != nil }) > 0 { return waiter.waitLonger() }
    remove(waiter)
    let step = attempts.first?.step ?? (http2.isEmpty ? .connection : .preface)
    exchange.inbox.finish(isTotal ? Failures.totalTimeout(exchange) : Failures.connectTimeout(exchange, step))
    pools.removeIfEmpty(self, destination)
  }

  /// Assigns free connections to waiting exchanges.
  private func serve() {
    while let waiter = waiting.first {
      if let connection = http2.first(where: \.hasRoom) {
        waiting.removeFirst()
        start(waiter, in: connection)
      } else if let connection = nextIdle(for: waiter.exchange) {
        remove(waiter)
        connection.begin(waiter.exchange)
      } else {
        break
      }
    }
    openIfNeeded()
  }

  /// Uses a free connection for the next waiting exchange, or keeps it.
  private func offer(_ connection: HTTP1Connection) {
    idle.append(connection)
    serve()
    if connection.exchanges.exchange == nil { connection.rest() }
  }

  private func openIfNeeded() {
    let limit = isHTTP1 ? max(1, pools.connectionsPerHost) : 1
    let open = connections.count + http2.count { !$0.isRetired }
    while attempts.count < waiting.count, attempts.count + open < limit {
      // Without descriptors, others wait for a connection that there is; NIO and Dispatch crash.
      if let fault = SystemResources.descriptorFault("cannot open a connection", SystemResources.toSpare) {
        if attempts.count + open == 0 { refuse(waiting, fault) }
        return
      }
      openConnection(for: waiting[attempts.count].exchange)
    }
  }

  private func openConnection(for exchange: Exchange) {
    let attempt = ConnectionAttempt(destination, pools.loop, timeout: exchange.policy.connectTimeout) { [self] attempt, result in
      attempts.removeAll { $0 === attempt }
      switch result {
      case .success(let (channel, negotiated)): adopt(channel, negotiated)
      case .failure(let error): fail(error, attempt.step)
      }
    }
    attempts.append(attempt)
    attempt.start()
  }

  /// Handles a failed connection. With HTTP/1.1, each exchange has its own attempt; otherwise they share one.
  private func fail(_ error: any Error, _ step: ConnectionStep) {
    // Each waiting exchange has its own timeout, which can be longer than that of the one that opened the connection.
    let failed = error.isConnectTimeout ? [] : isHTTP1 ? waiting.prefix(1) : waiting[...]
    for waiter in failed {
      remove(waiter)
      waiter.exchange.inbox.finish(ErrorMapping.map(error, opening: step, waiter.exchange))
    }
    openIfNeeded()
    pools.removeIfEmpty(self, destination)
  }

  private func refuse(_ waiters: [WaitingExchange], _ fault: TransportError) {
    for waiter in waiters {
      remove(waiter)
      waiter.exchange.inbox.finish(fault)
    }
    pools.removeIfEmpty(self, destination)
  }

  private func adopt(_ channel: any Channel, _ negotiated: String?) {
    do {
      if negotiated == "h2" { return try adoptHTTP2(channel) }
      isHTTP1 = true
      let connection = try HTTP1Connection(channel, pools.timer, pools.turnEnd, idleTimeout: pools.idleTimeout)
      // The pool owns the connection, so the closure must not.
      connection.exchanges.ended = { [self, weak connection] isReusable in
        if let connection { ended(connection, isReusable: isReusable) }
      }
      connections.append(connection)
      offer(connection)
    } catch {
      channel.close(promise: nil)
      fail(error, .connection)
    }
  }

  private func ended(_ connection: HTTP1Connection, isReusable: Bool) {
    if isReusable { return offer(connection) }
    connections.removeAll { $0 === connection }
    idle.removeAll { $0 === connection }
    connection.close()
    openIfNeeded()
    pools.removeIfEmpty(self, destination)
  }

  private func adoptHTTP2(_ channel: any Channel) throws {
    isHTTP1 = false
    let connection = try HTTP2Connection(channel, pools.timer, pools.turnEnd, idleTimeout: pools.idleTimeout)
    connection.changed = { [self, weak connection] in
      if let connection { changed(connection) }
    }
    http2.append(connection)
  }

  private func changed(_ connection: HTTP2Connection) {
    if connection.isOver {
      http2.removeAll { $0 === connection }
      if connection.maxStreams == nil { fail(connection.fault ?? ChannelError.eof, .preface) }
    }
    serve()
    pools.removeIfEmpty(self, destination)
  }

  func close() {
    for waiter in waiting + starting {
      remove(waiter)
      waiter.exchange.inbox.finish(Failures.shutDown)
    }
    for attempt in attempts { attempt.cancel() }
    for handler in handlers { handler.fail(CancellationError()) }
    for connection in connections { connection.channel.close(promise: nil) }
    for connection in http2 { connection.channel.close(promise: nil) }
  }
}

/// An exchange without a connection. It keeps its pool.
private final class WaitingExchange: Timed {
  let exchange: Exchange
  private(set) var due: NIODeadline
  var timerIndex: Int?
  private let pool: ConnectionPool

  init(_ exchange: Exchange, _ pool: ConnectionPool) {
    (self.exchange, self.pool) = (exchange, pool)
    due = min(exchange.begun + TimeAmount(exchange.policy.connectTimeout), exchange.deadline ?? .distantFuture)
  }

  func check() { pool.expire(self) }

  /// Waits for the whole time of the call.
  func waitLonger() { due = exchange.deadline ?? .distantFuture }
}

/// All connections of one transport, by destination. Must be used on the event loop.
final class ConnectionPools {
  let loop: any EventLoop
  let timer: DeadlineTimer
  let turnEnd: TurnEnd
  let connectionsPerHost: Int
  let idleTimeout: TimeAmount
  private var pools: [Destination: ConnectionPool] = [:]

  init(_ loop: any EventLoop, connectionsPerHost: Int, idleTimeout: TimeAmount) {
    (self.loop, self.connectionsPerHost, self.idleTimeout) = (loop, connectionsPerHost, idleTimeout)
    timer = DeadlineTimer(loop)
    turnEnd = TurnEnd(loop)
  }

  func submit(_ exchange: Exchange) {
    pools.value(exchange.destination) { ConnectionPool(exchange.destination, self) }.submit(exchange)
  }

  func cancel(_ exchange: Exchange) { pools[exchange.destination]?.cancel(exchange) }

  func removeIfEmpty(_ pool: ConnectionPool, _ destination: Destination) {
    if pool.isEmpty, pools[destination] === pool { pools[destination] = nil }
  }

  func close() {
    for pool in pools.values { pool.close() }
    pools = [:]
    timer.close()
  }
}
