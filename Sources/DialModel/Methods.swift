/// The methods of the language and whether they carry a body by themselves.
package enum Methods {
  /// Those of requests that change nothing (RFC 9110 section 9.2.1).
  package static let safe = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]
  /// Those that may be sent twice and do no more than once (RFC 9110 section 9.2.2).
  package static let idempotent = safe + ["PUT", "DELETE"]
  static let bodiless = ["GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "CONNECT"]
  package static let withBody = ["POST", "PUT", "PATCH", "QUERY"]
  package static let socket = "WS"
  package static let all = bodiless + withBody + [socket]

  /// Whether a key says the method, known or custom; a key of the language begins in lower case.
  package static func isMethod(_ key: String) -> Bool {
    guard let first = key.utf8.first, !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
    return all.contains(key) || isCustom(key)
  }

  /// A token in capitals (RFC 9110 section 9.1), as the key of a long form.
  package static func isCustom(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { (65...90).contains($0) || $0 == 45 || $0 == 95 || (48...57).contains($0) }
      && word.utf8.contains { (65...90).contains($0) } && !all.contains(word)
  }
}
