import DialMessage

/// The pauses before reconnecting a stream (WHATWG HTML section 9.2.3): the `retry` value of the server, otherwise 3 seconds, doubled
/// after each failure. A minimum protects the server; a maximum limits the wait.
package struct ReconnectDelay {
  /// A stream that lasts this long counts as a success, even without an event.
  package static let worthwhile = Duration.seconds(10)

  static let minimum: UInt128 = 250
  static let maximum: UInt128 = 300_000
  /// The maximum after doubling.
  static let maxDoubled: UInt128 = 60_000
  static let maxTries = 5

  /// The number of failures in a row.
  private(set) var tries = 0

  /// Returns the next pause; nil after too many failures.
  mutating func next(_ retry: UInt128?) -> Duration? {
    guard tries < Self.maxTries else { return nil }
    let asked = min(max(retry ?? 3000, Self.minimum), Self.maximum)
    let first = Duration.milliseconds(Int64(asked))
    defer { tries += 1 }
    return Backoff(first: first, maximum: max(first, .milliseconds(Int64(Self.maxDoubled)))).longest(tries)
  }

  /// Resets the number of failures after a success.
  mutating func reset() { tries = 0 }
}
