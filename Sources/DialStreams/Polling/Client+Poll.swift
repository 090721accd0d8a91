public import DialEngine
public import DialJSON
public import DialMessage

extension Client {
  /// Polls an endpoint until the goal of its `poll:` is reached, and returns the result of that response.
  ///
  /// Conditions apply to the whole response, before `@`. Without `until`, the status decides: 202 is not done, and the URL in Location or
  /// Operation-Location is polled next. A Retry-After of the server is respected. After the first poll, network errors, 408, 425, 429 and
  /// 5xx do not end the wait.
  ///
  /// Throws a ``CallError`` with code `failed` when `fail` is true, `deadline` when the timeout is reached or would be before the next
  /// poll, or a permanent error of a call.
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
