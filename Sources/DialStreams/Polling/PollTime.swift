/// The time of one wait, by any clock.
struct PollTime {
  /// Since the waiting began.
  let elapsed: () -> Duration
  /// Throws where the task is cancelled.
  let sleep: (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }
}
