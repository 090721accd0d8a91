import DialJSON

/// The rules for headers (RFC 9110 section 5): names are tokens, values are printable ASCII and tabs.
package enum HeaderRules {
  package static let tokenRule = "letters, digits and !#$%&'*+-.^_`|~"

  package static func isToken(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(isTokenPart) }

  package static func isTokenPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
    default: "!#$%&'*+.^_`|~".utf8.contains(byte)
    }
  }

  /// Returns a text as a quoted string (RFC 9110 section 5.6.4).
  package static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Whether two names are equal, ignoring case.
  package static func isSame(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return zip(a.utf8, b.utf8).allSatisfy { lowered($0) == lowered($1) }
  }

  package static func lowered(_ name: String) -> String { name.utf8.contains { $0 &- 0x41 < 26 } ? name.lowercased() : name }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  package static func isValue(_ value: String) -> Bool {
    let isPlain: (UnsafeBufferPointer<UInt8>) -> Bool = { $0.allSatisfy { $0 == 9 || $0 &- 0x20 < 0x5F } }
    if let answer = value.utf8.withContiguousStorageIfAvailable(isPlain) { return answer }
    var value = value
    return value.withUTF8(isPlain)
  }

  /// Whether a text is an entity tag of ASCII characters (RFC 9110 section 8.8.3).
  package static func isEntityTag(_ text: String) -> Bool {
    let tag = text.hasPrefix("W/") ? text.dropFirst(2).utf8 : text[...].utf8
    let quote = UInt8(ascii: "\"")
    guard tag.count >= 2, tag.first == quote, tag.last == quote else { return false }
    return tag.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != quote }
  }

  private static let owned = [
    "host", "content-length", "transfer-encoding", "connection", "upgrade", "keep-alive", "proxy-connection", "te", "trailer",
  ]

  private static let ownedLengths = lengths(of: owned)

  /// The lengths of the words, which exclude most other names quickly.
  private static func lengths(of words: [String]) -> [Bool] { (0..<32).map { length in words.contains { $0.utf8.count == length } } }

  private static func has(_ name: String, _ lengths: [Bool]) -> Bool { name.utf8.count < lengths.count && lengths[name.utf8.count] }

  /// Whether the protocol sets this header.
  package static func isOwned(_ name: String) -> Bool { has(name, ownedLengths) && owned.contains { isSame($0, name) } }

  /// Returns why a spec and a call cannot set this header; nil if they can.
  package static func ownedFault(_ name: String) -> String? {
    isOwned(name) ? "the header '\(name)' is controlled by the protocol and cannot be set" : nil
  }

  /// Returns why the value cannot be sent in this header.
  package static func valueFault(in name: String) -> String {
    "the header '\(name)' contains a character that is not allowed; use only printable ASCII characters and tabs"
  }

  private static let sensitive = ["authorization", "proxy-authorization", "cookie", "x-api-key"]

  private static let sensitiveLengths = lengths(of: sensitive)

  /// Whether all values of this header are secret.
  package static func isSensitive(_ name: String) -> Bool {
    has(name, sensitiveLengths) && sensitive.contains { isSame($0, name) }
  }

  /// Returns why a literal value under this name should be a variable; nil if it may be literal.
  package static func literalSecret(name: String, value: Text) -> String? {
    guard isSensitive(name), value.variables.isEmpty, value.arguments.isEmpty, !(value.literal ?? "").isEmpty else { return nil }
    return "the spec contains a literal token; write '\(name): ${TOKEN}' and set its value when calling"
  }

  /// Returns one item of a header list, quoted if a comma or a quote would split it (RFC 9110 section 5.6.4). Dates are never quoted.
  package static func listItem(_ text: String) -> String {
    if text.utf8.count == 29, text.hasSuffix(" GMT"), Timestamp(httpDate: text)?.http == text { return text }
    return text.contains(",") || text.contains("\"") ? quoted(text) : text
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without leading and trailing spaces and tabs.
  package var trimmed: Substring {
    var bytes = self[...].utf8
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return Substring(bytes)
  }
}
