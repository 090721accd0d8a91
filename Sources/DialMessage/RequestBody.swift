/// The bytes that a request carries.
public enum RequestBody: Sendable {
  /// No body.
  case none
  /// The whole body, in memory.
  case bytes([UInt8])
  /// Pieces read when the request is sent, of a known length or not. `replay` makes the sequence again for another try and for a redirect
  /// that keeps the body; nil where it can be read only once.
  indirect case stream(length: Int64?, replay: (@Sendable () -> ResponseBody)?, ResponseBody)
}

extension RequestBody {
  /// The same bytes to be sent once more; nil where they can be read only once.
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

  /// The file that the body is read from, where it is one.
  package var bodyFile: File? {
    get { context[BodyFileKey.self] }
    set { context[BodyFileKey.self] = newValue }
  }

  /// Whether the reply is read as a whole: a body that breaks off is then a failed try like any other.
  package var isReadWhole: Bool {
    get { context[ReadWholeKey.self] ?? false }
    set { context[ReadWholeKey.self] = newValue ? true : nil }
  }
}
