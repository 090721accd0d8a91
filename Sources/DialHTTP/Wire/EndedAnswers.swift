import NIOCore
import Synchronization

/// Whoever waits for an answer that has ended in this turn of the thread of the connections, to be woken up when it is over. To wake up a
/// reader is the dearest step of a small call, and those that are woken up together share it: the first one starts the threads that go on
/// with all of them, and the thread of the connections is not held up in the middle of its work.
final class EndedAnswers: Sendable {
  private let readers = Mutex<[CheckedContinuation<Void, Never>]>([])

  /// The answer is whole from now on, whoever looks.
  func add(_ exchange: Exchange, _ loop: any EventLoop) {
    guard let reader = exchange.inbox.finishing() else { return }
    let isFirst = readers.withLock { readers in
      readers.append(reader)
      return readers.count == 1
    }
    if isFirst { loop.execute { self.wake() } }
  }

  private func wake() {
    let woken = readers.withLock { readers in
      defer { readers = [] }
      return readers
    }
    for reader in woken { reader.resume() }
  }
}
