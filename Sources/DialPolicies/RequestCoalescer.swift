import DialMessage
import Synchronization

/// Combines equal requests that are in progress: the first one asks the server, the others wait. The cache uses it for responses (RFC 9111
/// section 4), auth for the first token.
/// After waiting, a call looks up the result, and asks the server itself if nothing fits, so uncacheable responses are not shared.
final class RequestCoalescer<Name: Hashable & Sendable>: Sendable {
  final class SharedRequest: Sendable {
    fileprivate let task: SharedTask<Void>
    fileprivate let outdated = Atomic<Bool>(false)

    /// Whether the resource was changed meanwhile, so the response may be outdated.
    var isOutdated: Bool { outdated.load(ordering: .relaxed) }

    fileprivate init(late: String) { task = SharedTask(late: late) }

    /// Waits for the end. Throws if the deadline of the caller is reached.
    func wait(until deadline: ContinuousClock.Instant?) async throws { try await task.value(until: deadline) }

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
  private let requests = Mutex<[Name: SharedRequest]>([:])

  /// - Parameter late: the message of the error if the deadline of a waiting call is reached.
  init(late: String) { self.late = late }

  /// Returns the request of this name, or a new one that the caller must end.
  func join(_ name: Name) -> (request: SharedRequest, isFirst: Bool) {
    requests.withLock { requests in
      if let request = requests[name] { return (request, false) }
      let request = SharedRequest(late: late)
      requests[name] = request
      return (request, true)
    }
  }

  func end(_ request: SharedRequest, _ name: Name) {
    requests.withLock { if $0[name] === request { $0[name] = nil } }
    request.task.finish(.success(()))
  }
}

extension RequestCoalescer<String> {
  /// Marks the requests of a key as outdated: no call joins them, and their responses are not cached.
  func outdate(_ key: String) {
    requests.withLock { requests in
      for (name, request) in requests where name.hasPrefix(key) {
        request.outdated.store(true, ordering: .relaxed)
        requests[name] = nil
      }
    }
  }
}
