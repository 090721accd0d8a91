import DialJSON
import DialModel
import HTTPTypes

/// Identifies a version of a file, so that its parts can be combined (RFC 9110 sections 8.8 and 13.1.5).
struct StrongValidator: Hashable, Sendable {
  /// The value of its header field, also used in If-Range.
  let text: String

  /// Reads the entity tag or the time of the last change; nil if it is weak (RFC 9110 section 8.8.2.2).
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

  private static func isTag(_ text: String) -> Bool { !text.hasPrefix("W/") && HeaderRules.isEntityTag(text) }
}

/// The range of a partial response (RFC 9110 section 14.4): `bytes 100-199/1000`, `bytes */1000`.
struct ContentRange: Hashable, Sendable {
  /// The first and the last byte; nil if the response contains none.
  var bytes: ClosedRange<Int64>?
  /// The length of the whole file; nil if the server does not know it.
  var total: Int64?

  /// Returns nil if the text is not a valid range of bytes.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] != "*" {
      guard let number = Self.number(parts[1]) else { return nil }
      total = number
    }
    if parts[0] == "*" { return }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last, last < total ?? .max else {
      return nil
    }
    bytes = first...last
  }

  /// Parses digits; a sign is not allowed.
  static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}
