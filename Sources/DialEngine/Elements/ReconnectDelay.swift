import DialMessage

/// The pauses before a stream is taken up again (WHATWG HTML section 9.2.3): the one that the server asks for, else 3 seconds, twice as
/// long with each try in vain. A server that asks for none is not stormed, and one that asks for a day is not waited for.
package struct ReconnectDelay {
  /// A stream that lasts as long as this was worth taking up, even where no event came.
  package static let worthwhile = Duration.seconds(10)

  static let minimum: UInt128 = 250
  static let maximum: UInt128 = 300_000
  /// Doubling goes no further than this.
  static let maxDoubled: UInt128 = 60_000
  static let maxTries = 5

  /// Those that followed each other in vain.
  private(set) var tries = 0

  /// The pause before the next try; nil where there were enough.
  mutating func next(_ retry: UInt128?) -> Duration? {
    guard tries < Self.maxTries else { return nil }
    let asked = min(max(retry ?? 3000, Self.minimum), Self.maximum)
    let first = Duration.milliseconds(Int64(asked))
    defer { tries += 1 }
    return Backoff(first: first, maximum: max(first, .milliseconds(Int64(Self.maxDoubled)))).longest(tries)
  }

  /// The stream gave something: the next try is the first one again.
  mutating func reset() { tries = 0 }
}
