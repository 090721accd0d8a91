package import DialMessage
package import DialModel
import HTTPTypes

/// When and how often the calls of an endpoint are sent again.
package struct RetryRule: Sendable {
  static let usual = 2
  static let usualBackoff = Backoff(first: .milliseconds(100), maximum: .seconds(20))
  /// After a 429, where the spec gives no waits.
  static let throttledBackoff = Backoff(first: .seconds(1), maximum: .seconds(20))
  /// A server that asks for more is not waited for.
  static let maxWait = Duration.seconds(60)

  /// How often at most.
  let max: Int
  /// After which statuses; nil for all that may pass.
  let statuses: StatusSet?
  let network: Bool
  /// Whether also what may act twice is sent again.
  let isUnsafe: Bool
  let backoff: Backoff
  let throttled: Backoff
  /// The statuses that are a success.
  let accept: StatusSet

  /// Whether the waits between tries pass.
  let waits: Bool

  package init(_ model: RetryModel?, accept: StatusSet, offline: Offline? = nil) {
    max = model == nil && offline == .mocks ? 0 : model?.max ?? Self.usual
    waits = offline == nil
    // Without 'on' the retries are those that hold without a key.
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

  /// Whether the request may be sent again after a fault.
  func allows(_ request: PreparedRequest, after fault: AttemptError) -> Bool {
    fault.isUntouched || isUnsafe || request.mayGoTwice && !fault.hasLostKey
  }

  /// What makes an answer a failed try; nil where it is none.
  func fault(_ response: Response, to request: PreparedRequest) -> AttemptError? {
    let code = response.status.code
    if response.isLastKnown { return nil }
    // What the caller takes as a success is one.
    if let accept = request.accept, accept.contains(code) { return nil }
    let isFault = statuses?.contains(code) ?? (TransientError.isPassing(status: code) && !accept.contains(code))
    guard isFault else { return nil }
    let message = AttemptLog.message(response.status, masked: { request.secrets.redact($0) })
    return AttemptError(
      code: .status, status: code, message: message, asked: RetryAfter.wait(response.headers), hasLostKey: response.hasLostKey)
  }

  /// What makes an error a failed try; nil where it is none.
  func fault(_ error: any Error) -> AttemptError? {
    guard network else { return nil }
    switch error {
    case let error as TransportError where error.mayPass && !error.isLastKnown:
      return AttemptError(
        code: CallError.Code(error.kind), message: error.message, isUntouched: error.isUntouched, hasLostKey: error.hasLostKey)
    case let error as CallError where error.isNetworkFault: return AttemptError(code: error.code, message: error.message)
    default: return nil
    }
  }

  /// Whether the status is one whose body is the result.
  func accepts(_ response: Response, to request: PreparedRequest) -> Bool {
    (request.accept ?? accept).contains(response.status.code)
  }

  /// The wait before the retry of this number, which counts from 0: what the server asks for and a little more, so that those who were told
  /// the same do not come back together.
  func wait(_ number: Int, after fault: AttemptError, share: Double) -> Duration {
    guard waits else { return .zero }
    guard let asked = fault.asked else { return (fault.isThrottled ? throttled : backoff).wait(number, share) }
    return asked + backoff.wait(number, share)
  }
}

/// Why a try failed in a way that may pass.
struct AttemptError {
  var code: CallError.Code
  var status: Int?
  var message: String
  /// How long the server asks to wait.
  var asked: Duration?
  /// The server did nothing of the request.
  var isUntouched = false
  /// It went to another origin without the key by which a server knows it again.
  var hasLostKey = false

  var isThrottled: Bool { status == 429 }
  var cost: Int { isThrottled ? RetryBudget.throttledCost : RetryBudget.cost }
}

extension PreparedRequest {
  private enum AcceptKey: MessageContextKey { typealias Value = StatusSet }

  /// The statuses that the caller takes as a success; nil for those of the spec.
  package var accept: StatusSet? {
    get { context[AcceptKey.self] }
    set { context[AcceptKey.self] = newValue }
  }
}
