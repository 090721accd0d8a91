import DialMessage
import Synchronization

/// Equal questions that are under way at once: the first asks the server, the others wait for what it keeps (RFC 9111 section 4).
///
/// Who waited looks again, as if its call began now, and asks the server itself where nothing fits: an answer that is not kept is given to
/// nobody else, and nobody waits twice.
final class RequestCoalescer: Sendable {
  /// One question under way.
  final class Flight: Sendable {
    private let landing = SharedTask<Void>(late: "the time of the call was over while it waited for an equal one")
    private let outdated = Atomic<Bool>(false)

    /// What is asked about was changed meanwhile: the answer may be the older one.
    var isOutdated: Bool { outdated.load(ordering: .relaxed) }

    fileprivate func outdate() { outdated.store(true, ordering: .relaxed) }

    /// Nobody waits any more.
    fileprivate func land() { landing.finish(.success(())) }

    /// Waits for its end, for as long as a silence may last. Throws where the caller's own time is over.
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

  /// The question under way of this name; where there is none, a new one that the caller has to end.
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

  /// What is under way under a key began before a change: nobody joins it any more, and its answer is not kept.
  func outdate(_ key: String) {
    flights.withLock { flights in
      for (name, flight) in flights where name.hasPrefix(key) {
        flight.outdate()
        flights[name] = nil
      }
    }
  }
}
