import Dial
import Synchronization

/// Reports the progress of a call to a client that asks for it: increasing, and at most ten times a second.
final class ProgressNotes: Sendable {
  private let token: JSON
  private let peer: Peer
  private let last = Mutex((value: Int64(0), time: ContinuousClock.now - .seconds(1)))

  init(_ token: JSON, _ peer: Peer) { (self.token, self.peer) = (token, peer) }

  func bytes(_ step: CallProgress) {
    note("\(ByteCount.text(step.sent)) sent, \(ByteCount.text(step.received)) received", at: step.sent + step.received)
  }

  func note(_ text: @autoclosure () -> String, at value: Int64) {
    guard [.string, .number].contains(token.asKind) else { return }
    let isDue = last.withLock { last in
      guard value > last.value, .now - last.time >= .milliseconds(100) else { return false }
      last = (value, .now)
      return true
    }
    guard isDue else { return }
    peer.notify([
      "jsonrpc": "2.0", "method": "notifications/progress",
      "params": ["progressToken": token, "progress": JSON(value), "message": .string(text())],
    ])
  }
}
