import DialSyntax

/// What a base may be: an absolute http or https URL without credentials, query or fragment.
package enum BaseURL {
  static let userInfo = "credentials in 'base' would be shown: move them to 'auth: basic ${USER} ${PASSWORD}'"

  /// The part of a faulty base that should not be there, in UTF-8 offsets: credentials, a query, a fragment.
  static func culprit(_ text: String) -> Range<Int>? {
    let bytes = Array(text.utf8)
    guard let mark = text.firstRange(of: "://") else { return nil }
    let host = text.utf8.distance(from: text.startIndex, to: mark.upperBound)
    let path = bytes[host...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    if let at = bytes[host..<path].lastIndex(of: UInt8(ascii: "@")) { return host..<(at + 1) }
    if let port = PortRule.culprit(bytes, host..<path) { return port }
    return bytes[path...].firstIndex { "?#".utf8.contains($0) }.map { $0..<bytes.count }
  }

  /// The port, where it is none.
  private static func port(_ bytes: [UInt8]) -> Range<Int>? {
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")), slash + 2 <= bytes.count else { return nil }
    let end = bytes[(slash + 2)...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    return PortRule.culprit(bytes, (slash + 2)..<end)
  }

  /// Why a text is no base, or nil.
  package static func fault(_ text: String) -> String? {
    guard let mark = text.firstRange(of: "://"), ["http", "https", "ws", "wss"].contains(text[..<mark.lowerBound].lowercased()) else {
      return "'base' must begin with https:// or http://"
    }
    let authority = text[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") { return userInfo }
    if let port = port(Array(text.utf8)) { return PortRule.message(String(decoding: Array(text.utf8)[port], as: UTF8.self)) }
    if authority.isEmpty || Origin(text) == nil { return "'base' names no host" }
    if let sign = text.first(where: { $0 == "?" || $0 == "#" }) {
      return "'base' ends before '\(sign)': items of every query belong to 'query:'"
    }
    if text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == 0x5C }) {
      return "'base' holds a blank, a backslash or a control character"
    }
    return nil
  }
}
