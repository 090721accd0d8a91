import DialMessage

/// Decides how often a download is resumed: as long as it makes progress, and a few times without any.
struct DownloadAttempts {
  /// The number of attempts in a row that may bring no progress.
  static let maximum = 3
  /// The number of bytes that count as progress. A smaller part is not kept.
  static let worth: Int64 = 16 << 10

  /// The shortest pause. It doubles after each attempt without progress.
  let pause: Duration
  private(set) var requests = 0
  private var vain = 0

  init(pause: Duration) { self.pause = pause }

  mutating func began() { requests += 1 }

  /// Returns the pause before the next attempt, given the number of bytes of the last one; nil if there should be none.
  mutating func next(gained: Int64) -> Duration? {
    vain = gained >= Self.worth ? 0 : vain + 1
    return vain > Self.maximum ? nil : Backoff(first: pause, maximum: pause * (1 << Self.maximum)).longest(vain)
  }
}
