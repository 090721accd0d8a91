package import DialMessage
package import DialModel
import Synchronization

/// Delays the calls of one `limit` until they may be sent.
package final class Limiter: Sendable {
  /// The longest pause that a server can ask for. After it, calls are sent.
  static let maxPause = Duration.seconds(60)

  private let limit: LimitModel
  private let time: PolicyClock
  private let pace: Mutex<TokenBucket>
  private let places: Semaphore?
  /// The rate, if other processes have it, too.
  private let shared: Result<SharedRate, TransportError>?

  /// - Parameter sharing: how the rate is shared with other processes, or why it cannot be; nil if it is not.
  package init(_ limit: LimitModel, _ time: PolicyClock, sharing: Result<RateSharing, TransportError>? = nil) {
    self.limit = limit
    self.time = time
    let rate = limit.rate.map { rate in (try? sharing?.get().own(rate)) ?? rate }
    shared = rate.flatMap { rate in
      switch sharing {
      case .success(let sharing):
        guard let folder = sharing.folder else { return nil }
        // Processes with other parts of the rate have another pace.
        let part = sharing.part.map { "\n1/\($0.of)" } ?? ""
        return Result { () throws(TransportError) in try SharedRate(folder: folder, name: "\(sharing.name)\n\(limit.text)\(part)", rate) }
      case .failure(let error): return .failure(error)
      case nil: return nil
      }
    }
    pace = Mutex(TokenBucket(shared == nil ? rate : nil))
    places = limit.concurrent.map { Semaphore($0) }
  }

  package func send(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    let isPatient = request.context[WaitsForTurn.self]
    let deadline = isPatient ? nil : request.end?.instant
    let start = time.now()
    // Wait for a place first: a reserved time could pass while the call waits for a place.
    let permit = try await places?.take(before: deadline) {
      late("was reached by other calls", "and none of them ended before the timeout of this call")
    }
    try await wait(for: request, before: deadline)
    try await shared?.get().take(before: deadline) {
      late("is used by other calls", "and this call had no turn before its timeout")
    } _: { pause in
      if let deadline, time.now() + pause >= deadline {
        throw late("delays the call by \(DurationText.text(pause))", "which is longer than the time left for the call")
      }
      try await time.sleep(pause)
    }
    let paused = start.duration(to: time.now())
    var request = request
    if isPatient, paused > .zero, let end = request.end { request.policy.deadline = end.instant + paused }
    var response = try await next(request)
    learn(from: response)
    response.tries.paused += paused
    // A streamed response occupies its place until it is read.
    if let permit, response.body.whole == nil, response.socket == nil { response.body = response.body.holding(permit) }
    return response
  }

  private func wait(for request: PreparedRequest, before deadline: ContinuousClock.Instant?) async throws {
    while true {
      let now = time.now()
      let (turn, isTaken) = pace.withLock { $0.take(at: now, before: deadline) }
      let pause = now.duration(to: turn.time)
      guard isTaken else { throw late("delays the call by \(DurationText.text(pause))", "which is longer than the time left for the call") }
      guard pause > .zero else { return }
      request.watch?.report(.delayed(wait: pause, reason: "the limit is \(limit.text)"))
      do {
        try await time.sleep(pause)
        try Task.checkCancellation()
      } catch {
        pace.withLock { $0.giveBack(turn) }
        throw error
      }
      let isOpen = pace.withLock { pace in
        guard let closed = pace.closed, closed > time.now() else { return true }
        // The server asked for a pause meanwhile, so the call needs another time, in the same order.
        pace.giveBack(turn)
        return false
      }
      if isOpen { return }
    }
  }

  private func learn(from response: Response) {
    guard let pause = RateLimitFields.pause(response), pause > .zero else { return }
    let until = time.now() + min(pause, Self.maxPause)
    pace.withLock { $0.close(until: until) }
  }

  /// Returns a timeout error that is not retried.
  private func late(_ what: String, _ end: String) -> TransportError {
    TransportError(.timeout, "timed out: the limit of \(limit.text) \(what), \(end)", mayPass: false)
  }
}

/// Whether the time of a call begins when a limit lets it go: it is one of many, which would all be late together.
package enum WaitsForTurn: MessageFlag {}

extension ResponseBody {
  /// Returns the same body, which occupies a place of a limit until its end.
  fileprivate func holding(_ permit: Semaphore.Permit) -> ResponseBody {
    ResponseBody(length: length) {
      var held = Optional((pieces: makeAsyncIterator(), permit: permit))
      return {
        // At the end, and if it fails, nothing is put back, which releases the permit.
        guard var current = held.take(), let piece = try await current.pieces.next() else { return nil }
        held = current
        return piece
      }
    }
  }
}
