import DialModel
import HTTPTypes

/// Decides which errors are temporary, for retries, polls, streams, downloads and web sockets.
package enum TransientError {
  /// Whether a status is temporary: the server is too slow, too busy or broken. 501 and 505 are permanent.
  package static func isPassing(status: Int) -> Bool {
    switch status {
    case 408, 425, 429: true
    case 501, 505: false
    default: StatusSet.statusClass(of: status) == 5
    }
  }

  /// Whether errors of this kind are network errors, by default.
  static func isPassing(_ kind: TransportError.Kind) -> Bool {
    switch kind {
    case .connect, .timeout, .truncated: true
    default: false
    }
  }
}

extension CallError {
  /// Whether the same call can succeed later: the network failed, or the status is 408, 425, 429, or 5xx except 501 and 505.
  public var mayPass: Bool {
    if code == .status { return status.map { TransientError.isPassing(status: $0.code) } ?? false }
    return isNetworkFault
  }

  /// Whether the network failed, or the server closed the connection.
  package var isNetworkFault: Bool {
    guard let kind = TransportError.Kind(rawValue: code.rawValue) else { return false }
    return wasPassing ?? TransientError.isPassing(kind)
  }
}

extension PreparedRequest {
  /// Whether the request is safe to repeat: its method is idempotent (RFC 9110 section 9.2.2), or it has an Idempotency-Key.
  package var mayGoTwice: Bool { Self.idempotent.contains(method) || headers[Self.idempotencyKey]?.isEmpty == false }

  /// Whether the method is idempotent. The handshake of a web socket is a GET.
  package static func mayGoTwice(_ method: String) -> Bool { method == Methods.socket || idempotent.contains { $0.rawValue == method } }

  private static let idempotent: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options, .trace, .query]
  private static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}
