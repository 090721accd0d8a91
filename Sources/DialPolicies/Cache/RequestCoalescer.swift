import DialMessage
import Synchronization

/// Combines equal requests that are in progress: the first one asks the server, the others wait for the cached response (RFC 9111 section
/// 4).
///
/// After waiting, a call starts again, and asks the server itself if nothing fits. So a response that cannot be cached is never shared,
/// and no call waits twice.
final class RequestCoalescer: Sendable {
  /// One request in progress.
  final class Flight: Sendable {
    private let landing = SharedTask<Void>(late: "timed out while waiting for the response to an identical request")
    private let outdated = Atomic<Bool>(false)

    /// Whether the resource was changed meanwhile, so the response may be outdated.
    var isOutdated: Bool { outdated.load(ordering: .relaxed) }

    fileprivate func outdate() { outdated.store(true, ordering: .relaxed) }

    /// Ends the flight for all waiting calls.
    fileprivate func land() { landing.finish(.success(())) }

    /// Waits for the end, at most for the read timeout. Throws if the deadline of the caller is reached.
    func wait(_ policy: PreparedRequest.Policy) async throws {
      let longest = ContinuousClock.now + policy.readTimeout
      do {
        try await landing.value(until: policy.deadline.map { min($0, longest) } ?? longest)
      } catch {
        try Task.checkCancellation()
        if let deadline = policy.deadline, deadline <= .now { throw error }
      }
    }
  }

  private let flights = Mutex<[String: Flight]>([:])

  /// Returns the flight of this name, or a new one that the caller must end.
  func board(_ name: String) -> (flight: Flight, isFirst: Bool) {
    flights.withLock { flights in
      if let flight = flights[name] { return (flight, false) }
      let flight = Flight()
      flights[name] = flight
      return (flight, true)
    }
  }

  func end(_ flight: Flight, _ name: String) {
    flights.withLock { if $0[name] === flight { $0[name] = nil } }
    flight.land()
  }

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
