import DialJSON
import HTTPTypes

/// What tells a version of a file from every other, so that its parts can be put together (RFC 9110 sections 8.8 and 13.1.5).
struct StrongValidator: Hashable, Sendable {
  /// As it stood in its field, and stands in If-Range.
  let text: String

  /// The entity tag; where there is none, the time of the last change. nil where it is weak: a tag that says so, or a time less than a
  /// minute before the reply, after which there may have been another change (RFC 9110 section 8.8.2.2).
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

  /// One that was written down before; nil where the text is none.
  init?(_ text: String) {
    guard Self.isTag(text) || Timestamp(httpDate: text) != nil else { return nil }
    self.text = text
  }

  /// Whether a part is of this version. It has to repeat the tag; a time it may leave out, as it was sent because of it.
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
