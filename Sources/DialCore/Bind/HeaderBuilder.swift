package import HTTPTypes

/// Header fields in the order in which their names first came; a later value of one name replaces the earlier.
package struct HeaderBuilder {
  package private(set) var fields = HTTPFields()

  private(set) var secretNames: Set<HTTPField.Name> = []

  package init() {}

  mutating func remove(_ name: String) { if let field = HTTPField.Name(name) { fields[field] = nil } }

  func contains(_ name: String) -> Bool { HTTPField.Name(name).map { fields.contains($0) } ?? false }

  /// Sets a field, or says why it must not be sent. The value is never part of the message.
  package mutating func set(_ name: String, _ value: String, isSecret: Bool = false) -> String? {
    guard HeaderRules.isToken(name), let field = HTTPField.Name(name) else {
      return "'\(HeaderBuilder.shown(name))' is no header name: letters, digits and !#$%&'*+-.^_`|~"
    }
    if HeaderRules.isOwned(name) { return "the header '\(name)' belongs to the protocol and cannot be set" }
    guard HeaderRules.isValue(value) else {
      return "the header '\(name)' would hold what a header cannot: only printable ASCII and tab"
    }
    if fields.contains(field) {
      if let index = fields.firstIndex(where: { $0.name == field }) { fields[index].value = value }
    } else {
      fields.append(HTTPField(name: field, value: value))
    }
    if isSecret || HeaderRules.isSensitive(name) { secretNames.insert(field) }
    return nil
  }

  private static func shown(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }))
  }
}
