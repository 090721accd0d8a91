import DialJSON
import DialMessage
import DialModel

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
