import DialModel
import HTTPTypes

/// The earlier attempts of a call. A response or an error carries it to the call.
package struct AttemptLog: Hashable, MessageContextKey {
  /// The errors of the attempts that were followed by another one.
  package var earlier: [CallError.Attempt] = []
  /// Why there was no other attempt, if it is not obvious.
  package var givenUp: String?
  /// The total of the pauses between attempts and of a `limit`.
  package var paused: Duration = .zero
  /// The body bytes that earlier attempts sent.
  package var bytesSent: Int64 = 0

  /// Whether the next attempt has not begun.
  package var isWaiting: Bool

  package var count: Int { earlier.count + (isWaiting ? 0 : 1) }

  /// Creates the log of a call, by default one whose first attempt has begun.
  package init(isWaiting: Bool = false) { self.isWaiting = isWaiting }

  /// Creates the log after a rejected response, when the request is repeated with other credentials.
  package init(after refused: Response, _ secrets: Secrets) {
    self = refused.tries
    givenUp = nil
    bytesSent = refused.bytesSent
    earlier.append(.init(code: .status, status: refused.status.code, message: Self.message(refused, masked: { secrets.redact($0) })))
  }

  /// Returns the message for a rejected attempt. `masked` hides secrets that the server may have repeated.
  package static func message(_ response: Response, masked: (String) -> String) -> String {
    let status = response.status
    return "\(response.sender) responded with \(status.code)" + (status.reasonPhrase.isEmpty ? "" : " \(masked(status.reasonPhrase))")
  }

  /// Adds these attempts to a response.
  package func leading(to response: Response) -> Response {
    var response = response
    response.tries.follow(self)
    response.bytesSent += bytesSent
    return response
  }

  /// Adds these attempts to an error. An error of another type is returned unchanged.
  package func leading(to error: any Error) -> any Error {
    switch error {
    case var error as TransportError:
      error.tries.follow(self)
      return error
    case var error as CallError:
      error.add(self)
      return error
    default: return error
    }
  }

  private mutating func follow(_ before: AttemptLog) {
    earlier = before.earlier + earlier
    givenUp = givenUp ?? before.givenUp
    paused += before.paused
    bytesSent += before.bytesSent
    isWaiting = isWaiting || before.isWaiting
  }
}

extension CallError {
  /// A failed attempt that was followed by another one.
  public struct Attempt: Sendable, Hashable {
    /// The kind of the failure.
    public var code: Code
    /// The status of its response; nil if there was none.
    public var status: Int?
    /// What happened, without secrets.
    public var message: String
    /// The pause before the next attempt.
    public var wait: Duration

    package init(code: Code, status: Int? = nil, message: String, wait: Duration = .zero) {
      (self.code, self.status, self.message, self.wait) = (code, status, message, wait)
    }
  }

  package mutating func add(_ tries: AttemptLog) {
    if let reason = tries.givenUp, hint == nil { hint = reason }
    bytesSent += tries.bytesSent
    guard !tries.earlier.isEmpty else { return }
    attempts = tries.earlier.count + (tries.isWaiting ? 0 : max(attempts, 1))
    earlier = tries.earlier + earlier
    if mayPass { message += " (after \(attempts) attempts)" }
  }

  /// Whether the same call can succeed later: the network failed, or the status is 408, 425, 429, or 5xx except 501 and 505.
  public var mayPass: Bool {
    code == .status ? status.map { TransientError.isPassing(status: $0.code) } ?? false : isNetworkFault
  }

  /// Whether the network failed, or the server closed the connection.
  package var isNetworkFault: Bool {
    guard let kind = TransportError.Kind(rawValue: code.rawValue) else { return false }
    return wasPassing ?? TransientError.isPassing(kind)
  }
}

extension Response {
  package var tries: AttemptLog {
    get { context[AttemptLog.self] ?? AttemptLog() }
    set { context[AttemptLog.self] = newValue }
  }
}

/// Decides which errors are temporary, for retries, polls, streams, downloads and WebSockets.
package enum TransientError {
  /// Whether a status is temporary: the server is too slow, too busy or broken. 501 and 505 are permanent.
  package static func isPassing(status: Int) -> Bool {
    switch status {
    case 408, 425, 429: true
    case 501, 505: false
    default: StatusSet.statusClass(of: status) == 5
    }
  }

  /// Whether errors of this kind are network errors, by default.
  static func isPassing(_ kind: TransportError.Kind) -> Bool { [.connect, .timeout, .truncated].contains(kind) }
}

extension PreparedRequest {
  /// Whether the request is safe to repeat: its method is idempotent (RFC 9110 section 9.2.2), or it has an Idempotency-Key.
  package var mayGoTwice: Bool { Methods.isIdempotent(method.rawValue) || idempotencyKey != nil }

  /// The value of `Idempotency-Key`; nil if it is empty.
  package var idempotencyKey: String? { headers[Self.idempotencyKeyName].flatMap { $0.isEmpty ? nil : $0 } }

  private static let idempotencyKeyName = HTTPField.Name("Idempotency-Key")!
}

/// Pauses that double up to a maximum. All retries use it.
package struct Backoff: Sendable, Hashable {
  /// The upper bound of the first pause.
  package var first: Duration
  package var maximum: Duration

  package init(first: Duration, maximum: Duration) {
    self.first = first
    self.maximum = maximum
  }

  /// Returns the upper bound of the pause before the retry of this number, counted from 0.
  package func longest(_ number: Int) -> Duration {
    // More doubling has no effect: a century is longer than any maximum.
    var wait = min(first, maximum)
    for _ in 0..<min(max(number, 0), 40) where wait < maximum { wait = min(maximum, wait * 2) }
    return wait
  }

  /// Returns the pause for a random share between 0 and 1 (full jitter), so that clients that failed together do not return together.
  package func wait(_ number: Int, _ share: Double) -> Duration { longest(number) * min(max(share, 0), 1) }
}
