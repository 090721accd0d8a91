import DialMessage

/// How often a download that breaks off is taken up again: for as long as it gets on, and a few times in vain.
struct DownloadAttempts {
  /// Tries that follow each other in vain.
  static let maximum = 3
  /// Fewer bytes than these are no gain, and not worth keeping.
  static let worth: Int64 = 16 << 10

  /// The shortest pause; each try in vain doubles it.
  let pause: Duration
  private(set) var requests = 0
  private var vain = 0

  init(pause: Duration) { self.pause = pause }

  mutating func began() { requests += 1 }

  /// The pause before the next try, after one that brought so many bytes; nil where there were enough.
  mutating func next(gained: Int64) -> Duration? {
    vain = gained >= Self.worth ? 0 : vain + 1
    return vain > Self.maximum ? nil : Backoff(first: pause, maximum: pause * (1 << Self.maximum)).longest(vain)
  }
}
