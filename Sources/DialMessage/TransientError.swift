import DialModel
import HTTPTypes

/// What may pass by itself, so that the same request may be answered later: the one judgement of it, for tries, polls, streams, downloads
/// and web sockets.
package enum TransientError {
  /// A server that is too slow, too busy or broken for now. 501 and 505 say what it never does.
  package static func isPassing(status: Int) -> Bool {
    switch status {
    case 408, 425, 429: true
    case 501, 505: false
    default: (500...599).contains(status)
    }
  }

  /// Whether failures of a kind are those of the network, where nobody who saw one said otherwise.
  static func isPassing(_ kind: TransportError.Kind) -> Bool {
    switch kind {
    case .connect, .timeout, .truncated: true
    default: false
    }
  }
}

extension CallError {
  /// Whether the same call may well succeed later: the network failed, or the server said that it cannot answer now (408, 425, 429, and 5xx
  /// without 501 and 505).
  public var mayPass: Bool {
    if code == .status { return status.map { TransientError.isPassing(status: $0.code) } ?? false }
    return isNetworkFault
  }

  /// Whether the network failed, be it a server that hung up.
  package var isNetworkFault: Bool {
    guard let kind = TransportError.Kind(rawValue: code.rawValue) else { return false }
    return wasPassing ?? TransientError.isPassing(kind)
  }
}

extension PreparedRequest {
  /// Whether sending it twice does no more than sending it once (RFC 9110 section 9.2.2), or the server can tell that it is the same.
  package var mayGoTwice: Bool { Self.idempotent.contains(method) || headers[Self.idempotencyKey]?.isEmpty == false }

  /// Whether a method alone allows it; a web socket is opened by a GET.
  package static func mayGoTwice(_ method: String) -> Bool { method == Methods.socket || idempotent.contains { $0.rawValue == method } }

  private static let idempotent: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options, .trace, .query]
  private static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}
