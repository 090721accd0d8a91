package import HTTPTypes

/// The earlier attempts of a call. A response or an error carries it to the call.
package struct AttemptLog: Sendable, Hashable {
  /// The errors of the attempts that were followed by another one.
  package var earlier: [CallError.Attempt] = []
  /// Why there was no other attempt, if it is not obvious.
  package var givenUp: String?
  /// The total of the pauses between attempts and of a `limit`.
  package var paused: Duration = .zero
  /// The body bytes that earlier attempts sent.
  package var bytesSent: Int64 = 0

  /// Whether the next attempt has not begun.
  package var isWaiting = false

  /// The number of attempts.
  package var count: Int { earlier.count + (isWaiting ? 0 : 1) }

  package init() {}

  /// The log of a call that was answered without a request.
  package static var unsent: AttemptLog {
    var log = AttemptLog()
    log.isWaiting = true
    return log
  }

  /// Creates the log after a rejected response, when the request is repeated with other credentials.
  package init(after refused: Response, _ secrets: Secrets) {
    self = refused.tries
    givenUp = nil
    bytesSent = refused.bytesSent
    earlier.append(
      .init(code: .status, status: refused.status.code, message: Self.message(refused.status, masked: { secrets.redact($0) })))
  }

  /// Returns the message for a rejected attempt.
  ///
  /// - Parameter masked: hides secrets that the server may have repeated. Text of Dial itself is not masked.
  package static func message(_ status: HTTPResponse.Status, masked: (String) -> String) -> String {
    "the server responded with \(status.code)" + (status.reasonPhrase.isEmpty ? "" : " \(masked(status.reasonPhrase))")
  }

  // MARK: what came before

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

  /// Adds earlier attempts, and the reason why there were no more.
  package mutating func add(_ tries: AttemptLog) {
    if let reason = tries.givenUp, hint == nil { hint = reason }
    bytesSent += tries.bytesSent
    guard !tries.earlier.isEmpty else { return }
    attempts = tries.earlier.count + (tries.isWaiting ? 0 : max(attempts, 1))
    earlier = tries.earlier + earlier
    if mayPass { message += " (after \(attempts) attempts)" }
  }
}

extension Response {
  private enum TriesKey: MessageContextKey { typealias Value = AttemptLog }

  /// The attempts before this one.
  package var tries: AttemptLog {
    get { context[TriesKey.self] ?? AttemptLog() }
    set { context[TriesKey.self] = newValue }
  }
}
