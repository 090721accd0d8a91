import DialEngine
import DialMessage
import HTTPTypes

extension DownloadRun {
  /// Returns the pause before the transfer is resumed; nil if it cannot be.
  mutating func pause(after error: CallError, from offset: Int64) -> Duration? {
    // The file has become shorter, or the server does not know the part.
    if offset > 0, error.status == .rangeNotSatisfiable, (try? startOver()) != nil { return .zero }
    guard mayResume, hasBegun, !Task.isCancelled, let part, part.note.isResumable,
      error.isNetworkFault, let pause = tries.next(gained: hasRestarted ? 0 : part.length - offset)
    else { return nil }
    if let deadline = draft.request.end?.instant, .now + pause >= deadline { return nil }
    return pause
  }

  func wait(_ pause: Duration) async throws(CallError) {
    do {
      try await Task.sleep(for: pause)
    } catch {
      throw draft.described(error)
    }
  }

  /// Keeps a part that can be resumed, removes any other, and says so in the hint.
  func settled(_ error: CallError) -> CallError {
    var error = error
    error.attempts = tries.requests + error.earlier.count
    guard let part else { return error }
    let (path, length) = (part.writer.path, part.length)
    // If the disk is full, the part is removed to free its space.
    guard error.code != .io, mayResume, part.note.isResumable, length >= DownloadAttempts.worth, let total = part.note.total else {
      part.remove()
      if length > 0, error.hint == nil { error.hint = "call again to start over; the partial download was removed" }
      return error
    }
    let next = error.code == .protocol ? "to start over, remove it" : "run the same call again to resume"
    error.hint = "saved \(ByteCount.text(Int64(length), of: Int64(total))) in '\(path)'; \(next)"
    return error
  }
}

extension Draft {
  /// Describes a local error as a call does.
  func described(_ error: any Error) -> CallError { engine.describe(error, request, plan.model) }

  /// The URL without secrets.
  var shownURL: String { request.secrets.redact(url: request.url) }
}
