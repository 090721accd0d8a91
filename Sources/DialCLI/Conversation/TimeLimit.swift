import DialModel

/// The time that a conversation may take, its opening included.
struct TimeLimit: Sendable {
  let duration: Duration
  let end: ContinuousClock.Instant

  /// Begins now.
  init(_ duration: Duration) {
    self.duration = duration
    end = .now + duration
  }

  /// That it is over.
  func message(after count: Int) -> String {
    let place = count == 0 ? "before a message came" : "after \(count) message\(count == 1 ? "" : "s")"
    return "the time of \(DurationText.text(duration)) for the whole call ended \(place)"
  }
}
