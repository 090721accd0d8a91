import Dial
import DialConsole
import Synchronization

/// The progress line of a run on a terminal, and its summary: `1200 of ~5000 rows, 3 failed, 480/s, 0:08 left`.
final class EachProgress: Sendable {
  private static let interval = Duration.milliseconds(100)

  private let run: EachRun
  private let console: Console
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let last = Mutex(ContinuousClock.now)

  init(_ run: EachRun, _ console: Console) {
    (self.run, self.console) = (run, console)
    isShown = console.errIsTerminal && console.mayRedraw && !console.isJSON && !console.isQuiet
  }

  func show() {
    guard isShown else { return }
    let isDue = last.withLock { last in
      guard last.duration(to: .now) >= Self.interval else { return false }
      last = .now
      return true
    }
    if isDue { console.show(Self.line(run.tally.counts, .now - start, part: part), as: .progress) }
  }

  func end() { if isShown { console.show(nil, as: .progress) } }

  /// How much of the rows was read, from 0 to 1; nil if unknown.
  private var part: Double? { run.feed.size.flatMap { $0 > 0 ? Double(run.feed.read) / Double($0) : nil } }

  static func line(_ counts: RowCounts, _ elapsed: Duration, part: Double?) -> String {
    let seconds = max(elapsed / .seconds(1), 0.001)
    var parts = ["\(counts.ended.counted("row"))"]
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    parts.append("\(rate(Double(counts.ended - counts.earlier) / seconds))/s")
    if let part, part > 0.01, seconds > 1 { parts.append("\(DurationText.text(.seconds((seconds / part - seconds).rounded()))) left") }
    return parts.joined(separator: ", ")
  }

  private static func rate(_ rate: Double) -> String { rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))" }

  func summary(_ counts: RowCounts) -> String {
    let elapsed = ContinuousClock.now - start
    var parts = ["\(counts.ended.counted("row")): \(counts.succeeded) succeeded"]
    if counts.earlier > 0 { parts[0] += " (\(counts.earlier) earlier)" }
    let codes = counts.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key): \($0.value)" }
    if counts.failed > 0 { parts.append("\(counts.failed) failed (\(codes.joined(separator: ", ")))") }
    if counts.retries > 0 { parts.append(counts.retries.counted("retry", "retries")) }
    parts.append("in \(DurationText.text(.milliseconds(Int((elapsed / .milliseconds(1)).rounded()))))")
    return parts.joined(separator: ", ")
  }
}
