import DialMessage
import DialModel
package import HTTPTypes

/// Header fields in the order in which their names first came; a later value of one name replaces the earlier.
package struct HeaderBuilder {
  package internal(set) var fields: HTTPFields
  /// Names of secret fields that no plan knows.
  private(set) var secretNames: Set<HTTPField.Name> = []

  package init() { fields = HTTPFields() }

  init(_ fields: HTTPFields) { self.fields = fields }

  mutating func remove(_ name: HTTPField.Name) { fields[name] = nil }

  func contains(_ name: HTTPField.Name) -> Bool { fields.contains(name) }

  /// Sets a field, or says why it must not be sent. The value is never part of the message.
  package mutating func set(_ name: String, _ value: String, isSecret: Bool = false) -> String? {
    let target = HeaderTarget(name, isSecret: isSecret)
    if let fault = set(target, value) { return fault }
    if let field = target.name, isSecret || target.isSensitive { secretNames.insert(field) }
    return nil
  }

  /// Sends one more field of a name that is set; cookies are one field (RFC 6265 section 5.4).
  mutating func add(_ name: String, _ value: String) -> String? {
    let target = HeaderTarget(name, isSecret: false)
    guard let field = target.name, Self.fault(of: value, in: target) == nil else { return set(target, value) }
    if field == .cookie, let before = fields.first(where: { $0.name == field })?.value { return set(target, "\(before); \(value)") }
    fields.append(HTTPField(name: field, value: value))
    return nil
  }

  /// Sets a field whose name was checked before.
  mutating func set(_ target: HeaderTarget, _ value: String) -> String? {
    guard let name = target.name else { return target.fault }
    if let fault = Self.fault(of: value, in: target) { return fault }
    if name == .cookie { fields.setCookies(value) } else { fields[name] = value }
    return nil
  }

  private static func fault(of value: String, in target: HeaderTarget) -> String? {
    if HeaderRules.isValue(value) { return nil }
    let end = value.unicodeScalars.last == "\n" ? ", and remove the line feed at the end" : ""
    return "the header '\(target.wire)' contains a character that is not allowed; use only printable ASCII and tabs\(end)"
  }

  /// Why a field cannot have this name, or nil.
  static func fault(ofName name: String) -> String? {
    guard HeaderRules.isToken(name), HTTPField.Name(name) != nil else {
      return "'\(shown(name))' is not a valid header name; use letters, digits and !#$%&'*+-.^_`|~"
    }
    return HeaderRules.isOwned(name) ? "the header '\(name)' is controlled by the protocol and cannot be set" : nil
  }

  private static func shown(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }))
  }
}

/// A header by its name, which is checked once.
package final class HeaderTarget: Sendable {
  static let contentType = HeaderTarget("Content-Type", isSecret: false)

  /// As it was written.
  let wire: String
  /// nil where `fault` says why.
  let name: HTTPField.Name?
  let fault: String?
  /// Left out on another origin, where its value is a variable of the base.
  let isSecret: Bool
  /// Whether every value of it may not be shown.
  let isSensitive: Bool

  init(_ wire: String, isSecret: Bool) {
    self.wire = wire
    self.isSecret = isSecret
    isSensitive = HeaderRules.isSensitive(wire)
    fault = HeaderBuilder.fault(ofName: wire)
    name = fault == nil ? HTTPField.Name(wire) : nil
  }
}
