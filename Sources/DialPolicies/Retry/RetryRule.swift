package import DialMessage
package import DialModel
import HTTPTypes

/// When and how often the calls of an endpoint are retried.
package struct RetryRule: Sendable {
  static let usual = 2
  static let usualBackoff = Backoff(first: .milliseconds(100), maximum: .seconds(20))
  /// The pauses after a 429, unless the spec sets others.
  static let throttledBackoff = Backoff(first: .seconds(1), maximum: .seconds(20))
  /// The longest Retry-After that is respected. Longer ones fail at once.
  static let maxWait = Duration.seconds(60)

  /// The maximum number of retries.
  let max: Int
  /// The statuses to retry; nil for all temporary ones.
  let statuses: StatusSet?
  let network: Bool
  /// Whether to retry requests that are not safe to repeat.
  let isUnsafe: Bool
  let backoff: Backoff
  let throttled: Backoff
  /// The statuses that are a success.
  let accept: StatusSet

  /// Whether to pause between attempts.
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

  /// Whether the request may be repeated after an error.
  func allows(_ request: PreparedRequest, after fault: AttemptError) -> Bool {
    fault.isUntouched || isUnsafe || request.mayGoTwice && !fault.hasLostKey
  }

  /// Returns the error of a response that failed temporarily; nil if it did not.
  func fault(_ response: Response, to request: PreparedRequest) -> AttemptError? {
    let code = response.status.code
    if response.isLastKnown { return nil }
    // A status that the caller accepts is a success.
    if let accept = request.accept, accept.contains(code) { return nil }
    let isFault = statuses?.contains(code) ?? (TransientError.isPassing(status: code) && !accept.contains(code))
    guard isFault else { return nil }
    let message = AttemptLog.message(response.status, masked: { request.secrets.redact($0) })
    return AttemptError(
      code: .status, status: code, message: message, asked: RetryAfter.wait(response.headers), hasLostKey: response.hasLostKey)
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

  /// Whether the status is accepted, so that the body is the result.
  func accepts(_ response: Response, to request: PreparedRequest) -> Bool {
    (request.accept ?? accept).contains(response.status.code)
  }

  /// Returns the pause before the retry of this number, counted from 0. For Retry-After, it adds a random part, so that clients do not
  /// return at the same time.
  func wait(_ number: Int, after fault: AttemptError, share: Double) -> Duration {
    guard waits else { return .zero }
    guard let asked = fault.asked else { return (fault.isThrottled ? throttled : backoff).wait(number, share) }
    return asked + backoff.wait(number, share)
  }
}

/// A temporary error of an attempt.
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

extension PreparedRequest {
  private enum AcceptKey: MessageContextKey { typealias Value = StatusSet }

  /// The statuses that the caller accepts; nil for those of the spec.
  package var accept: StatusSet? {
    get { context[AcceptKey.self] }
    set { context[AcceptKey.self] = newValue }
  }
}
