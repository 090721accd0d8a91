import DialEngine
import DialMessage

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
