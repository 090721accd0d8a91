package import DialMessage
package import DialModel
import HTTPTypes

/// Retries requests that fail temporarily, by the rule of their endpoint.
package struct RetryMiddleware: Sendable {
  private let rule: RetryRule
  private let budget: RetryBudget
  private let time: PolicyClock

  package init(_ rule: RetryRule, _ budget: RetryBudget, _ time: PolicyClock) {
    (self.rule, self.budget, self.time) = (rule, budget, time)
  }

  /// Creates a middleware with its own budget, for requests without a client.
  package init(_ endpoint: EndpointModel, time: PolicyClock = .real) {
    self.init(RetryRule(endpoint.policy.retry, accept: endpoint.policy.accept ?? .success), RetryBudget(), time)
  }

  package func send(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    guard let maximum = tries(of: request) else { return try await next(request) }
    let first: Result<Response, any Error>
    do {
      let response = try await next(request)
      if isDone(response, request) { return response }
      first = .success(response)
    } catch {
      first = .failure(error)
    }
    // Release the response: its body holds a connection, and a place of a limit that the next attempt may wait for.
    return try await goOn(after: consume first, request, next, maximum: maximum)
  }

  /// Returns how often a request may be retried; nil for never.
  @inline(never)
  private func tries(of request: PreparedRequest) -> Int? {
    let maximum = request.policy.maxRetries ?? rule.max
    return maximum > 0 ? maximum : nil
  }

  /// What a response means for retries.
  private enum Verdict {
    case failed(AttemptError)
    /// A rejection that a retry cannot change.
    case refused
    /// The whole body is needed, and may still break off.
    case unread
    case good
  }

  private func verdict(on response: Response, to request: PreparedRequest) -> Verdict {
    if let fault = rule.fault(response, to: request) { return .failed(fault) }
    guard rule.accepts(response, to: request) else { return .refused }
    return request.isReadWhole && response.body.whole == nil ? .unread : .good
  }

  /// Whether the first attempt is final. This is the common case and skips the bookkeeping below.
  @inline(never)
  private func isDone(_ response: Response, _ request: PreparedRequest) -> Bool {
    switch verdict(on: response, to: request) {
    case .failed, .unread: return false
    case .refused: return true
    case .good:
      budget.giveBack(1)
      return true
    }
  }

  /// Handles all attempts after the first. A separate function, so that its frame exists only when it is needed.
  @inline(never)
  private func goOn(
    after first: consuming Result<Response, any Error>, _ request: PreparedRequest, _ next: Next, maximum: Int
  ) async throws -> Response {
    var run = RetryAttempts(rule, budget, time, request, maximum: maximum)
    var outcome: Result<Response, any Error>? = consume first
    while true {
      let wait: Duration
      // The bytes sent for a response whose body breaks off.
      var sent: Int64 = 0
      var hasLostKey = false
      do {
        var response = if let first = outcome.take() { try first.get() } else { try await next(run.request) }
        (sent, hasLostKey) = (response.bytesSent, response.hasLostKey)
        switch verdict(on: response, to: request) {
        case .failed(let fault):
          guard let pause = run.pause(after: fault) else { return run.last(response) }
          run.add(response, fault, pause)
          wait = pause
        case .refused: return run.last(response)
        case .unread:
          // A truncated body is a failed attempt, and no part of it is returned.
          response.body = ResponseBody(try await response.body.collect(upTo: request.policy.maxBodyBytes))
          fallthrough
        case .good:
          budget.giveBack(run.lastCost)
          return run.last(response)
        }
      } catch {
        let error = Self.error(error, sent, hasLostKey)
        guard let fault = rule.fault(error), let pause = run.pause(after: fault) else { throw run.last(error) }
        run.add(error, fault, pause)
        wait = pause
      }
      try await run.wait(wait)
    }
  }
}

extension RetryMiddleware {
  /// Adds the facts of the response to an error of its body.
  private static func error(_ error: any Error, _ sent: Int64, _ hasLostKey: Bool) -> any Error {
    guard sent > 0 || hasLostKey, var fault = error as? TransportError else { return error }
    fault.bytesSent += sent
    fault.hasLostKey = fault.hasLostKey || hasLostKey
    return fault
  }
}

/// The attempts of one call.
private struct RetryAttempts {
  private let rule: RetryRule
  private let budget: RetryBudget
  private let time: PolicyClock
  private let maximum: Int
  /// The next request.
  private(set) var request: PreparedRequest
  private var tries = AttemptLog()
  /// The tokens to return after a success.
  private(set) var lastCost = 1

  init(_ rule: RetryRule, _ budget: RetryBudget, _ time: PolicyClock, _ request: PreparedRequest, maximum: Int) {
    (self.rule, self.budget, self.time, self.request, self.maximum) = (rule, budget, time, request, maximum)
  }

  // MARK: deciding

  /// Returns the pause before the next attempt; nil if there is none. Takes tokens from the budget.
  mutating func pause(after fault: AttemptError) -> Duration? {
    guard tries.earlier.count < maximum, !Task.isCancelled else { return nil }
    let now = time.now()
    let deadline = request.end?.instant
    if let deadline, deadline <= now { return nil }
    guard rule.allows(request, after: fault) else { return giveUp(fault.hasLostKey ? keyless : onceOnly) }
    if let asked = fault.asked, asked > RetryRule.maxWait {
      let maximum = DurationText.text(RetryRule.maxWait)
      return giveUp("not retried: the server asks to wait \(DurationText.text(asked)), but the maximum is \(maximum)")
    }
    let wait = rule.wait(tries.earlier.count, after: fault, share: time.share())
    if let deadline, now + wait >= deadline {
      return giveUp("not retried: the next attempt would start in \(DurationText.text(wait)), after the timeout of the call")
    }
    guard let body = request.body.again() else { return giveUp("not retried: the request body can be read only once") }
    guard budget.take(fault.cost) else {
      return giveUp(
        "not retried: too many recent calls of this service failed (the retry budget is used up)")
    }
    lastCost = fault.cost
    request.body = body
    return wait
  }

  private var onceOnly: String {
    "not retried: a \(request.method.rawValue) can take effect twice; to allow it, set 'retry: {unsafe: true}' or an Idempotency-Key header"
  }

  private var keyless: String {
    "not retried: a \(request.method.rawValue) can take effect twice, and the Idempotency-Key is not sent to another origin; "
      + "to send it, set 'redirects: {trust: […]}'"
  }

  private mutating func giveUp(_ reason: String) -> Duration? {
    tries.givenUp = reason
    return nil
  }

  // MARK: what happened

  mutating func add(_ response: Response, _ fault: AttemptError, _ pause: Duration) {
    tries.bytesSent += response.bytesSent
    tries.paused += response.tries.paused
    add(fault, pause)
  }

  mutating func add(_ error: any Error, _ fault: AttemptError, _ pause: Duration) {
    tries.bytesSent += (error as? TransportError)?.bytesSent ?? 0
    add(fault, pause)
  }

  private mutating func add(_ fault: AttemptError, _ pause: Duration) {
    tries.earlier.append(.init(code: fault.code, status: fault.status, message: fault.message, wait: pause))
    tries.paused += pause
    // A message from a response is already masked.
    request.watch?.retried(tries.count, after: fault.message, pause, fault.status == nil ? request.secrets : Secrets())
  }

  func wait(_ pause: Duration) async throws {
    do {
      try await time.sleep(pause)
      try Task.checkCancellation()
    } catch {
      var cancelled = TransportError(.cancelled, "the call was cancelled")
      cancelled.tries = tries
      cancelled.tries.isWaiting = true
      throw cancelled
    }
  }

  // MARK: ends

  func last(_ response: Response) -> Response { tries.leading(to: response) }

  /// Adds the earlier attempts to an error.
  func last(_ error: any Error) -> any Error { tries.leading(to: error) }
}
