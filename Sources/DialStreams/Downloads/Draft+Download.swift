public import DialEngine
public import DialMessage
import DialModel
import HTTPTypes

extension Draft {
  /// Sends the request as it is now, and writes the body of an accepted response to a file. See
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

  /// Downloads with the given shortest pause before a transfer is resumed.
  package func download(
    to path: String, resume: Bool = true, pause: Duration, progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    if request.method == .head {
      throw CallError(
        .spec, "the response to HEAD has no body to download", endpoint: plan.model.name, hint: "call an endpoint with the same target that uses GET",
        location: plan.model.range)
    }
    var run = try DownloadRun(asFile, path, mayResume: resume, pause: pause, meter: progress.map { ProgressMeter($0) })
    return try await run.download()
  }

  /// Sends the request as it is now, and calls `progress` for each step; see ``CallTask/Progress``.
  package func send(progress: @escaping @Sendable (CallTask.Progress) -> Void) async throws(CallError) -> Reply {
    try await engine.send(self, ProgressMeter(progress))
  }

  /// Whether the result is the unchanged bytes of the body.
  package var givesBytes: Bool {
    if case .bytes = plan.model.result { return true }
    if case .data? = plan.reply.target { return plan.model.selection == nil }
    return false
  }

  /// Whether a response that differs from its declaration is an error.
  package var isStrict: Bool { check == .error }

  /// Whether the spec declares no result and selects nothing.
  package var givesWhatComes: Bool {
    if case .inferred = plan.model.result { return plan.model.selection == nil }
    return false
  }

  /// The request of a download: without a content coding, so that its length is known and a part can be requested, and without a total
  /// timeout unless the spec or the caller sets one.
  private var asFile: Draft {
    var draft = untimed()
    if request.headers[.acceptEncoding] == nil { draft.request.headers[.acceptEncoding] = "identity" }
    // The deadline is for all requests of the download together.
    if let total = draft.request.policy.totalTimeout { draft.request.policy.deadline = .now + total }
    return draft
  }
}

extension Draft {
  /// The same draft without a total timeout, unless the spec or the caller sets one.
  func untimed() -> Draft {
    var draft = self
    if !isTimed, plan.model.policy.totalTimeout == nil { draft.bound.request.policy.totalTimeout = nil }
    return draft
  }
}
