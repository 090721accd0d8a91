import DialModel
import HTTPTypes

extension PreparedRequest {
  /// Whether sending it twice does no more than sending it once (RFC 9110 section 9.2.2), or the server can tell that it is the same.
  package var mayGoTwice: Bool { Self.idempotent.contains(method) || headers[Self.idempotencyKey]?.isEmpty == false }

  /// Whether a method alone allows it; a web socket is opened by a GET.
  package static func mayGoTwice(_ method: String) -> Bool { method == Methods.socket || idempotent.contains { $0.rawValue == method } }

  private static let idempotent: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options, .trace, .query]
  private static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}
