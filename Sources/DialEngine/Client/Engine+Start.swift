import DialMessage

extension Engine {
  /// Binds and sends in a task of its own; `completion` is called once, with what `value` gives too.
  func start(
    _ completion: (@Sendable (Result<Reply, CallError>) -> Void)? = nil, _ make: @escaping @Sendable () throws(CallError) -> Draft
  ) -> CallTask {
    let meter = ProgressMeter()
    let task = started.start {
      let outcome = await self.outcome(make, meter)
      meter.end()
      completion?(outcome)
      return outcome
    }
    return CallTask(task: task, meter: meter)
  }

  private func outcome(_ make: () throws(CallError) -> Draft, _ meter: ProgressMeter) async -> Result<Reply, CallError> {
    do throws(CallError) {
      return .success(try await send(try make(), meter))
    } catch {
      return .failure(error)
    }
  }
}

extension Draft {
  /// Sends the request as it stands now, in a task of its own.
  ///
  /// ```swift
  /// let task = try users.prepare("getUser", ["id": 7]).start()
  /// let reply = try await task.value
  /// ```
  public func start() -> CallTask { engine.start { () throws(CallError) in self } }
}
