import DialMessage
import DialModel
package import HTTPTypes

/// The header fields in the order of their first occurrence; a later value replaces an earlier one.
package struct HeaderBuilder {
  package internal(set) var fields: HTTPFields
  /// The names of secret fields that are not in the plan.
  private(set) var secretNames: Set<HTTPField.Name> = []

  package init() { fields = HTTPFields() }

  init(_ fields: HTTPFields) { self.fields = fields }

  mutating func remove(_ name: HTTPField.Name) { fields[name] = nil }

  func contains(_ name: HTTPField.Name) -> Bool { fields.contains(name) }

  /// Sets a field, or returns why it is invalid. The message never contains the value.
  package mutating func set(_ name: String, _ value: String, isSecret: Bool = false) -> String? {
    let target = HeaderTarget(name, isSecret: isSecret)
    if let fault = set(target, value) { return fault }
    if let field = target.name, isSecret || target.isSensitive { secretNames.insert(field) }
    return nil
  }

  /// Adds another field of a name; cookies are joined into one (RFC 6265 section 5.4).
  mutating func add(_ name: String, _ value: String) -> String? {
    let target = HeaderTarget(name, isSecret: false)
    guard let field = target.name, Self.fault(of: value, in: target) == nil else { return set(target, value) }
    if field == .cookie, let before = fields.first(where: { $0.name == field })?.value { return set(target, "\(before); \(value)") }
    fields.append(HTTPField(name: field, value: value))
    return nil
  }

  /// Sets a field with a validated name.
  mutating func set(_ target: HeaderTarget, _ value: String) -> String? {
    guard let name = target.name else { return target.fault }
    if let fault = Self.fault(of: value, in: target) { return fault }
    if name == .cookie { fields.setCookies(value) } else { fields[name] = value }
    return nil
  }

  private static func fault(of value: String, in target: HeaderTarget) -> String? {
    if HeaderRules.isValue(value) { return nil }
    let end = value.unicodeScalars.last == "\n" ? "; its value ends in a line feed, as that of a file does: cut it off" : ""
    return "the header '\(target.wire)' would hold what a header cannot: only printable ASCII and tab\(end)"
  }

  /// Returns why a name is invalid; nil if it is valid.
  static func fault(ofName name: String) -> String? {
    guard HeaderRules.isToken(name), HTTPField.Name(name) != nil else {
      return "'\(shown(name))' is no header name: letters, digits and !#$%&'*+-.^_`|~"
    }
    return HeaderRules.isOwned(name) ? "the header '\(name)' belongs to the protocol and cannot be set" : nil
  }

  private static func shown(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }))
  }
}

/// A header with its name, which is validated once.
package final class HeaderTarget: Sendable {
  static let contentType = HeaderTarget("Content-Type", isSecret: false)

  /// The name as it was written.
  let wire: String
  /// The valid name; nil if `fault` is set.
  let name: HTTPField.Name?
  let fault: String?
  /// Whether it is omitted for another origin, because its value is a variable of the base.
  let isSecret: Bool
  /// Whether all its values are secret.
  let isSensitive: Bool

  init(_ wire: String, isSecret: Bool) {
    self.wire = wire
    self.isSecret = isSecret
    isSensitive = HeaderRules.isSensitive(wire)
    fault = HeaderBuilder.fault(ofName: wire)
    name = fault == nil ? HTTPField.Name(wire) : nil
  }
}
