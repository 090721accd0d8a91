/// The rules for a base: an absolute http or https URL without credentials, query or fragment, or a Unix socket.
package enum BaseURL {
  /// Joins paths with exactly one `/`.
  package static func join(_ left: String, _ right: String) -> String {
    if left.isEmpty || right.isEmpty { return left + right }
    let head = left.hasSuffix("/") ? String(left.dropLast()) : left
    return head + (right.hasPrefix("/") ? right : "/" + right)
  }

  package static let userInfo = "'base' contains credentials; move them to 'auth: basic ${USER} ${PASSWORD}'"

  /// Returns the UTF-8 range of the invalid part of a base: credentials, a query, a fragment.
  package static func culprit(_ text: String) -> Range<Int>? {
    let bytes = Array(text.utf8)
    guard let mark = text.firstRange(of: "://") else { return nil }
    let host = text.utf8.distance(from: text.startIndex, to: mark.upperBound)
    let path = bytes[host...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    if let at = bytes[host..<path].lastIndex(of: UInt8(ascii: "@")) { return host..<(at + 1) }
    if !UnixSocket.isNamed(by: text), let part = PortRule.culprit(bytes, host..<path) ?? HostRule.culprit(bytes, host..<path) {
      return part
    }
    if let sign = stray(bytes) { return sign }
    if let escape = brokenEscape(bytes[path...]) { return escape }
    return bytes[path...].firstIndex { "?#".utf8.contains($0) }.map { $0..<bytes.count }
  }

  /// Returns why a text is not a base; nil if it is.
  ///
  /// - Parameter name: where the text was passed, such as `--base`; nil if the message is shown beside it.
  package static func fault(_ text: String, in name: String? = nil) -> String? {
    let base = name ?? "'base'"
    let isSocket = UnixSocket.isNamed(by: text)
    guard let mark = text.firstRange(of: "://"),
      isSocket || ["http", "https", "ws", "wss"].contains(text[..<mark.lowerBound].lowercased())
    else {
      return "\(base) must start with https:// or http://"
    }
    let authority = text[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") { return userInfo.replacing("'base'", with: base) }
    if isSocket, let fault = UnixSocket.fault(text, in: base) { return fault }
    if !isSocket, authority.isEmpty { return "\(base) has no host" }
    if text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == 0x5C }) {
      return "\(base) contains a space, a backslash or a control character"
    }
    if !isSocket, let fault = authorityFault(Array(authority.utf8)) { return (name.map { $0 + ": " } ?? "") + fault }
    if !isSocket, Origin(text) == nil { return "\(base) has no host" }
    if let sign = text.first(where: { $0 == "?" || $0 == "#" }) {
      return "\(base) cannot contain '\(sign)'; move query items to 'query:'"
    }
    if !text.utf8.allSatisfy({ $0 < 0x80 }) { return "\(base) contains a character that must be percent-encoded" }
    let bytes = Array(text.utf8)
    if let sign = stray(bytes) {
      let part = String(decoding: bytes[sign], as: UTF8.self)
      let isOpen = part == "{"
      return "\(base) contains '\(part)', which is not allowed in a URL; \(isOpen ? "write a variable as ${NAME}" : "percent-encode it")"
    }
    return brokenEscape(bytes[...]).map {
      "\(base) contains '\(String(decoding: bytes[$0], as: UTF8.self))', which is not a valid percent-encoding; write '%' as %25"
    }
  }

  /// Finds an ASCII character that is not allowed in a URL (RFC 3986 section 2).
  private static func stray(_ bytes: [UInt8]) -> Range<Int>? {
    bytes.firstIndex { "\"<>^`{|}".utf8.contains($0) }.map { $0..<($0 + 1) }
  }

  /// Finds a '%' without two hexadecimal digits (RFC 3986 section 2.1).
  private static func brokenEscape(_ bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var rest = bytes
    while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
      let digits = bytes[(mark + 1)...].prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return mark..<digits.endIndex }
      rest = bytes[digits.endIndex...]
    }
    return nil
  }

  /// Returns why `host:port` is invalid; nil if it is valid.
  package static func authorityFault(_ bytes: [UInt8]) -> String? {
    if let port = PortRule.culprit(bytes, bytes.indices) { return PortRule.message(String(decoding: bytes[port], as: UTF8.self)) }
    return HostRule.culprit(bytes, bytes.indices).map { HostRule.message(String(decoding: bytes[$0], as: UTF8.self)) }
  }
}
