import Dial
import Synchronization

/// What `--timings` tells of a call, as lines of stderr.
final class Timings: Sendable {
  private let metrics = Mutex<CallMetrics?>(nil)

  /// Takes note of the call of this client that comes next.
  init(of client: Client) {
    client.on { [self] event in
      if case .finished(let metrics) = event.kind { self.metrics.withLock { $0 = metrics } }
    }
  }

  /// None before the call has ended.
  var lines: [String] {
    guard let metrics = metrics.withLock({ $0 }) else { return [] }
    var lines: [String] = []
    if let connection = metrics.connection {
      let which = connection.isNew ? "a new connection" : "a reused connection"
      let version = connection.version == "HTTP/1.1" ? "" : " (\(connection.version))"
      lines.append("* waited \(Self.text(connection.waited)) for \(which)\(version)")
      lines.append("* first byte after \(Self.text(connection.firstByte))")
    }
    if let use = metrics.cache { lines.append("* \(StepText.text(use))") }
    var sum = "* \(Self.text(metrics.total)) in total, \(metrics.bytesSent) bytes sent, \(metrics.bytesReceived) bytes received"
    if metrics.redirects > 0 { sum += ", \(metrics.redirects) redirect\(metrics.redirects == 1 ? "" : "s")" }
    lines.append(sum)
    if metrics.attempts > 1 || metrics.paused > .zero {
      let tries = "\(metrics.attempts) \(metrics.attempts == 1 ? "attempt" : "attempts")"
      lines.append("* \(tries), \(Self.text(metrics.paused)) spent waiting")
    }
    return lines
  }

  /// `12.3 ms`
  private static func text(_ duration: Duration) -> String {
    let tenths = Int64((duration / .microseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
