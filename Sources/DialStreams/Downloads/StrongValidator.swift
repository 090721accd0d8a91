import DialJSON
import HTTPTypes

/// Identifies a version of a file, so that its parts can be combined (RFC 9110 sections 8.8 and 13.1.5).
struct StrongValidator: Hashable, Sendable {
  /// The value of its header field, also used in If-Range.
  let text: String

  /// Reads the entity tag or, without one, the time of the last change. Returns nil if it is weak: a tag marked so, or a time less than a
  /// minute before the response, after which there may have been another change (RFC 9110 section 8.8.2.2).
  init?(_ fields: HTTPFields) {
    if let tag = fields[.eTag] {
      self.init(tag)
    } else {
      guard let changed = fields[.lastModified], let date = fields[.date], let then = Timestamp(httpDate: changed),
        let now = Timestamp(httpDate: date), now.seconds - then.seconds >= 60
      else { return nil }
      self.init(changed)
    }
  }

  /// Reads a validator from a note; nil if it is not valid.
  init?(_ text: String) {
    guard Self.isTag(text) || Timestamp(httpDate: text) != nil else { return nil }
    self.text = text
  }

  /// Whether a partial response is of this version. It must repeat a tag. It may omit a time, because the request named it.
  func holds(for fields: HTTPFields) -> Bool {
    if text.hasPrefix("\"") { return fields[.eTag] == text }
    return fields[.eTag] == nil && (fields[.lastModified] ?? text) == text
  }

  private static func isTag(_ text: String) -> Bool {
    let letters = text.utf8
    guard letters.count >= 2, letters.first == 0x22, letters.last == 0x22 else { return false }
    return letters.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
  }
}
