/// The part that a reply tells of (RFC 9110 section 14.4): `bytes 100-199/1000`, `bytes */1000`.
struct ContentRange: Hashable, Sendable {
  /// From the first to the last; nil where the reply has none of them.
  var bytes: ClosedRange<Int64>?
  /// The length of the whole; nil where the server does not tell.
  var total: Int64?

  /// nil where the text is none, has another unit than bytes, or contradicts itself.
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

  /// Digits alone; a sign is none.
  static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}
