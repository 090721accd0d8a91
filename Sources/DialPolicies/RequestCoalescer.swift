import DialMessage
import Synchronization

/// Combines equal requests that are in progress: the first one asks the server, the others wait. The cache uses it for responses (RFC 9111
/// section 4), auth for the first token.
///
/// After waiting, a call looks up the result, and asks the server itself if nothing fits, so uncacheable responses are not shared.
final class RequestCoalescer<Name: Hashable & Sendable>: Sendable {
  /// One request in progress.
  final class Flight: Sendable {
    private let landing: SharedTask<Void>
    private let outdated = Atomic<Bool>(false)

    /// Whether the resource was changed meanwhile, so the response may be outdated.
    var isOutdated: Bool { outdated.load(ordering: .relaxed) }

    fileprivate init(late: String) { landing = SharedTask(late: late) }

    fileprivate func outdate() { outdated.store(true, ordering: .relaxed) }

    fileprivate func land() { landing.finish(.success(())) }

    /// Waits for the end. Throws if the deadline of the caller is reached.
    func wait(until deadline: ContinuousClock.Instant?) async throws { try await landing.value(until: deadline) }

    /// Waits at most for the read timeout.
    func wait(_ policy: PreparedRequest.Policy) async throws {
      let longest = ContinuousClock.now + policy.readTimeout
      do {
        try await wait(until: policy.deadline.map { min($0, longest) } ?? longest)
      } catch {
        try Task.checkCancellation()
        if let deadline = policy.deadline, deadline <= .now { throw error }
      }
    }
  }

  private let late: String
  private let flights = Mutex<[Name: Flight]>([:])

  /// - Parameter late: the message of the error if the deadline of a waiting call is reached.
  init(late: String) { self.late = late }

  /// Returns the flight of this name, or a new one that the caller must end.
  func board(_ name: Name) -> (flight: Flight, isFirst: Bool) {
    flights.withLock { flights in
      if let flight = flights[name] { return (flight, false) }
      let flight = Flight(late: late)
      flights[name] = flight
      return (flight, true)
    }
  }

  func end(_ flight: Flight, _ name: Name) {
    flights.withLock { if $0[name] === flight { $0[name] = nil } }
    flight.land()
  }
}

extension RequestCoalescer<String> {
  /// Marks the flights of a key as outdated: no call joins them, and their responses are not cached.
  func outdate(_ key: String) {
    flights.withLock { flights in
      for (name, flight) in flights where name.hasPrefix(key) {
        flight.outdate()
        flights[name] = nil
      }
    }
  }
}
