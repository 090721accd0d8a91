/// The HTTP methods of the language, and whether they have a body.
package enum Methods {
  /// Methods that change nothing (RFC 9110 section 9.2.1).
  package static let safe = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]
  /// Methods that are safe to repeat (RFC 9110 section 9.2.2).
  package static let idempotent = safe + ["PUT", "DELETE"]
  static let bodiless = ["GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "CONNECT"]
  package static let withBody = ["POST", "PUT", "PATCH", "QUERY"]
  package static let socket = "WS"
  package static let all = bodiless + withBody + [socket]

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
}
