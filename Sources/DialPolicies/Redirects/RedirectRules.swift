package import DialMessage
import DialModel
import DialSyntax
package import HTTPTypes

/// Decisions about one redirect.
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

  /// Removes the headers that describe a body.
  package static func withoutBody(_ fields: HTTPFields) -> HTTPFields {
    HTTPFields(fields.filter { !$0.name.canonicalName.hasPrefix("content-") })
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
