import Synchronization

/// What a sample printed.
final class Output: Sendable {
  private let lines = Mutex<[String]>([])
  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  /// As Swift's own `print` does, for samples to find in its place.
  func print(_ items: [Any]) { lines.withLock { $0.append(items.map { "\($0)" }.joined(separator: " ")) } }
}
