import DialModel
package import HTTPTypes

/// Shows the headers of a response without secrets: credentials and cookies by name, items of URLs by name, and the secrets of the call
/// wherever they are. Everything that prints a response uses it.
package struct HeaderMask: Sendable {
  private let secrets: Secrets
  private let isOff: Bool

  /// - Parameters:
  ///   - secrets: those of the call.
  ///   - showingSecrets: whether nothing is masked.
  package init(_ fields: HTTPFields, _ secrets: Secrets, showingSecrets: Bool = false) {
    isOff = showingSecrets
    var all = secrets
    if !showingSecrets {
      for text in UndeclaredSecrets.fields(fields) { all.add(echo: text) }
      for field in fields { _ = Self.masked(field.value) { all.add(echo: $0) } }
    }
    self.secrets = all
  }

  /// Returns the value of one of the fields.
  package func value(_ field: HTTPField) -> String {
    if isOff { return field.value }
    if field.name == .setCookie { return secrets.redact(Secrets.masked(setCookie: field.value, as: Secrets.mask)) }
    let name = field.name.canonicalName
    guard secrets.headerNames.contains(field.name) || SecretNames.contains(name, in: .header) else {
      return Self.masked(secrets.redact(field.value)) { _ in }
    }
    if field.value.isEmpty { return "" }
    let scheme = name.hasSuffix("authorization") ? field.value.prefix { $0 != " " } : ""
    return (scheme.isEmpty || scheme.count == field.value.count ? "" : scheme + " ") + Secrets.mask
  }

  /// Returns a URL of the response, such as that to which a redirect led, without secrets.
  package func url(_ url: String, isRedirected: Bool) -> String {
    isOff ? url : URLNames(as: Secrets.mask, in: isRedirected ? .redirect : .item).masked(secrets.redact(url: url))
  }

  /// Masks the items of each URL: Link has several.
  private static func masked(_ value: String, _ found: @escaping (String) -> Void) -> String {
    let names = URLNames(as: Secrets.mask, in: .redirect, found: found)
    return value.split(separator: "<", omittingEmptySubsequences: false).map { names.masked(String($0)) }.joined(separator: "<")
  }
}

extension Secrets {
  /// Returns a URL that a response leads to, such as the next page, whose items can be secrets of the server by their names.
  package func redact(link url: String) -> String { HeaderMask([:], self).url(url, isRedirected: true) }

  /// Adds a value that the server may repeat. A short one would mask much that is none.
  package mutating func add(echo text: String) {
    if text.utf8.count >= (text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? 6 : 4) { add(text) }
  }
}
