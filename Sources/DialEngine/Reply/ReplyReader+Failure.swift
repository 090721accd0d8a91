import DialJSON
import DialMessage
import DialModel
import DialSyntax

extension ReplyReader {
  /// The content of a rejected response.
  struct Refusal {
    /// The body, decoded by its media type; nil if it is empty, binary or invalid.
    var content: JSON?
    /// The body as the declared failure shape; nil where none is declared or the body does not fit.
    var failure: JSON?
    /// The value that was last compared with the shape; nil if none is declared or nothing could be decoded.
    var compared: JSON?
  }

  func refusal(_ response: Response, _ bytes: [UInt8]) -> Refusal {
    var refusal = Refusal()
    var body = ReplyBody.bytes(bytes)
    if let (value, kind) = try? inferred(response, &body), kind == .json || kind == .text { refusal.content = value }
    guard let shape = model.failure else { return refusal }
    var values = [refusal.content].compactMap { $0 }
    if format(response.mediaType) == .form { values = values.map { FormShape(types: plan.types).value($0, as: shape) } }
    // JSON with another media type is common, especially in error pages.
    if format(response.mediaType) != .json, let json = try? JSON(parsing: bytes) { values.append(json) }
    refusal.compared = values.last
    refusal.failure = values.first { plan.reply.check.fault($0, shape, at: "") == nil }
      .map { value in plan.reply.failureLayout.map { JSONLayout.attach($0, to: value) } ?? value }
    return refusal
  }
}

/// Finds the message in the body of a rejected response, in the usual members (RFC 9457 and common practice).
package enum ErrorBody {
  package static func message(_ body: [UInt8]) -> String? {
    guard body.count < 1 << 20, let json = try? JSON(parsing: body) else { return nil }
    for path in ["error.message", "message", "detail", "error_description", "title", "error", "errors[0].message", "errors[0]"] {
      if let text = json[path].asString, !text.isEmpty { return Self.shown(text) }
    }
    return nil
  }

  private static func shown(_ text: String) -> String {
    let scalars = text.excerpt(300).unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
