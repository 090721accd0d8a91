/// The HTTP methods of the language, and what is known about them (RFC 9110 section 9, RFC 10008).
package enum Methods {
  private static let bodiless = ["GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "CONNECT"]
  private static let withBody = ["POST", "PUT", "PATCH", "QUERY"]
  package static let socket = "WS"
  package static let all = bodiless + withBody + [socket]

  /// Whether a method changes nothing (RFC 9110 section 9.2.1). The handshake of a WebSocket is a GET.
  package static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY", socket].contains(method) }

  /// Whether a method is safe to repeat (RFC 9110 section 9.2.2).
  package static func isIdempotent(_ method: String) -> Bool { isSafe(method) || method == "PUT" || method == "DELETE" }

  /// Whether requests have a body; nil for a custom method, whose endpoint says so.
  package static func hasBody(_ method: String) -> Bool? { withBody.contains(method) ? true : all.contains(method) ? false : nil }

  /// Whether a key is a method, known or custom. Keys of the language start in lowercase.
  package static func isMethod(_ key: String) -> Bool {
    guard let first = key.utf8.first, !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
    return all.contains(key) || isCustom(key)
  }

  /// Whether a key of a long form is a token in capitals (RFC 9110 section 9.1).
  package static func isCustom(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { (65...90).contains($0) || $0 == 45 || $0 == 95 || (48...57).contains($0) }
      && word.utf8.contains { (65...90).contains($0) } && !all.contains(word)
  }

  /// Whether a text begins with a method that is followed by more, as the line of an endpoint.
  package static func beginsLine(_ text: String) -> Bool {
    let words = text.split(separator: " ", maxSplits: 2)
    return words.count > 1 && all.contains(String(words[0]))
  }
}
