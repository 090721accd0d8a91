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
