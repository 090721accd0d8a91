import NIOCore
import Synchronization

/// The answers that have ended in this turn of the thread of the connections, whose readers are told when it is over. To wake up a reader
/// is the dearest step of a small call, and those that are woken up together share it: the first one starts the threads that go on with
/// all of them, and the thread of the connections is not held up in the middle of its work.
final class EndedAnswers: Sendable {
  private let exchanges = Mutex<[Exchange]>([])

  func add(_ exchange: Exchange, _ loop: any EventLoop) {
    let isFirst = exchanges.withLock { exchanges in
      exchanges.append(exchange)
      return exchanges.count == 1
    }
    if isFirst { loop.execute { self.tell() } }
  }

  private func tell() {
    let ended = exchanges.withLock { exchanges in
      defer { exchanges = [] }
      return exchanges
    }
    for exchange in ended { exchange.inbox.finish() }
  }
}
