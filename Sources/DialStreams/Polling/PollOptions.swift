public import DialEngine
public import DialJSON
public import HTTPTypes

/// For what, how often and how long an endpoint is asked; what is nil is left to the `poll:` of the spec.
public struct PollOptions: Sendable {
  /// What ends the waiting well: JMESPath on the whole reply, `state == 'done'`.
  public var until: String?
  /// What ends it as a failure.
  public var fail: String?
  /// The wait between two calls; 2 seconds where nobody says. A Retry-After of the server takes its place.
  public var every: Duration?
  /// How long is waited in all; 10 minutes where nobody says.
  public var timeout: Duration?
  /// Options of each call.
  public var call: CallOptions
  /// What measures the time; another one lets a test wait without time passing.
  public var clock: any Clock<Duration>
  /// Told of each look that does not end the waiting.
  public var observe: (@Sendable (PollLook) -> Void)?

  /// Options of a wait.
  ///
  /// ```swift
  /// let done = try await jobs.poll("job", ["id": 7], PollOptions(until: "state == 'done'", every: .seconds(5)))
  /// ```
  public init(
    until: String? = nil, fail: String? = nil, every: Duration? = nil, timeout: Duration? = nil, call: CallOptions = .init(),
    clock: any Clock<Duration> = ContinuousClock(), observe: (@Sendable (PollLook) -> Void)? = nil
  ) {
    self.until = until
    self.fail = fail
    self.every = every
    self.timeout = timeout
    self.call = call
    self.clock = clock
    self.observe = observe
  }
}

/// One look at what is waited for, which did not end the waiting.
public struct PollLook: Sendable {
  /// Counts the looks, from 1.
  public var number: Int
  /// Since the waiting began.
  public var elapsed: Duration
  /// The status of the reply, also of one that is refused for now; nil where there was none.
  public var status: HTTPResponse.Status?
  /// The whole reply as JSON; null where there was none.
  public var value: JSON
  /// How long the wait is until the next look.
  public var wait: Duration

  /// A look, as a test may want to make one.
  public init(number: Int, elapsed: Duration, status: HTTPResponse.Status?, value: JSON, wait: Duration) {
    self.number = number
    self.elapsed = elapsed
    self.status = status
    self.value = value
    self.wait = wait
  }
}
