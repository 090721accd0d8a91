public import DialEngine
public import DialMessage
import DialModel
public import HTTPTypes

extension Client {
  /// Writes the body of an accepted response to a file while it arrives, with constant memory use.
  ///
  /// ```swift
  /// let file = try await users.download("photo", ["id": 7], to: "photo.jpg")
  /// let other = try await users.download("export", to: "exports/") { step in print(step.received, step.toReceive ?? 0) }
  /// ```
  ///
  /// The bytes are written to `photo.jpg.part`, which replaces `photo.jpg` when it is complete. In a folder, the file is named by the response
  /// or the URL, and never replaces a file.
  ///
  /// A transfer that breaks off is resumed if the server sends a strong validator (RFC 9110 section 14.2). If the download fails, the part
  /// is kept if the same call can resume it; the hint of the error says so. There is no total timeout unless one is set.
  ///
  /// - Parameters:
  ///   - path: a file or an existing folder.
  ///   - resume: whether to resume a transfer, in this call and in the next one.
  ///   - progress: called after each step, on any thread. It should return quickly.
  /// - Returns: the path, the size and the head of the last response.
  /// - Throws: a ``CallError``, with code `io` if the file cannot be written.
  @discardableResult
  public func download(
    _ endpoint: String, _ arguments: Arguments = [:], to path: String, _ options: CallOptions = .init(), resume: Bool = true,
    progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    try await engine.prepare(endpoint, arguments, options).download(to: path, resume: resume, progress: progress)
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload @discardableResult
  public func download(
    _ endpoint: String, _ arguments: Arguments.Literals, to path: String, _ options: CallOptions = .init(), resume: Bool = true,
    progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    try await download(endpoint, Arguments(arguments), to: path, options, resume: resume, progress: progress)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload @discardableResult
  public func download(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, to path: String, _ options: CallOptions = .init(), resume: Bool = true,
    progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    try await download(endpoint, Arguments(arguments ?? [:]), to: path, options, resume: resume, progress: progress)
  }
}

/// A complete file, written by ``Client/download(_:_:to:_:resume:progress:)-(_,Arguments,_,_,_,_)``.
public struct Download: Sendable {
  /// The path that was passed, or the file in the folder that was passed.
  public let path: String
  /// The size of the file in bytes.
  public let size: Int64
  /// The status of the last response: 206 if only a part was requested (RFC 9110 section 15.3.7).
  public let status: HTTPResponse.Status
  /// The header fields of the last response, in the order received.
  public let headers: HTTPFields
  /// The URL of the last response, after redirects.
  public let url: String
  /// Whether a transfer was resumed: one of this call or of an earlier one.
  public let resumed: Bool
  /// The number of requests, without redirects. More than one if a transfer broke off or could not be resumed.
  public let requests: Int
}

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
        .spec, "the response to HEAD has no body to download", of: plan.model,
        hint: "call an endpoint with the same target that uses GET")
    }
    var run = try DownloadRun(asFile, path, mayResume: resume, pause: pause, meter: progress.map { ProgressMeter($0) })
    return try await run.download()
  }

  /// Sends the request as it is now, and calls `progress` for each step; see ``CallTask/Progress``.
  package func send(progress: @escaping @Sendable (CallTask.Progress) -> Void) async throws(CallError) -> Reply {
    try await engine.send(self, ProgressMeter(progress))
  }

  /// The draft of a download: its request, without a total timeout unless the spec or the caller sets one.
  private var asFile: Draft {
    var draft = timed(nil).storing()
    // The deadline is for all requests of the download together.
    if let total = draft.request.policy.totalTimeout { draft.request.policy.deadline = .now + total }
    return draft
  }
}

extension Download: SecretHolder {
  /// The path, the size and the status.
  public var description: String { "Download(\(path), \(ByteCount.text(size)), status \(status.code))" }
}
