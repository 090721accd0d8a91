public import DialEngine
public import DialMessage

extension Client {
  /// Writes the body of an accepted response to a file while it arrives, whatever its media type and length. Memory use is constant.
  ///
  /// ```swift
  /// let file = try await users.download("photo", ["id": 7], to: "photo.jpg")
  /// let other = try await users.download("export", to: "exports/") { step in print(step.received, step.toReceive ?? 0) }
  /// ```
  ///
  /// The bytes are written to `photo.jpg.part`, which becomes `photo.jpg`, and replaces an existing file, when it is complete. In a
  /// folder, the file gets the name from the response, without unsafe characters, or the last segment of the URL, and never replaces a
  /// file.
  ///
  /// A transfer that breaks off is resumed if the server sends a strong validator (RFC 9110 sections 13.1.5 and 14.2). If the download
  /// fails or is cancelled, the part is kept if the same call can resume it, and removed otherwise; the hint of the error says which.
  /// There is no total timeout unless one is set. A transfer without data for the read timeout fails.
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
