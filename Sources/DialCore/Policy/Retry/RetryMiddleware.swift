import HTTPTypes

/// Sends a request again where its failure may pass by itself, as the rule of its endpoint says.
package struct RetryMiddleware: Sendable {
  private let rule: RetryRule
  private let budget: RetryBudget
  private let time: PolicyTime

  init(_ rule: RetryRule, _ budget: RetryBudget, _ time: PolicyTime) {
    (self.rule, self.budget, self.time) = (rule, budget, time)
  }

  /// With a budget of its own, for requests without a client.
  package init(_ endpoint: EndpointModel, time: PolicyTime = .real) {
    self.init(RetryRule(endpoint.policy.retry, accept: endpoint.policy.accept ?? .success), RetryBudget(), time)
  }

  package func send(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    let most = request.policy.maxRetries ?? rule.max
    guard most > 0 else { return try await next(request) }
    // Made for the first fault: most calls have none.
    var run: RetryRun?
    while true {
      let wait: Duration
      // Of an answer whose body breaks off.
      var sent: Int64 = 0
      do {
        var response = if let again = run?.request { try await next(again) } else { try await next(request) }
        sent = response.bytesSent
        if let fault = rule.fault(response, to: request) {
          var trying = run ?? RetryRun(rule, budget, time, request, most: most)
          guard let pause = trying.pause(after: fault) else { return trying.last(response) }
          trying.add(response, fault, pause)
          (run, wait) = (trying, pause)
        } else {
          guard rule.accepts(response, to: request) else { return run?.last(response) ?? response }
          // A body that breaks off is a failed try, and no byte of it is given.
          if request.isReadWhole, response.body.whole == nil {
            response.body = ResponseBody(try await response.body.collect(upTo: request.policy.maxBodyBytes))
          }
          budget.giveBack(run?.lastCost ?? 1)
          return run?.last(response) ?? response
        }
      } catch {
        let error = Self.error(error, sent)
        var trying = run ?? RetryRun(rule, budget, time, request, most: most)
        guard let fault = rule.fault(error), let pause = trying.pause(after: fault) else { throw trying.last(error) }
        trying.add(error, fault, pause)
        (run, wait) = (trying, pause)
      }
      try await run?.wait(wait)
    }
  }
}

extension RetryMiddleware {
  /// The error of a body, with what was sent to get it.
  private static func error(_ error: any Error, _ sent: Int64) -> any Error {
    guard sent > 0, var fault = error as? TransportError else { return error }
    fault.bytesSent += sent
    return fault
  }
}

/// The tries of one call until now.
private struct RetryRun {
  private let rule: RetryRule
  private let budget: RetryBudget
  private let time: PolicyTime
  private let most: Int
  /// What is sent next.
  private(set) var request: PreparedRequest
  private var tries = TryLog()
  /// What the budget gets back when it succeeds.
  private(set) var lastCost = 1

  init(_ rule: RetryRule, _ budget: RetryBudget, _ time: PolicyTime, _ request: PreparedRequest, most: Int) {
    (self.rule, self.budget, self.time, self.request, self.most) = (rule, budget, time, request, most)
  }

  // MARK: deciding

  /// How long to wait before the next try; nil where there is none. Takes from the budget.
  mutating func pause(after fault: TryFault) -> Duration? {
    guard tries.earlier.count < most, !Task.isCancelled else { return nil }
    let now = time.now()
    let deadline = request.end?.instant
    if let deadline, deadline <= now { return nil }
    guard fault.isUntouched || rule.allows(request) else { return giveUp(onceOnly) }
    if let asked = fault.asked, asked > RetryRule.mostWait {
      let most = DurationText.text(RetryRule.mostWait)
      return giveUp("not tried again: the server asks to wait \(DurationText.text(asked)), and at most \(most) is waited")
    }
    let wait = rule.wait(tries.earlier.count, after: fault, share: time.share())
    if let deadline, now + wait >= deadline {
      return giveUp("not tried again: the next try would begin in \(DurationText.text(wait)), and the time for the whole call ends before")
    }
    guard let body = request.body.again() else { return giveUp("not tried again: the body of the request can be read only once") }
    guard budget.take(fault.cost) else {
      return giveUp(
        "not tried again: so many calls of this service fail that more of them would make it worse (the retry budget is used up)")
    }
    lastCost = fault.cost
    request.body = body
    return wait
  }

  private var onceOnly: String {
    "not tried again: a \(request.method.rawValue) may act twice; 'retry: {unsafe: true}' or a header Idempotency-Key allows it"
  }

  private mutating func giveUp(_ reason: String) -> Duration? {
    tries.givenUp = reason
    return nil
  }

  // MARK: what happened

  mutating func add(_ response: Response, _ fault: TryFault, _ pause: Duration) {
    tries.bytesSent += response.bytesSent
    tries.paused += response.tries.paused
    add(fault, pause)
  }

  mutating func add(_ error: any Error, _ fault: TryFault, _ pause: Duration) {
    tries.bytesSent += (error as? TransportError)?.bytesSent ?? 0
    add(fault, pause)
  }

  private mutating func add(_ fault: TryFault, _ pause: Duration) {
    tries.earlier.append(.init(code: fault.code, status: fault.status, message: fault.message, wait: pause))
    tries.paused += pause
    // What a server said with a status is masked already.
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

  /// The error with what came before it.
  func last(_ error: any Error) -> any Error { tries.leading(to: error) }
}
