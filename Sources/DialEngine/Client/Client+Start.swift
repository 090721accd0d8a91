public import DialMessage
import DialPolicies

extension Client {
  /// Starts a call and returns at once. Invalid arguments are thrown by ``CallTask/value``.
  ///
  /// ```swift
  /// let task = users.start("photo", ["photo": .file("a.jpg")])
  /// task.cancel()
  /// ```
  public func start(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> CallTask {
    engine.start { () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func start(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> CallTask {
    start(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload
  public func start(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()) -> CallTask {
    start(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// Calls without `await`: `completion` is called once, on any thread, with the response or the error.
  ///
  /// ```swift
  /// users.call("getUser", ["id": 7]) { result in print((try? result.get().value.name.asString) ?? "nobody") }
  /// ```
  @discardableResult
  public func call(
    _ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask {
    engine.start(completion) { () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask {
    call(endpoint, Arguments(arguments), options, completion: completion)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask {
    call(endpoint, Arguments(arguments ?? [:]), options, completion: completion)
  }

  /// Cancels every call of this client and its copies that was started with `start` or with a completion handler. A call that you await
  /// is cancelled with its own task.
  public func cancelAll() {
    engine.started.cancel()
    engine.policies.cache.refreshes.cancel()
  }
}
