public import DialEngine
public import DialJSON
public import DialMessage
public import HTTPTypes

extension Client {
  /// Polls an endpoint until the goal of its `poll:` is reached, and returns the result of that response.
  ///
  /// Conditions apply to the whole response, before `@`. Without `until`, the status decides: 202 is not done. A Retry-After is respected.
  /// After the first poll, network errors, 408, 425, 429 and 5xx do not end the wait.
  ///
  /// Throws a ``CallError`` with code `failed` when `fail` is true, `deadline` when the next poll would be after the timeout, or a
  /// permanent error of a call.
  ///
  /// ```swift
  /// let done = try await jobs.poll("job", ["id": 7])
  /// let built = try await ci.poll("build", ["id": 1], PollOptions(until: "state == 'done'", timeout: .seconds(3600)))
  /// ```
  @discardableResult
  public func poll(_ endpoint: String, _ arguments: Arguments = [:], _ options: PollOptions = .init()) async throws(CallError) -> JSON {
    try await PollLoop(engine, endpoint, arguments, options).run().value
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload @discardableResult
  public func poll(_ endpoint: String, _ arguments: Arguments.Literals, _ options: PollOptions = .init()) async throws(CallError) -> JSON {
    try await poll(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload @discardableResult
  public func poll(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: PollOptions = .init()
  ) async throws(CallError) -> JSON {
    try await poll(endpoint, Arguments(arguments ?? [:]), options)
  }
}

/// Options of a wait. Values that are nil are those of `poll:` in the spec.
public struct PollOptions: Sendable {
  /// The condition for success, a JMESPath expression for the whole response: `state == 'done'`.
  public var until: String?
  /// The condition for failure.
  public var fail: String?
  /// The pause between two polls, by default 2 seconds. A Retry-After overrides it.
  public var every: Duration?
  /// The limit for the whole wait, by default 10 minutes.
  public var timeout: Duration?
  /// The options of each call.
  public var call: CallOptions
  /// The clock. A test can use one that does not wait.
  public var clock: any Clock<Duration>
  /// Called after each poll that does not end the wait.
  public var observe: (@Sendable (PollLook) -> Void)?

  /// Creates options.
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

/// One poll that did not end the wait.
public struct PollLook: Sendable {
  /// The number of the poll, counted from 1.
  public var number: Int
  /// The time since the wait began.
  public var elapsed: Duration
  /// The status of the response, also if it was rejected; nil if there was none.
  public var status: HTTPResponse.Status?
  /// The whole response as JSON; null if there was none.
  public var value: JSON
  /// The pause before the next poll.
  public var wait: Duration

  /// Creates a poll, for tests.
  public init(number: Int, elapsed: Duration, status: HTTPResponse.Status?, value: JSON, wait: Duration) {
    self.number = number
    self.elapsed = elapsed
    self.status = status
    self.value = value
    self.wait = wait
  }
}

extension PollLook: SecretHolder {
  /// The number and the status, without the response.
  public var description: String { "poll \(number)\(status.map { ", status \($0.code)" } ?? "")" }
}
