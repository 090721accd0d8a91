import DialModel

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
