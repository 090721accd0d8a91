/// The clock and the random source of policies. Tests can use ones that do not wait.
package struct PolicyClock: Sendable {
  package var now: @Sendable () -> ContinuousClock.Instant
  /// Waits. Throws if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Returns a random number between 0 and 1.
  package var share: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant, sleep: @escaping @Sendable (Duration) async throws -> Void,
    share: @escaping @Sendable () -> Double
  ) {
    (self.now, self.sleep, self.share) = (now, sleep, share)
  }

  package static let real = PolicyClock(now: { .now }, sleep: { try await Task.sleep(for: $0) }, share: { .random(in: 0...1) })
}
