package import DialMessage
import DialModel
import DialSyntax
package import HTTPTypes

package enum RedirectRules {
  /// Returns the method of the next request (RFC 9110 section 15.4); 301 and 302 change POST as in all clients.
  static func method(after status: Int, _ method: HTTPRequest.Method) -> HTTPRequest.Method {
    switch status {
    case 301, 302: method == .post ? .get : method
    case 303: method == .head ? .head : .get
    default: method
    }
  }

  /// Whether the address or the body of a request contains a secret, in any encoding.
  package static func holdsSecret(_ request: PreparedRequest, _ secrets: Secrets) -> Bool {
    guard !secrets.values.isEmpty || request.context[BodyHoldsSecret.self] else { return false }
    if isSecret(request.url, secrets) || isSecret(PercentEncoding.decode(request.url), secrets) { return true }
    switch request.body {
    case .none: return false
    case .bytes(let bytes): return request.context[BodyHoldsSecret.self] || isSecret(String(decoding: bytes, as: UTF8.self), secrets)
    case .stream: return request.context[BodyHoldsSecret.self]
    }
  }

  package static func isSecret(_ text: String, _ secrets: Secrets) -> Bool { secrets.redact(text) != text }

  static func shown(_ url: String, _ secrets: Secrets) -> String {
    var text = String(url.prefix { $0 != "?" && $0 != "#" })
    if let authority = AbsoluteURL(text)?.authority, let at = authority.lastIndex(of: "@") {
      text.removeSubrange(authority.startIndex...at)
    }
    text = secrets.redact(text)
    return text.utf8.count > 200 ? text.prefix(200) + "…" : text
  }

  /// Returns an invalid Location for a message, without anything that could be a user or a query.
  static func shown(_ location: [UInt8]) -> String {
    let text = String(decoding: location, as: UTF8.self).prefix { $0 != "?" && $0 != "#" }
    let rest = text.lastIndex(of: "@").map { "…" + text[$0...] } ?? String(text)
    return TerminalText.safe(rest)
  }
}

package enum RedirectedHeaders {
  private static let harmless: Set<String> = ["accept", "accept-language", "accept-encoding", "user-agent", "range", "if-range"]

  /// Fields about the content, and conditions on what the first request was to change (RFC 9110 section 15.4).
  private static let ofTheBody: Set<String> = [
    "digest", "repr-digest", "last-modified", "if-match", "if-none-match", "if-unmodified-since",
  ]

  package static func withoutBody(_ fields: HTTPFields) -> HTTPFields {
    HTTPFields(fields.filter { !$0.name.canonicalName.hasPrefix("content-") && !ofTheBody.contains($0.name.canonicalName) })
  }

  /// Keeps only headers that are harmless for another origin.
  package static func forStrangers(_ fields: HTTPFields, _ secrets: Secrets) -> HTTPFields {
    HTTPFields(
      fields.filter { field in
        let name = field.name.canonicalName
        let isHarmless = harmless.contains(name) || name.hasPrefix("content-")
        return isHarmless && !secrets.headerNames.contains(field.name) && !RedirectRules.isSecret(field.value, secrets)
      })
  }
}

/// A redirect to the same path and query, at another origin or with another final slash: the address of the request has moved.
struct RedirectMove {
  /// The new origin; nil if it is the same.
  private let origin: Origin?
  /// Whether the new path ends with a slash; nil if both or neither do.
  private let endsWithSlash: Bool?

  /// Returns nil if the path or the query differs, or if nothing does.
  init?(from old: String, to new: String) {
    guard let from = Origin(old), let to = Origin(new), let old = AbsoluteURL(old), let new = AbsoluteURL(new) else { return nil }
    let (source, target) = (Self.split(old.rest), Self.split(new.rest))
    guard source.path == target.path, source.query == target.query else { return nil }
    origin = from == to ? nil : to
    endsWithSlash = source.endsWithSlash == target.endsWithSlash ? nil : target.endsWithSlash
    if origin == nil, endsWithSlash == nil { return nil }
  }

  private static func split(_ rest: Substring) -> (path: String, query: String, endsWithSlash: Bool) {
    let written = rest.prefix { $0 != "?" && $0 != "#" }
    let query = rest[written.endIndex...].prefix { $0 != "#" }.dropFirst()
    // Servers encode characters of a path differently.
    let path = PercentEncoding.decode(String(written))
    let endsWithSlash = path.isEmpty || path.hasSuffix("/")
    return (path.hasSuffix("/") ? String(path.dropLast()) : path, PercentEncoding.decode(String(query)), endsWithSlash)
  }

  var hint: String {
    let base = origin.map { "use the base \($0.text) (--base, or 'base' in the spec)" }
    let path = endsWithSlash.map { $0 ? "end the path in the spec with '/'" : "remove the '/' at the end of the path in the spec" }
    return "to send it there, " + [base, path].compactMap(\.self).joined(separator: ", and ")
  }
}
