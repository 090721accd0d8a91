import DialJSON

/// A parsed `Set-Cookie` header (RFC 6265 section 5.2). Unknown and invalid attributes are ignored.
struct SetCookie: Hashable {
  var name: String
  var value: String
  /// The domain in lowercase, without a leading dot; nil if there is none.
  var domain: String?
  /// The path; nil if there is none, or it is not absolute.
  var path: String?
  /// The expiry; nil for the end of the session. A time in the past removes the cookie.
  var expires: Expiry?
  var isSecure = false

  enum Expiry: Hashable {
    /// Seconds from now, from Max-Age, which overrides Expires.
    case after(Int64)
    case at(Timestamp)
  }

  /// The maximum length of name and value together, as in browsers and curl.
  static let longest = 4096

  /// Returns nil if the header is not a cookie.
  init?(_ field: String) {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
    name = Self.trimmed(pair[..<equals])
    value = Self.trimmed(pair[pair.index(after: equals)...])
    guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.longest, Self.isSendable(name), Self.isSendable(value) else {
      return nil
    }
    var date: Expiry?
    for part in parts.dropFirst() {
      let equals = part.firstIndex(of: "=")
      let key = Self.trimmed(part[..<(equals ?? part.endIndex)]).lowercased()
      let value = equals.map { Self.trimmed(part[part.index(after: $0)...]) } ?? ""
      switch key {
      case "expires": date = CookieDate.read(value).map { .at($0) } ?? date
      case "max-age": if let seconds = Self.seconds(value) { expires = .after(seconds) }
      case "domain":
        let host = value.hasPrefix(".") ? String(value.dropFirst()) : value
        domain = host.isEmpty ? nil : host.lowercased()
      case "path": path = value.hasPrefix("/") ? value : nil
      case "secure": isSecure = true
      default: break
      }
    }
    expires = expires ?? date
  }

  /// Whether the text has no control characters, which would end the header.
  private static func isSendable(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x3B } }

  private static func seconds(_ text: String) -> Int64? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text) ?? (text.hasPrefix("-") ? 0 : .max)
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
