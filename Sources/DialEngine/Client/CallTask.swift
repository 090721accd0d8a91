public import DialMessage

/// A call that was started with `start`: wait for it, observe it, cancel it.
///
/// The call continues if its task is dropped. Cancelling a Swift task that waits for ``value`` does not cancel the call, because others
/// may wait, too.
///
/// ```swift
/// let task = users.start("photo", ["photo": .file("a.jpg")])
/// for await step in task.progress { print(step.sent, step.total ?? 0) }
/// let reply = try await task.value
/// ```
public struct CallTask: Sendable {
  let task: Task<Result<Reply, CallError>, Never>
  let meter: ProgressMeter

  /// The response, as often as you ask for it. Throws the error of the call, with code `cancelled` after ``cancel()``.
  public var value: Reply {
    get async throws(CallError) { try await task.value.get() }
  }

  /// The progress of the call, until it ends. Each access returns a new sequence that starts with the current step. A slow reader misses
  /// steps, but never the last one.
  public var progress: AsyncStream<Progress> { meter.steps() }

  /// Cancels the call, unless it has ended.
  public func cancel() { task.cancel() }

  /// The progress of a call.
  public typealias Progress = CallProgress
}

extension Engine {
  /// Binds and sends in a new task; `completion` is called once with the result of `value`.
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
  /// Sends the request as it is now, in a new task.
  ///
  /// ```swift
  /// let task = try users.prepare("getUser", ["id": 7]).start()
  /// let reply = try await task.value
  /// ```
  public func start() -> CallTask { engine.start { () throws(CallError) in self } }
}
