import DialEngine
import DialMessage
import DialModel
import DialSyntax
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

/// A step of a call as one line: `receiving [====>     ]  42 %  42.3 of 100.0 MB  12.3 MB/s  0:05 left`
struct ProgressLine {
  /// Smaller bodies are not told of.
  static let minimum: Int64 = 1 << 20

  let step: CallTask.Progress
  /// Bytes in a second; nil where it is too early to tell.
  let rate: Double?
  /// Of a download, whatever its length is.
  let isDownload: Bool

  /// At most so many characters; nil where there is nothing to tell.
  func text(width: Int) -> String? {
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
    // Its length does not depend on the numbers, or it would jump.
    let room = min(width - 60, 30)
    let bar = room >= 5 ? " [\(Self.bar(Double(done) / Double(total), room))] " : " "
    return String((head + bar + tail).prefix(width))
  }

  private static func bar(_ part: Double, _ room: Int) -> String {
    let full = min(Int(part * Double(room)), room)
    let done = full == room ? String(repeating: "=", count: full) : String(repeating: "=", count: full) + ">"
    return done + String(repeating: " ", count: room - done.count)
  }

  /// `0:05`, `12:30`, `2:00:09`
  private static func clock(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return ">100 h" }
    let all = Int(seconds.rounded(.up))
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (all / 3600, all / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(all % 60))"
  }
}

/// How fast bytes come, from what was seen in the last seconds.
struct ProgressRate {
  private static let window = Duration.seconds(4)
  /// Less tells nothing.
  private static let minimum = Duration.milliseconds(300)

  private var seen: [(time: Duration, bytes: Int64)] = []

  /// Takes note of how many bytes there are at a time, counted from any moment.
  mutating func add(_ bytes: Int64, at time: Duration) {
    if let last = seen.last, last.bytes > bytes { seen = [] }
    seen.append((time, bytes))
    let old = seen.firstIndex { time - $0.time <= Self.window } ?? 0
    seen.removeFirst(old)
  }

  /// Bytes in a second; nil where it is too early to tell.
  var bytesPerSecond: Double? {
    guard let first = seen.first, let last = seen.last, last.time - first.time >= Self.minimum else { return nil }
    return Double(last.bytes - first.bytes) / ((last.time - first.time) / .seconds(1))
  }
}

/// One line of a terminal while a call waits before it is sent, for the next try or a `limit`; it is gone with the next step.
struct PauseLine {
  /// Shorter waits are not told of.
  static let minimum = Duration.seconds(1)

  private let console: Console

  init(_ console: Console) { self.console = console }

  func show(_ event: Event) {
    let line = Self.text(event.kind).map { String(TerminalText.safe($0).prefix(max(console.errWidth() - 1, 20))) }
    console.status.show(line, as: .wait, on: console)
  }

  /// nil where nothing is waited for, or not for long.
  static func text(_ step: Event.Kind) -> String? {
    switch step {
    case .retried(let attempt, let wait, let reason) where wait >= minimum:
      "waiting \(DurationText.text(wait)) before attempt \(attempt): \(reason)"
    case .delayed(let wait, let reason) where wait >= minimum: "waiting \(DurationText.text(wait)): \(reason)"
    default: nil
    }
  }
}

/// What `-v` tells of the steps between a request and its reply.
enum StepText {
  /// `from the cache: fresh, 12s old`
  static func text(_ use: CacheUse) -> String {
    use.kind == .confirmed ? "from the cache: confirmed by the server" : "from the cache: \(use.kind), \(DurationText.text(use.age)) old"
  }

  static func lines(_ step: Event.Kind) -> [String] {
    switch step {
    case .redirected(let status, let url): ["< HTTP \(status)", "* redirected to \(url)"]
    case .retried(let attempt, let wait, let reason): ["* \(reason): attempt \(attempt) in \(DurationText.text(wait))"]
    case .delayed(let wait, let reason): ["* \(reason): waiting \(DurationText.text(wait))"]
    case .cached(let use): ["* \(StepText.text(use))"]
    case .refreshed(let label): ["* the server rejected the token '\(label)'; repeating the call with a new token"]
    default: []
    }
  }
}
