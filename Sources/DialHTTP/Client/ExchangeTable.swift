import DialMessage
import NIOCore
import NIOHTTP1
import Synchronization

/// The exchanges that have not reached a connection yet, by the number that their request carries there.
///
/// It bounds their time, too: once an exchange has a connection, its ``SilenceClock`` does.
final class ExchangeTable: Sendable {
  /// A place in the table, and which of its exchanges has it: a number comes again only after 2^31 turns of its place.
  private struct Slot {
    var number: Int
    var exchange: Exchange?
  }

  private struct State {
    var slots: [Slot] = []
    var free: [Int] = []
    /// When the timer rings: one for all, looked at again then. Setting one for each wakes up the thread of the connections twice a call.
    var due: NIODeadline?
    var isClosed = false

    mutating func add(_ exchange: Exchange) -> Int {
      guard let place = free.popLast() else {
        slots.append(Slot(number: slots.count, exchange: exchange))
        return slots.count - 1
      }
      // Stays positive, and one of the same place, where it begins anew.
      slots[place].number = (slots[place].number &+ ExchangeTable.places) & .max
      slots[place].exchange = exchange
      return slots[place].number
    }

    mutating func take(_ number: Int) -> Exchange? {
      let place = number % ExchangeTable.places
      guard slots.indices.contains(place), slots[place].number == number, let exchange = slots[place].exchange.take() else { return nil }
      free.append(place)
      return exchange
    }

    /// Sets the time of the next ring; nil where the timer that is set is soon enough.
    mutating func advance(to deadline: NIODeadline?) -> NIODeadline? {
      guard let deadline, due.map({ deadline < $0 }) ?? true else { return nil }
      due = deadline
      return deadline
    }
  }
  private let state = Mutex(State())
  /// The readers of those that have just left theirs.
  let ended = EndedAnswers()
  /// More than can wait at once.
  private static let places = 1 << 32

  /// The number of an exchange, which is ended when its time is over while it is here.
  func add(_ exchange: Exchange, _ group: any EventLoopGroup) throws -> Int {
    let (number, due) = try state.withLock { state throws(TransportError) in
      if state.isClosed { throw Failures.shutDown }
      return (state.add(exchange), state.advance(to: exchange.deadline))
    }
    if let due { ring(at: due, group.any()) }
    return number
  }

  /// The exchange whose mark stands first in these fields; both leave.
  func take(_ fields: inout HTTPHeaders) -> Exchange? {
    var lines: [(String, String)] = []
    lines.reserveCapacity(fields.count)
    var number: Int?
    for (name, value) in fields {
      if number == nil, name == RequestHead.mark, let marked = Int(value) { number = marked } else { lines.append((name, value)) }
    }
    guard let number else { return nil }
    fields = HTTPHeaders(lines)
    return state.withLock { $0.take(number) }
  }

  func remove(_ number: Int) { state.withLock { _ = $0.take(number) } }

  /// Ends all that are here, and all that come: the clients end, and one that has ended does not tell.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      return state.slots.indices.compactMap { state.slots[$0].exchange.take() }
    }
    for exchange in left { exchange.inbox.stop(Failures.shutDown) }
  }

  private func ring(at due: NIODeadline, _ loop: any EventLoop) {
    loop.scheduleTask(deadline: due) { [weak self] in self?.ring(due, loop) }
  }

  private func ring(_ rung: NIODeadline, _ loop: any EventLoop) {
    let now = NIODeadline.now()
    let (late, due) = state.withLock { state -> ([Exchange], NIODeadline?) in
      // A timer for a sooner time was set since, and has seen to all.
      guard state.due == rung else { return ([], nil) }
      let waiting = state.slots.filter { $0.exchange != nil }
      let late = waiting.filter { $0.exchange?.deadline.map { $0 <= now } ?? false }
      for slot in late { _ = state.take(slot.number) }
      state.due = nil
      let deadlines = waiting.compactMap(\.exchange?.deadline).filter { $0 > now }
      return (late.compactMap(\.exchange), state.advance(to: deadlines.min()))
    }
    if let due { ring(at: due, loop) }
    for exchange in late { exchange.inbox.stop(Failures.totalTimeout(exchange)) }
  }
}
