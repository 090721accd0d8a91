import Synchronization

/// The output of a sample.
final class Output: Sendable {
  private let lines = Mutex<[String]>([])
  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  /// Replaces `print` of Swift in samples.
  func print(_ items: [Any]) { lines.withLock { $0.append(items.map { "\($0)" }.joined(separator: " ")) } }
}
