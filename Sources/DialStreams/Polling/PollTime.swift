/// The clock of one wait.
struct PollTime {
  /// The time since the wait began.
  let elapsed: () -> Duration
  /// Waits. Throws if the task is cancelled.
  let sleep: (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }
}
