import DialMessage
package import DialModel
package import HTTPTypes

/// The headers of an endpoint: constant ones, and steps that write the others.
struct HeaderPlan: Sendable {
  let steps: [HeaderStep]
  /// The result of the first `fixedCount` steps, if nothing prevents them.
  let fixed: HTTPFields
  let fixedCount: Int

  init(_ steps: [HeaderStep]) {
    var builder = HeaderBuilder()
    var count = 0
    for step in steps {
      guard case .text(let target, let text) = step, let value = text.constant, builder.set(target, value) == nil else { break }
      count += 1
    }
    self.steps = steps
    fixed = builder.fields
    fixedCount = count
  }
}

enum HeaderStep: Sendable {
  case text(HeaderTarget, FilledText)
  /// A parameter, or a header of the spec that is one argument.
  case argument(Int?, HeaderTarget, argument: String)
  case extras
  case spread(Int, ParameterModel)
}

/// The credentials of `auth` in a request to the origin of the base.
package enum CredentialStep: Sendable {
  /// A header with its variables, unless an argument sets the header.
  case header(HeaderTarget, String, variables: [String])
  /// An item of the query, unless an argument sets the item.
  case item(String, name: String)
  /// Why the credential is missing. A call that sets all headers and items of an alternative itself needs none.
  case problems([Problem], at: [[Credential.Location]] = [])

  /// The names of the items of the query that it can be, with the whole item if its value is known.
  package var items: [(name: String, item: Substring?)] {
    switch self {
    case .header: []
    case .item(let text, let name): [(name, text[...])]
    case .problems(_, let alternatives): alternatives.flatMap { $0.compactMap(\.item) }.map { ($0, nil) }
    }
  }
}

/// The header fields in the order of their first occurrence; a later value replaces an earlier one.
package struct HeaderBuilder {
  package internal(set) var fields: HTTPFields
  /// The names of secret fields that are not in the plan.
  private(set) var secretNames: Set<HTTPField.Name> = []

  package init(_ fields: HTTPFields = HTTPFields()) { self.fields = fields }

  func contains(_ name: HTTPField.Name) -> Bool { fields.contains(name) }

  /// Returns a header whose name is known only in the call.
  mutating func target(_ name: String, isSecret: Bool = false) -> HeaderTarget {
    let target = HeaderTarget(name, isSecret: isSecret)
    if let field = target.name, isSecret || target.isSensitive { secretNames.insert(field) }
    return target
  }

  /// Sets a field, or returns why it is invalid. The message never contains the value.
  package mutating func set(_ name: String, _ value: String) -> String? { set(target(name), value) }

  mutating func add(_ name: String, _ value: String) -> String? {
    let target = target(name)
    guard let field = target.name, Self.fault(of: value, in: target) == nil else { return set(target, value) }
    if field == .cookie {
      let before = fields.first { $0.name == field }.map { $0.value + "; " } ?? ""
      return set(target, before + value)
    }
    fields.append(HTTPField(name: field, value: value))
    return nil
  }

  mutating func set(_ target: HeaderTarget, _ value: String) -> String? {
    guard let name = target.name else { return target.fault }
    if let fault = Self.fault(of: value, in: target) { return fault }
    if name == .cookie {
      fields.setCookies(value)
    } else {
      fields[name] = value
    }
    return nil
  }

  private static func fault(of value: String, in target: HeaderTarget) -> String? {
    if HeaderRules.isValue(value) { return nil }
    if value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      let end = value.unicodeScalars.last == "\n" ? " at the end" : ""
      return "the value of the header '\(target.wire)' contains a line break\(end); remove it"
    }
    return HeaderRules.valueFault(in: target.wire)
  }

  /// Returns why a name is invalid; nil if it is valid.
  static func fault(ofName name: String) -> String? {
    guard HeaderRules.isToken(name), HTTPField.Name(name) != nil else {
      return "'\(HeaderRules.shown(name))' is not a valid header name; use \(HeaderRules.tokenRule)"
    }
    return HeaderRules.ownedFault(name)
  }
}

extension HeaderRules {
  /// Returns a text for a message or a comment, which must be one line.
  static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }))
  }
}

/// A header with its name, which is validated once.
package final class HeaderTarget: Sendable {
  static let contentType = HeaderTarget("Content-Type", isSecret: false)

  let wire: String
  /// The valid name; nil if `fault` is set.
  let name: HTTPField.Name?
  let fault: String?
  /// Whether it is omitted for another origin, because its value is a variable of the base.
  let isSecret: Bool
  let isSensitive: Bool

  init(_ wire: String, isSecret: Bool) {
    self.wire = wire
    self.isSecret = isSecret
    isSensitive = HeaderRules.isSensitive(wire)
    fault = HeaderBuilder.fault(ofName: wire)
    name = fault == nil ? HTTPField.Name(wire) : nil
  }
}

package struct BodyPlan: Sendable {
  let whole: Int?
  let template: FilledTemplate?
  let members: [(slot: Int, model: ParameterModel)]
  let isDeclared: Bool
  let encoding: Encoding
  let style: Style
  let secretSlots: [Int]
  /// Whether the template always contains a secret.
  let hasSecretTemplate: Bool

  var isCoded: Bool { if case .named = encoding { true } else { false } }

  init(_ model: EndpointModel, filler: inout TextFiller) {
    let parameters = model.parameters.enumerated()
    whole = parameters.first { $1.place == .body }?.offset
    template = model.body.map { filler.fill($0) }
    members = parameters.filter { $1.place.has(.body) && $1.place != .body }.map { (slot: $0, model: $1) }
    isDeclared = whole != nil || template != nil || !members.isEmpty
    encoding = model.encoding
    style = model.style
    secretSlots = parameters.filter { ($1.place.has(.body) || $1.place == .template) && filler.scope.service.isSecret($1) }.map(\.offset)
    hasSecretTemplate = model.body?.texts.contains(where: filler.scope.service.holdsSecret) ?? false
  }
}
