import DialEngine
import DialJSON
import HTTPTypes

/// The origin of a part, which decides whether a call can resume it.
struct PartNote: Hashable, Sendable {
  /// The requested URL, without secrets.
  var url: String
  /// The validator for a range request; nil if the server sends none.
  var validator: StrongValidator?
  /// The length of the whole file; nil if unknown.
  var total: Int64?

  /// Whether the rest can be requested.
  var isResumable: Bool { validator != nil && total != nil }

  /// Creates the note of a whole body that was requested without conditions.
  init(url: String, _ head: ReplyHead, mayResume: Bool) {
    self.url = url
    total = head.headers[.contentLength].flatMap { ContentRange.number($0[...]) }
    // A range of a compressed body is not a range of the file, and the length of the file is not known then.
    let isPlain = head.status == .ok && head.headers[.contentEncoding] == nil && head.headers[.acceptRanges] != "none"
    validator = mayResume && isPlain ? StrongValidator(head.headers) : nil
  }

  /// Reads a note from a file; nil if it is not valid.
  init?(_ text: [UInt8]) {
    guard let json = try? JSON(parsing: text), let url = json.url.asString else { return nil }
    self.url = url
    total = json.total.asInt.flatMap { $0 > 0 ? Int64($0) : nil }
    validator = json.validator.asString.flatMap { StrongValidator($0) }
  }

  /// The note as it is written to a file.
  var text: [UInt8] {
    let json = JSON.object([
      ("url", .string(url)), ("validator", validator.map { .string($0.text) } ?? .null), ("total", total.map { JSON($0) } ?? .null),
    ])
    return JSONWriter.bytes(json) + [0x0A]
  }
}
