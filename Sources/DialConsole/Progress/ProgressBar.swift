package import Dial
import Synchronization

/// The progress of a call as a line that is redrawn, and removed at the end.
package final class ProgressBar: Sendable {
  private struct State {
    var step: CallTask.Progress?
    var rate = ProgressRate()
    var isOver = false
  }

  private let console: Console
  private let isDownload: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  private init(_ console: Console, isDownload: Bool) { (self.console, self.isDownload) = (console, isDownload) }

  /// Makes a call with a progress bar.
  package static func during<Value>(
    _ call: (ProgressBar) async throws(CallError) -> Value, _ console: Console, isDownload: Bool
  ) async throws(CallError) -> Value {
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

  package func update(_ step: CallTask.Progress) { state.withLock { $0.step = step } }

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

/// One line of progress: `receiving [====>     ]  42 %  42.3 of 100.0 MB  12.3 MB/s  0:05 left`
package struct ProgressLine {
  /// The minimum size of a body with a progress bar, in bytes.
  package static let minimum: Int64 = 1 << 20

  package let step: CallTask.Progress
  /// Bytes per second; nil if unknown.
  package let rate: Double?
  /// Whether this is a download, which is shown whatever its size.
  package let isDownload: Bool

  /// Returns the line in at most `width` columns; nil if there is nothing to show.
  package func text(width: Int) -> String? {
    let (done, total) = step.isReceiving ? (step.received, step.toReceive) : (step.sent, step.toSend)
    guard step.isReceiving && isDownload || max(total ?? done, done) >= Self.minimum else { return nil }
    if !step.isReceiving, done == total { return String("sent \(ByteCount.text(done)), waiting for the response".prefix(width)) }
    let head = step.isReceiving ? "receiving" : "sending"
    var tail = total.map { ByteCount.text(done, of: $0) } ?? ByteCount.text(done)
    if let rate { tail += "  \(ByteCount.text(Int64(rate)))/s" }
    guard let total, total > 0 else { return String("\(head) \(tail)".prefix(width)) }
    if let rate, rate > 0, done < total { tail += "  \(Self.clock(Double(total - done) / rate)) left" }
    let percent = "\(done * 100 / total) %"
    tail = String(repeating: " ", count: max(0, 5 - percent.count)) + percent + "  " + tail
    // The width does not depend on the numbers, so that the bar does not jump.
    let room = min(width - 67, 30)
    let bar = room >= 5 ? " [\(Self.bar(Double(done) / Double(total), room))] " : " "
    let line = head + bar + tail
    // On a narrow terminal, the last parts are left out.
    return line.count <= width ? line : Self.cut(head + " " + tail, width)
  }

  /// Leaves out the last parts of a line, which are separated by two spaces, until it fits.
  private static func cut(_ line: String, _ width: Int) -> String {
    var line = line[...]
    while line.count > width, let gap = line.ranges(of: "  ").last, gap.lowerBound > line.startIndex { line = line[..<gap.lowerBound] }
    return String(line.prefix(width))
  }

  private static func bar(_ part: Double, _ room: Int) -> String {
    let full = min(Int(part * Double(room)), room)
    let done = full == room ? String(repeating: "=", count: full) : String(repeating: "=", count: full) + ">"
    return done + String(repeating: " ", count: room - done.count)
  }

  private static func clock(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return ">100 h" }
    let all = Int(seconds.rounded(.up))
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (all / 3600, all / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(all % 60))"
  }
}

package struct ProgressRate {
  private static let window = Duration.seconds(4)
  private static let minimum = Duration.milliseconds(300)

  private var seen: [(time: Duration, bytes: Int64)] = []

  /// Records the total number of bytes at a time, which is relative to any start.
  package mutating func add(_ bytes: Int64, at time: Duration) {
    if let last = seen.last, last.bytes > bytes { seen = [] }
    seen.append((time, bytes))
    let old = seen.firstIndex { time - $0.time <= Self.window } ?? 0
    seen.removeFirst(old)
  }

  var bytesPerSecond: Double? {
    guard let first = seen.first, let last = seen.last, last.time - first.time >= Self.minimum else { return nil }
    return Double(last.bytes - first.bytes) / ((last.time - first.time) / .seconds(1))
  }
}

/// The lines of `-v` for steps between request and response.
package enum StepText {
  package static func text(_ use: CacheUse) -> String {
    use.kind == .confirmed ? "from the cache: confirmed by the server" : "from the cache: \(use.kind), \(DurationText.text(use.age)) old"
  }

  /// Returns what a call waits for; nil if there is no pause of this length.
  package static func pause(_ step: Event.Kind, ofAtLeast minimum: Duration = .zero) -> String? {
    switch step {
    case .retried(let attempt, let wait, let reason) where wait >= minimum:
      "waiting \(DurationText.text(wait)) before attempt \(attempt): \(reason)"
    case .delayed(let wait, let reason) where wait >= minimum: "waiting \(DurationText.text(wait)): \(reason)"
    default: nil
    }
  }

  package static func lines(_ step: Event.Kind) -> [String] {
    switch step {
    case .redirected(let status, let url): ["< HTTP \(status)", "* redirected to \(url)"]
    case .retried, .delayed: pause(step).map { ["* \($0)"] } ?? []
    case .cached(let use): ["* \(StepText.text(use))"]
    case .refreshed(let label): ["* the server rejected the token '\(label)'; repeating the call with a new token"]
    default: []
    }
  }
}
