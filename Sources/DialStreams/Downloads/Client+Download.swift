public import DialEngine
public import DialMessage

extension Client {
  /// Writes the body of an accepted reply into a file, piece by piece, whatever its media type and its length are. Memory stays flat.
  ///
  /// ```swift
  /// let file = try await users.download("photo", ["id": 7], to: "photo.jpg")
  /// let other = try await users.download("export", to: "exports/") { step in print(step.received, step.toReceive ?? 0) }
  /// ```
  ///
  /// The bytes come into `photo.jpg.part`; the file has its name, and replaces an old one, when it is whole. In a folder it gets the name
  /// that the server gives, made harmless, else the last segment of the URL; a file that is there is never replaced then.
  ///
  /// A transfer that breaks off is taken up again where the server gives a strong validator (RFC 9110 sections 13.1.5 and 14.2). What a
  /// download that fails or is cancelled has until then is kept where the same call can go on with it, and removed where it cannot: the
  /// hint of the error says which. There is no bound to the time of the whole but a given one; a silence ends the transfer.
  ///
  /// - Parameters:
  ///   - path: a file, or a folder that is there.
  ///   - resume: whether a transfer is taken up again, in this call and by the next one.
  ///   - progress: is told how far it is, one step after the other, from no particular thread; it should be short.
  /// - Returns: where the file is, its length, and the head of the last reply.
  /// - Throws: a ``CallError``, of code `io` where the file cannot be written.
  @discardableResult
  public func download(
    _ endpoint: String, _ arguments: Arguments = [:], to path: String, _ options: CallOptions = .init(), resume: Bool = true,
    progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    try await engine.prepare(endpoint, arguments, options).download(to: path, resume: resume, progress: progress)
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload @discardableResult
  public func download(
    _ endpoint: String, _ arguments: Arguments.Literals, to path: String, _ options: CallOptions = .init(), resume: Bool = true,
    progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    try await download(endpoint, Arguments(arguments), to: path, options, resume: resume, progress: progress)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload @discardableResult
  public func download(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, to path: String, _ options: CallOptions = .init(), resume: Bool = true,
    progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> Download {
    try await download(endpoint, Arguments(arguments ?? [:]), to: path, options, resume: resume, progress: progress)
  }
}
