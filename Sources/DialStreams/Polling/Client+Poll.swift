public import DialEngine
public import DialJSON
public import DialMessage

extension Client {
  /// Asks an endpoint until what its `poll:` waits for is there, and gives the result of that reply.
  ///
  /// Conditions look at the whole reply, before `@`. Without `until` the status tells: 202 is not done yet, and the URL in its Location
  /// or Operation-Location is asked in place of the endpoint. A Retry-After of the server is obeyed. Failures of the network, 408, 425,
  /// 429 and 5xx are waited out after the first look.
  ///
  /// Throws a ``CallError`` of code `failed` as soon as `fail` holds, `deadline` where the time is over or would be before the next
  /// look, and whatever a call throws that cannot pass.
  ///
  /// ```swift
  /// let done = try await jobs.poll("job", ["id": 7])
  /// let built = try await ci.poll("build", ["id": 1], PollOptions(until: "state == 'done'", timeout: .seconds(3600)))
  /// ```
  @discardableResult
  public func poll(_ endpoint: String, _ arguments: Arguments = [:], _ options: PollOptions = .init()) async throws(CallError) -> JSON {
    try await PollLoop(engine, endpoint, arguments, options).run().value
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload @discardableResult
  public func poll(_ endpoint: String, _ arguments: Arguments.Literals, _ options: PollOptions = .init()) async throws(CallError) -> JSON {
    try await poll(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload @discardableResult
  public func poll(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: PollOptions = .init()
  ) async throws(CallError) -> JSON {
    try await poll(endpoint, Arguments(arguments ?? [:]), options)
  }
}
