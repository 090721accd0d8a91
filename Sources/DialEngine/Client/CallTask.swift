public import DialMessage

/// A call that runs by itself, begun with `start`: to wait for, to look at, to cancel.
///
/// A task that is dropped runs on. Cancelling the Swift task that waits for ``value`` does not cancel the call, as others may wait too.
///
/// ```swift
/// let task = users.start("photo", ["photo": .file("a.jpg")])
/// for await step in task.progress { print(step.sent, step.total ?? 0) }
/// let reply = try await task.value
/// ```
public struct CallTask: Sendable {
  let task: Task<Result<Reply, CallError>, Never>
  let meter: ProgressMeter

  /// The reply, once it is there; as often as it is asked for. Throws what the call throws, of code `cancelled` after ``cancel()``.
  public var value: Reply {
    get async throws(CallError) { try await task.value.get() }
  }

  /// How far the call is, as it goes on; ends with the call. Each time it is asked for it is a sequence of its own, which begins with
  /// what is so now and skips what its reader is too slow for; the last step is never skipped.
  public var progress: AsyncStream<Progress> { meter.steps() }

  /// Ends the transfer. A call that is over stays as it ended.
  public func cancel() { task.cancel() }

  /// How far a call is.
  public typealias Progress = CallProgress
}

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
