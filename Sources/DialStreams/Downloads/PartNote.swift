import DialEngine
import DialJSON
import HTTPTypes

/// What the bytes of a part are of, so that the same call can go on with them.
struct PartNote: Hashable, Sendable {
  /// The URL that was asked for, secrets masked.
  var url: String
  /// nil where the server gives no way to go on.
  var validator: StrongValidator?
  /// The length of the whole; nil where it is not told.
  var total: Int64?

  /// Whether more of the same bytes can be asked for.
  var isResumable: Bool { validator != nil && total != nil }

  /// Of a whole body that was asked for without conditions.
  init(url: String, _ head: ReplyHead, mayResume: Bool) {
    self.url = url
    total = head.headers[.contentLength].flatMap { ContentRange.number($0[...]) }
    // A part of a packed body is no part of the file, and the length of the file is not known then.
    let isPlain = head.status == .ok && head.headers[.contentEncoding] == nil && head.headers[.acceptRanges] != "none"
    validator = mayResume && isPlain ? StrongValidator(head.headers) : nil
  }

  /// As it was written down; nil where that is no note.
  init?(_ text: [UInt8]) {
    guard let json = try? JSON(parsing: text), let url = json.url.asString else { return nil }
    self.url = url
    total = json.total.asInt.flatMap { $0 > 0 ? Int64($0) : nil }
    validator = json.validator.asString.flatMap { StrongValidator($0) }
  }

  /// To be written down.
  var text: [UInt8] {
    let json = JSON.object([
      ("url", .string(url)), ("validator", validator.map { .string($0.text) } ?? .null), ("total", total.map { JSON($0) } ?? .null),
    ])
    return JSONWriter.bytes(json) + [0x0A]
  }
}
