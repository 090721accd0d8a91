import DialMessage
import DialModel
package import HTTPTypes

/// The headers of an endpoint: those that are the same for every call, ready made, and the steps that write the rest.
struct HeaderPlan: Sendable {
  let steps: [HeaderStep]
  /// What the first `fixedCount` steps write, where nothing keeps them from it.
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

/// One step of writing the headers.
enum HeaderStep: Sendable {
  /// A header of the spec.
  case text(HeaderTarget, FilledText)
  /// A parameter, or a header of the spec that is one argument.
  case argument(Int?, HeaderTarget, argument: String)
  /// Headers that an open call gives by their qualified names.
  case extras
  /// A dictionary, one header a member.
  case spread(Int, ParameterModel)
  case cookies([Cookie])

  struct Cookie: Sendable {
    let slot: Int
    let name: String
    let wire: String
    /// A dictionary, of which each member is a cookie; the wire name is the prefix of their names.
    let isSpread: Bool
  }
}

/// What `auth` puts into a request, on the origin of the base only.
package enum CredentialStep: Sendable {
  /// A header, and the variables it is made of; one that an argument gave already stays.
  case header(HeaderTarget, String, variables: [String])
  /// An item of the query, encoded.
  case item(String)
  /// Why there is no credential; a call that gives the header itself needs none.
  case problems([Problem], header: String? = nil)
}

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
    if name == .cookie {
      fields.setCookies(value)
    } else if fields.contains(name) {
      fields[name] = value
    } else {
      fields.append(HTTPField(name: name, value: value))
    }
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

/// What the body of an endpoint is made of, as far as the spec declares it.
package struct BodyPlan: Sendable {
  /// The slot of the parameter that is the whole body.
  let whole: Int?
  let template: FilledTemplate?
  /// Parameters that are members, parts or fields of a form, in the declared order.
  let members: [Member]
  /// Whether a call without extras has a body at all.
  let isDeclared: Bool
  let encoding: Encoding
  let style: Style
  /// Slots of secret parameters that go into the body.
  let secretSlots: [Int]
  /// Whether the template holds a secret in every call.
  let hasSecretTemplate: Bool

  /// Whether a codec of the client writes it.
  var isCoded: Bool { if case .named = encoding { true } else { false } }

  package struct Member: Sendable {
    let slot: Int
    let model: ParameterModel
  }

  init(_ model: EndpointModel, filler: inout TextFiller) {
    let parameters = model.parameters.enumerated()
    whole = parameters.first { $1.place == .body }?.offset
    template = model.body.map { filler.fill($0) }
    members = parameters.filter { $1.place == .field || $1.place == .part }.map { Member(slot: $0, model: $1) }
    isDeclared = whole != nil || template != nil || !members.isEmpty
    encoding = model.encoding
    style = model.style
    secretSlots = parameters.filter { filler.scope.service.isSecret($1) && [.body, .field, .part, .template].contains($1.place) }.map(
      \.offset)
    hasSecretTemplate = model.body?.texts.contains(where: filler.scope.service.holdsSecret) ?? false
  }
}
