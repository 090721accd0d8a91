import DialEngine
import DialMessage
import Synchronization

/// How far a call is, as one line of a terminal that is drawn over itself, and is gone when the call ends.
final class ProgressBar: Sendable {
  private struct State {
    var step: CallTask.Progress?
    var rate = ProgressRate()
    var isOver = false
  }

  private let console: Console
  private let isDownload: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  private init(_ console: Console, isDownload: Bool) {
    self.console = console
    self.isDownload = isDownload
  }

  /// Makes a call with a bar that it tells its steps to, and shows how far it is where it takes its time; without one where nobody
  /// would see it.
  static func during<Value>(
    _ call: (ProgressBar?) async throws(CallError) -> Value, _ console: Console, isDownload: Bool, isQuiet: Bool
  ) async throws(CallError) -> Value {
    guard console.errIsTerminal, console.mayRedraw, !console.isJSON, !isQuiet else { return try await call(nil) }
    let bar = ProgressBar(console, isDownload: isDownload)
    let clock = Task {
      try await Task.sleep(for: .milliseconds(500))
      while true {
        bar.draw()
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    defer {
      clock.cancel()
      bar.clear()
    }
    return try await call(bar)
  }

  /// What is shown next.
  func update(_ step: CallTask.Progress) { state.withLock { $0.step = step } }

  private func draw() {
    state.withLock { state in
      guard !state.isOver, let step = state.step else { return }
      state.rate.add(step.isReceiving ? step.received : step.sent, at: .now - start)
      let line = ProgressLine(step: step, rate: state.rate.bytesPerSecond, isDownload: isDownload)
      guard let text = line.text(width: console.errWidth() - 1) else { return }
      console.status.show(text, as: .progress, on: console)
    }
  }

  private func clear() {
    state.withLock { state in
      state.isOver = true
      console.status.show(nil, as: .progress, on: console)
    }
  }
}
