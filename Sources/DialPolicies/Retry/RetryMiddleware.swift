import DialJSON
package import DialMessage
package import DialModel
package import HTTPTypes
import Synchronization

/// Retries requests that fail temporarily, by the rule of their endpoint.
package struct RetryMiddleware: Sendable {
  private let rule: RetryRule
  private let budget: RetryBudget
  private let time: PolicyClock

  package init(_ rule: RetryRule, _ budget: RetryBudget, _ time: PolicyClock) {
    (self.rule, self.budget, self.time) = (rule, budget, time)
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
    let isNeeded = request.context[IsReadWhole.self] || request.context[IsBodyDiscarded.self]
    return isNeeded && response.body.whole == nil && !request.takesStream(response) ? .unread : .good
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
    var run = RetryAttempts(rule: rule, budget: budget, time: time, request: request, maximum: maximum)
    var outcome: Result<Response, any Error>? = consume first
    while true {
      let wait: Duration
      // The bytes sent for a response whose body breaks off.
      var sent: Int64 = 0
      var hasLostKey = false
      var head: (status: HTTPResponse.Status, fields: HTTPFields)?
      var moved: MovedRequest?
      do {
        var response = if let first = outcome.take() { try first.get() } else { try await next(run.request) }
        (sent, hasLostKey) = (response.bytesSent, response.context[HasLostKey.self])
        head = (response.status, response.headers)
        moved = response.context[MovedRequest.self]
        switch verdict(on: response, to: request) {
        case .failed(let fault):
          run.move(to: moved)
          guard let pause = run.pause(after: fault) else { return run.beginning(response) }
          run.add(fault, pause, sent: response.bytesSent, paused: response.tries.paused)
          wait = pause
        case .refused: return run.beginning(response)
        case .unread:
          // A truncated body is a failed attempt, and no part of it is returned.
          if request.context[IsBodyDiscarded.self] {
            try await response.body.discard()
            response.body = ResponseBody()
          } else {
            response.body = ResponseBody(try await response.body.collect(upTo: request.policy.maxBodyBytes))
          }
          fallthrough
        case .good:
          budget.giveBack(run.lastCost)
          return run.beginning(response)
        }
      } catch {
        let error = Self.error(error, sent, hasLostKey, head)
        if (error as? TransportError)?.wasRepeated == true { run.maximum -= 1 }
        run.move(to: moved ?? (error as? TransportError)?.moved)
        guard let fault = rule.fault(error), let pause = run.pause(after: fault) else { throw run.beginning(error) }
        run.add(fault, pause, sent: (error as? TransportError)?.bytesSent ?? 0)
        wait = pause
      }
      try await run.wait(wait)
    }
  }

  /// Adds the facts of the response to an error of its body.
  private static func error(
    _ error: any Error, _ sent: Int64, _ hasLostKey: Bool, _ head: (status: HTTPResponse.Status, fields: HTTPFields)?
  ) -> any Error {
    guard let head, var fault = error as? TransportError else { return error }
    fault.head = fault.head ?? .init(head.status, head.fields)
    fault.bytesSent += sent
    fault.hasLostKey = fault.hasLostKey || hasLostKey
    return fault
  }
}

/// The attempts of one call.
private struct RetryAttempts {
  let rule: RetryRule
  let budget: RetryBudget
  let time: PolicyClock
  var request: PreparedRequest
  var maximum: Int
  var tries = AttemptLog()
  /// Where a redirect to another method has led. What led there was processed, so only this request is repeated.
  var moved: MovedRequest?
  /// The tokens to return after a success.
  var lastCost = 1

  /// Goes on behind a redirect to another method, if there is one.
  mutating func move(to next: MovedRequest?) {
    guard let next else { return }
    moved = next
    request = next.request
  }

  /// Returns a response with what came before it: earlier attempts, and the redirects that were not repeated.
  func beginning(_ response: Response) -> Response {
    var response = tries.leading(to: response)
    guard let moved, response.context[MovedRequest.self] == nil else { return response }
    response.context[MovedRequest.self] = moved
    if moved.request.context[IsAway.self] { response.context[IsAway.self] = true }
    let changed = (moved.changed + (response.context[ChangedURLs.self] ?? [])).distinct()
    if !changed.isEmpty { response.context[ChangedURLs.self] = changed }
    response.redirects += moved.redirects
    return response
  }

  /// Returns an error with what came before it.
  func beginning(_ error: any Error) -> any Error {
    guard let moved, var fault = error as? TransportError, fault.lastHop == nil else { return tries.leading(to: error) }
    fault.lastHop = moved.request.url
    return tries.leading(to: fault)
  }

  /// Returns the pause before the next attempt; nil if there is none. Takes tokens from the budget.
  mutating func pause(after fault: AttemptError) -> Duration? {
    var fault = fault
    // The key belonged to a request that is not repeated.
    if moved != nil { fault.hasLostKey = false }
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
      return giveUp("not retried: too many recent calls of this service failed (the retry budget is used up)")
    }
    lastCost = fault.cost
    request.body = body
    request.context[IsRetry.self] = true
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

  mutating func add(_ fault: AttemptError, _ pause: Duration, sent: Int64, paused: Duration = .zero) {
    tries.earlier.append(.init(code: fault.code, status: fault.status, message: fault.message, wait: pause))
    tries.bytesSent += sent
    tries.paused += pause + paused
    // A message from a response is already masked.
    let secrets = fault.status == nil ? request.secrets : Secrets()
    request.watch?.report(.retried(attempt: tries.count, wait: pause, reason: secrets.redact(fault.message)))
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
}

/// When and how often the calls of an endpoint are retried.
package struct RetryRule: Sendable {
  static let usual = 2
  static let usualBackoff = Backoff(first: .milliseconds(100), maximum: .seconds(20))
  /// The pauses after a 429, unless the spec sets others.
  static let throttledBackoff = Backoff(first: .seconds(1), maximum: .seconds(20))
  /// The longest Retry-After that is respected. Longer ones fail at once.
  package static let maxWait = Duration.seconds(60)

  let max: Int
  /// The statuses to retry; nil for all temporary ones.
  let statuses: StatusSet?
  let network: Bool
  /// Whether to retry requests that are not safe to repeat.
  let isUnsafe: Bool
  let backoff: Backoff
  let throttled: Backoff
  let accept: StatusSet
  let waits: Bool

  package init(_ model: RetryModel?, accept: StatusSet, offline: Offline? = nil) {
    max = model == nil && offline == .mocks ? 0 : model?.max ?? Self.usual
    waits = offline == nil
    // Without `on`, the default statuses apply.
    statuses = model?.statuses
    network = model?.statuses == nil || model?.network == true
    isUnsafe = model?.unsafe ?? false
    if let minimum = model?.minWait, let longest = model?.maxWait {
      backoff = Backoff(first: minimum, maximum: longest)
      throttled = backoff
    } else {
      (backoff, throttled) = (Self.usualBackoff, Self.throttledBackoff)
    }
    self.accept = accept
  }

  func allows(_ request: PreparedRequest, after fault: AttemptError) -> Bool {
    fault.isUntouched || isUnsafe || request.mayGoTwice && !fault.hasLostKey
  }

  /// Returns the error of a response that failed temporarily; nil if it did not.
  func fault(_ response: Response, to request: PreparedRequest) -> AttemptError? {
    let code = response.status.code
    if response.context[IsLastKnown.self] { return nil }
    // A status that the caller accepts is a success.
    if let accept = request.context[AcceptedStatuses.self], accept.contains(code) { return nil }
    let isFault = statuses?.contains(code) ?? (TransientError.isPassing(status: code) && !accept.contains(code))
    guard isFault else { return nil }
    let message = AttemptLog.message(response, masked: { request.secrets.redact($0) })
    return AttemptError(
      code: .status, status: code, message: message, asked: RetryAfter.wait(response.headers), hasLostKey: response.context[HasLostKey.self]
    )
  }

  /// Returns the error of an attempt that failed temporarily; nil if it did not.
  func fault(_ error: any Error) -> AttemptError? {
    guard network else { return nil }
    switch error {
    case let error as TransportError where error.mayPass && !error.isLastKnown:
      return AttemptError(
        code: CallError.Code(error.kind), message: error.message, isUntouched: error.isUntouched || error.isUnsent,
        hasLostKey: error.hasLostKey)
    case let error as CallError where error.isNetworkFault: return AttemptError(code: error.code, message: error.message)
    default: return nil
    }
  }

  func accepts(_ response: Response, to request: PreparedRequest) -> Bool {
    (request.context[AcceptedStatuses.self] ?? accept).contains(response.status.code)
  }

  /// Returns the pause before a retry, counted from 0. A random part after Retry-After keeps clients from returning at the same time.
  func wait(_ number: Int, after fault: AttemptError, share: Double) -> Duration {
    guard waits else { return .zero }
    guard let asked = fault.asked else { return (fault.isThrottled ? throttled : backoff).wait(number, share) }
    return asked + backoff.wait(number, share)
  }
}

struct AttemptError {
  var code: CallError.Code
  var status: Int?
  var message: String
  /// The pause that the server asks for.
  var asked: Duration?
  /// Whether the server says that it did not process the request.
  var isUntouched = false
  /// Whether it was sent to another origin without its Idempotency-Key.
  var hasLostKey = false

  var isThrottled: Bool { status == 429 }
  var cost: Int { isThrottled ? RetryBudget.throttledCost : RetryBudget.cost }
}

/// The statuses that the caller accepts instead of those of the spec.
package enum AcceptedStatuses: MessageContextKey { package typealias Value = StatusSet }

/// Limits the retries of a client, because more retries do not help if nearly every call fails. The numbers are those of the AWS SDKs.
package final class RetryBudget: Sendable {
  static let size = 500
  static let cost = 14
  static let throttledCost = 5

  private let left = Mutex(RetryBudget.size)

  package init() {}

  package var tokens: Int { left.withLock { $0 } }

  /// Takes tokens. Returns false, and takes none, if there are too few.
  func take(_ cost: Int) -> Bool {
    left.withLock { left in
      guard left >= cost else { return false }
      left -= cost
      return true
    }
  }

  /// Returns the tokens of the last retry, or one, after a success.
  func giveBack(_ cost: Int) { left.withLock { $0 = min(Self.size, $0 + cost) } }
}

/// Reads Retry-After (RFC 9110 section 10.2.3): seconds or a date. Some servers send fractions of a second, or the field twice.
package enum RetryAfter {
  /// The maximum, longer than any wait.
  private static let longest: Int64 = 36_500 * 86_400

  /// Returns the longest pause of all fields; nil if none is valid. A date is compared with the Date of the server, if there is one.
  package static func wait(_ fields: HTTPFields?) -> Duration? {
    guard let fields else { return nil }
    return fields.lazy.filter { $0.name.canonicalName == "retry-after" }.compactMap { wait($0.value, fields) }.max()
  }

  private static func wait(_ text: String, _ fields: HTTPFields) -> Duration? {
    if let date = Timestamp(httpDate: text) {
      let now = fields["date"].flatMap { Timestamp(httpDate: $0) }?.seconds ?? WallClock.seconds
      return .seconds(min(max(date.seconds - now, 0), longest))
    }
    return text.split(separator: ",").compactMap { seconds($0.trimmed) }.max()
  }

  /// Parses `120` or `1.5`.
  private static func seconds(_ text: Substring) -> Duration? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let seconds = Double(text) else {
      return nil
    }
    return seconds < Double(longest) ? .milliseconds(Int64((seconds * 1000).rounded(.up))) : .seconds(longest)
  }
}

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
