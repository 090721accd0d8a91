public import DialEngine
public import DialMessage
import DialModel
import HTTPTypes

extension Draft {
  /// Sends the request as it stands now and writes the body of an accepted reply into a file, see
  /// ``Client/download(_:_:to:_:resume:progress:)-(_,Arguments,_,_,_,_)``.
  ///
  /// ```swift
  /// let file = try await users.prepare("photo", ["id": 7]).download(to: "photo.jpg")
  /// ```
  @discardableResult
  public func download(
    to path: String, resume: Bool = true, progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    try await download(to: path, resume: resume, pause: .milliseconds(250), progress: progress)
  }

  /// The same, with the shortest pause before a transfer is taken up again.
  package func download(
    to path: String, resume: Bool = true, pause: Duration, progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    if request.method == .head {
      throw CallError(
        .spec, "HEAD gives no body to download", endpoint: plan.model.name, hint: "an endpoint of the same target with GET gives it",
        location: plan.model.range)
    }
    var run = try DownloadRun(asFile, path, mayResume: resume, pause: pause, meter: progress.map { ProgressMeter($0) })
    return try await run.download()
  }

  /// Sends the request as it stands now; `progress` is told each step, see ``CallTask/Progress``.
  package func send(progress: @escaping @Sendable (CallTask.Progress) -> Void) async throws(CallError) -> Reply {
    try await engine.send(self, ProgressMeter(progress))
  }

  /// Whether the result is the bytes of the body, as they come.
  package var givesBytes: Bool {
    if case .bytes = plan.model.result { return true }
    if case .data? = plan.reply.target { return plan.model.selection == nil }
    return false
  }

  /// Whether a reply that is not what was promised is a failure.
  package var isStrict: Bool { check == .error }

  /// Whether the spec leaves it to the reply what the result is, and takes all of it.
  package var givesWhatComes: Bool {
    if case .inferred = plan.model.result { return plan.model.selection == nil }
    return false
  }

  /// The request of a file: as it is stored, so that its length is known and a part of it can be asked for; for as long as it takes,
  /// unless the spec or the caller gives it a time.
  private var asFile: Draft {
    var draft = untimed()
    if request.headers[.acceptEncoding] == nil { draft.request.headers[.acceptEncoding] = "identity" }
    // All requests of the download end by then.
    if let total = draft.request.policy.totalTimeout { draft.request.policy.deadline = .now + total }
    return draft
  }
}

extension Draft {
  /// The same without a bound to its time, unless the spec or the caller gives one.
  func untimed() -> Draft {
    var draft = self
    if !isTimed, plan.model.policy.totalTimeout == nil { draft.bound.request.policy.totalTimeout = nil }
    return draft
  }
}
