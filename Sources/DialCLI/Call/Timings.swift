import Dial
import Synchronization

/// The lines of `--timings`.
final class Timings: Sendable {
  private let metrics = Mutex<CallMetrics?>(nil)

  /// Records the next call of this client.
  init(of client: Client) {
    client.on { [self] event in
      if case .finished(let metrics) = event.kind { self.metrics.withLock { $0 = metrics } }
    }
  }

  /// The lines; none before the call has ended.
  var lines: [String] {
    guard let metrics = metrics.withLock({ $0 }) else { return [] }
    var lines: [String] = []
    if let connection = metrics.connection {
      let which = connection.isNew ? "a new connection" : "a connection used before"
      let version = connection.version == "HTTP/1.1" ? "" : " (\(connection.version))"
      lines.append("* waited \(Self.text(connection.waited)) for \(which)\(version)")
      lines.append("* first byte after \(Self.text(connection.firstByte))")
    }
    if let use = metrics.cache { lines.append("* \(StepText.text(use))") }
    var sum = "* \(Self.text(metrics.total)) in all, \(metrics.bytesSent) bytes sent, \(metrics.bytesReceived) received"
    if metrics.redirects > 0 { sum += ", \(metrics.redirects) redirect\(metrics.redirects == 1 ? "" : "s")" }
    lines.append(sum)
    if metrics.attempts > 1 || metrics.paused > .zero {
      let tries = "\(metrics.attempts) \(metrics.attempts == 1 ? "try" : "tries")"
      lines.append("* \(tries), \(Self.text(metrics.paused)) of it waited")
    }
    return lines
  }

  /// `12.3 ms`
  private static func text(_ duration: Duration) -> String {
    let tenths = Int64((duration / .microseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
