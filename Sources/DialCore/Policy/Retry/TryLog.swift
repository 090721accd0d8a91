/// What became of the tries of one call before the last one. It travels with a response or an error up to the call.
package struct TryLog: Sendable, Hashable {
  /// What each try ended with that was followed by another one.
  var earlier: [CallError.Attempt] = []
  /// Why no other try followed, where that is not plain.
  var givenUp: String?
  /// Waited between the tries, and for a `limit`.
  var paused: Duration = .zero
  /// Bytes of the bodies of earlier tries.
  var bytesSent: Int64 = 0

  /// Whether the next try has not begun yet.
  var isWaiting = false

  /// How often the request was sent.
  var count: Int { earlier.count + (isWaiting ? 0 : 1) }
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

    init(code: Code, status: Int? = nil, message: String, wait: Duration = .zero) {
      (self.code, self.status, self.message, self.wait) = (code, status, message, wait)
    }
  }

  /// The tries before the last one, and why there were no more.
  mutating func add(_ tries: TryLog) {
    if let reason = tries.givenUp, hint == nil { hint = reason }
    guard !tries.earlier.isEmpty else { return }
    (earlier, attempts) = (tries.earlier, tries.count)
    if mayPass { message += " (after \(attempts) tries)" }
  }
}
