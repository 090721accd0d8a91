package import HTTPTypes

/// What became of the tries of one call before the last one. It travels with a response or an error up to the call.
package struct AttemptLog: Sendable, Hashable {
  /// What each try ended with that was followed by another one.
  package var earlier: [CallError.Attempt] = []
  /// Why no other try followed, where that is not plain.
  package var givenUp: String?
  /// Waited between the tries, and for a `limit`.
  package var paused: Duration = .zero
  /// Bytes of the bodies of earlier tries.
  package var bytesSent: Int64 = 0

  /// Whether the next try has not begun yet.
  package var isWaiting = false

  /// How often the request was sent.
  package var count: Int { earlier.count + (isWaiting ? 0 : 1) }

  package init() {}

  /// Of a call that is answered without being sent.
  package static var unsent: AttemptLog {
    var log = AttemptLog()
    log.isWaiting = true
    return log
  }

  /// An answer was not taken, and the request is sent again with other credentials.
  package init(after refused: Response, _ secrets: Secrets) {
    self = refused.tries
    givenUp = nil
    bytesSent = refused.bytesSent
    earlier.append(
      .init(code: .status, status: refused.status.code, message: Self.message(refused.status, masked: { secrets.redact($0) })))
  }

  /// What an attempt ended with that the server refused.
  ///
  /// - Parameter masked: hides what the server may have repeated; the words of Dial are left as they are.
  package static func message(_ status: HTTPResponse.Status, masked: (String) -> String) -> String {
    "the server answered \(status.code)" + (status.reasonPhrase.isEmpty ? "" : " \(masked(status.reasonPhrase))")
  }

  // MARK: what came before

  /// The answer of the last of these tries.
  package func leading(to response: Response) -> Response {
    var response = response
    response.tries.follow(self)
    response.bytesSent += bytesSent
    return response
  }

  /// The error that the last of these tries ended with; one of another kind is left as it is.
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
  /// A try that failed and was followed by another one.
  public struct Attempt: Sendable, Hashable {
    /// What kind of failure it was.
    public var code: Code
    /// The status of its answer; nil where none came.
    public var status: Int?
    /// What happened, secrets redacted.
    public var message: String
    /// How long the wait was before the next try.
    public var wait: Duration

    package init(code: Code, status: Int? = nil, message: String, wait: Duration = .zero) {
      (self.code, self.status, self.message, self.wait) = (code, status, message, wait)
    }
  }

  /// The tries before the last one, and why there were no more.
  package mutating func add(_ tries: AttemptLog) {
    if let reason = tries.givenUp, hint == nil { hint = reason }
    bytesSent += tries.bytesSent
    guard !tries.earlier.isEmpty else { return }
    attempts = tries.earlier.count + (tries.isWaiting ? 0 : max(attempts, 1))
    earlier = tries.earlier + earlier
    if mayPass { message += " (after \(attempts) tries)" }
  }
}

extension Response {
  private enum TriesKey: MessageContextKey { typealias Value = AttemptLog }

  /// The tries before this one.
  package var tries: AttemptLog {
    get { context[TriesKey.self] ?? AttemptLog() }
    set { context[TriesKey.self] = newValue }
  }
}
