/// The body of a request.
public enum RequestBody: Sendable {
  /// No body.
  case none
  /// The whole body in memory.
  case bytes([UInt8])
  /// Pieces that are read while the request is sent, with or without a known length. `replay` creates the sequence again for a retry or a
  /// redirect; nil if it can be read only once.
  indirect case stream(length: Int64?, replay: (@Sendable () -> ResponseBody)?, ResponseBody)
}

extension RequestBody {
  /// Returns the same body for another attempt; nil if it can be read only once.
  package func again() -> RequestBody? {
    switch self {
    case .none, .bytes: self
    case .stream(let length, let replay?, _): .stream(length: length, replay: replay, replay())
    case .stream(_, nil, _): nil
    }
  }
}

extension PreparedRequest {
  private enum BodyFileKey: MessageContextKey { typealias Value = File }
  private enum ReadWholeKey: MessageContextKey { typealias Value = Bool }

  /// The file of the body, if it is one.
  package var bodyFile: File? {
    get { context[BodyFileKey.self] }
    set { context[BodyFileKey.self] = newValue }
  }

  /// Whether the response is read as a whole, so that a truncated body is a failed attempt.
  package var isReadWhole: Bool {
    get { context[ReadWholeKey.self] ?? false }
    set { context[ReadWholeKey.self] = newValue ? true : nil }
  }
}
