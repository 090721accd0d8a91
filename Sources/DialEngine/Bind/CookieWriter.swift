import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// Writes all cookies of a call as the value of one header (RFC 6265 section 4.2.1).
struct CookieWriter {
  private var pairs: [String] = []

  static func write(_ call: inout Binding, _ headers: inout HeaderBuilder) {
    var writer = CookieWriter()
    for cookie in call.arguments(in: .cookie, "cookies") { writer.add(cookie, &call) }
    guard let value = writer.value(beside: headers.fields, &call) else { return }
    if let fault = headers.set("Cookie", value) { call.refuse(.value, nil, fault) }
  }

  private mutating func add(_ cookie: LocatedArgument, _ call: inout Binding) {
    let name = cookie.path
    guard let text = ValueText.plain(cookie.value) else {
      let hint = cookie.value.asKind == .object && !cookie.isMember ? "; to spread an object into cookies, declare 'cookie.\(name)*'" : ""
      return call.refuse(.value, name, "the cookie '\(name)' must be a string, a number or a Boolean\(hint)")
    }
    // A pair of quotes around the whole value belongs to it (RFC 6265 section 4.1.1).
    let isQuoted = text.utf8.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    let inner = isQuoted ? text.dropFirst().dropLast() : text[...]
    guard HeaderRules.isToken(cookie.wire),
      inner.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && (!"\",;\\".utf8.contains($0) || cookie.isList && $0 == 0x2C) })
    else {
      return call.refuse(
        .value, name, "the cookie '\(name)' cannot contain spaces, quotes, commas, semicolons, backslashes, control or non-ASCII characters"
      )
    }
    call.secrets.add(text)
    pairs.append("\(cookie.wire)=\(text)")
    call.note(cookie, in: .cookie)
  }

  /// Returns the value of the header: the cookies of existing fields first. Returns nil if there are none to add.
  private func value(beside fields: HTTPFields, _ call: inout Binding) -> String? {
    if pairs.isEmpty { return nil }
    let given = fields.first { $0.name == .cookie }?.value ?? ""
    let others = HTTPFields.cookies(in: given, without: pairs)
    for pair in others { call.secrets.add(String(pair.drop { $0 != "=" }.dropFirst())) }
    return (others + pairs).joined(separator: "; ")
  }

  /// Returns the cookies of two headers. Of two with the same name, the given one is kept.
  static func joined(_ more: String, to given: String) -> String {
    let given = HTTPFields.cookies(in: given, without: [])
    return (given + HTTPFields.cookies(in: more, without: given)).joined(separator: "; ")
  }
}
