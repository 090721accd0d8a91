import DialCore
import NIOCore
import NIOHTTP1
import Synchronization

/// The exchanges that have not reached a connection yet, by the number that their request carries there.
///
/// It bounds their time, too: once an exchange has a connection, its ``SilenceClock`` does.
final class ExchangeTable: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: Exchange] = [:]
    /// When the timer rings: one for all, looked at again then. Setting one for each wakes up the thread of the connections twice a call.
    var due: NIODeadline?
    var isClosed = false

    /// Sets the time of the next ring; nil where the timer that is set is soon enough.
    mutating func advance(to deadline: NIODeadline?) -> NIODeadline? {
      guard let deadline, due.map({ deadline < $0 }) ?? true else { return nil }
      due = deadline
      return deadline
    }
  }
  private let state = Mutex(State())

  /// The number of an exchange, which is ended when its time is over while it is here.
  func add(_ exchange: Exchange, _ group: any EventLoopGroup) throws -> Int {
    let (number, due) = try state.withLock { state throws(TransportError) in
      if state.isClosed { throw Failures.shutDown }
      state.next += 1
      state.waiting[state.next] = exchange
      return (state.next, state.advance(to: exchange.deadline))
    }
    if let due { ring(at: due, group.any()) }
    return number
  }

  /// The exchange whose mark stands first in these fields; both leave.
  func take(_ fields: inout HTTPHeaders) -> Exchange? {
    guard let mark = fields.first, mark.name == RequestHead.mark, let number = Int(mark.value) else { return nil }
    fields = HTTPHeaders(Array(fields.dropFirst()))
    return state.withLock { $0.waiting.removeValue(forKey: number) }
  }

  func remove(_ number: Int) { state.withLock { _ = $0.waiting.removeValue(forKey: number) } }

  /// Ends all that are here, and all that come: there is no client any more, and one that has ended does not tell.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for exchange in left { exchange.inbox.finish(Failures.shutDown) }
  }

  private func ring(at due: NIODeadline, _ loop: any EventLoop) {
    loop.scheduleTask(deadline: due) { [weak self] in self?.ring(loop) }
  }

  private func ring(_ loop: any EventLoop) {
    let now = NIODeadline.now()
    let (late, due) = state.withLock { state in
      let late = state.waiting.filter { $0.value.deadline.map { $0 <= now } ?? false }
      for number in late.keys { state.waiting[number] = nil }
      state.due = nil
      return (late.values, state.advance(to: state.waiting.values.compactMap(\.deadline).min()))
    }
    if let due { ring(at: due, loop) }
    for exchange in late { exchange.inbox.stop(Failures.totalTimeout(exchange)) }
  }
}
