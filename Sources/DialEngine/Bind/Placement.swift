import DialJSON
import DialModel

/// Where one argument was placed, and by which rule.
package struct Placement: Sendable {
  package var argument: String
  package var place: String
  package var wire: String
  package var rule: String
}

/// Lists where the arguments of a call were placed, in the order of writing.
struct PlacementList {
  private let plan: EndpointPlan
  private var model: EndpointModel { plan.model }
  let service: ServiceModel
  let given: MatchedArguments
  let isForeign: Bool
  private(set) var placements: [Placement] = []
  private let slots: TargetSlots

  init(_ plan: EndpointPlan, _ service: ServiceModel, _ given: MatchedArguments, isForeign: Bool) {
    self.plan = plan
    self.service = service
    self.given = given
    self.isForeign = isForeign
    slots = TargetSlots(plan.model.parameters)
    let parts = TargetParts(plan.model.target)
    addTarget(parts)
    for slot in given.withheld {
      let parameter = plan.model.parameters[slot]
      placements.append(
        Placement(argument: parameter.name, place: "none", wire: parameter.wire, rule: "secret, not sent to another origin"))
    }
    addQuery(parts)
    addHeaders()
    addBody()
  }

  private mutating func note(_ argument: String, _ place: Place, _ wire: String, _ rule: String) {
    placements.append(Placement(argument: argument, place: place.rawValue, wire: wire, rule: rule))
  }

  private func value(named name: String) -> JSON? { given.value(slots.named[name]) }

  private func parameters(_ places: Place...) -> [ParameterModel] {
    model.parameters.indices.filter { places.contains(model.parameters[$0].place) && given.slots[$0] != nil }.map { model.parameters[$0] }
  }

  private mutating func addTarget(_ parts: TargetParts) {
    for piece in parts.authority ?? [] { add(piece, "host") }
    for piece in parts.segments.joined() { add(piece, "path") }
  }

  private mutating func add(_ piece: TargetParts.Piece, _ place: String) {
    guard case .expression(let expression) = piece else { return }
    for variable in expression.variables {
      guard given.value(slots[variable.name]) != nil else { continue }
      let name = slots.path[variable.name].map { model.parameters[$0].name } ?? variable.name
      let shown = "{\(expression.operation.sign)\(variable.name)\(variable.explode ? "*" : "")\(variable.prefix.map { ":\($0)" } ?? "")}"
      placements.append(
        Placement(argument: name, place: place, wire: variable.name, rule: "placeholder '\(shown)' in the target"))
    }
  }

  private mutating func addQuery(_ parts: TargetParts) {
    for field in model.query where !(isForeign && service.isSecret(field)) {
      for (name, shown) in field.value.placeholders where value(named: name)?.isNull == false {
        note(name, .query, field.name, "placeholder '\(shown)' in 'query' of the spec")
      }
    }
    for part in parts.query {
      switch part {
      case .expansion(let expression): add(.expression(expression), "query")
      case .item(let pieces): for piece in pieces { add(piece, "query") }
      }
    }
    for (slot, parameter) in model.parameters.enumerated() where parameter.place == .query {
      guard let value = given.value(slot) else { continue }
      if parameter.isFlag {
        note(parameter.name, .query, parameter.wire, "a key without a value")
      } else if plan.parameters[slot].isJSON, value.asKind == .object || value.asKind == .array {
        note(parameter.name, .query, parameter.wire, "declared in the query, as JSON text")
      } else {
        let wire = parameter.isSpread ? parameter.wire + "*" : Self.wire(value, parameter.wire, parameter.style)
        let rule = parameter.isSpread ? "spread into the query" : "declared in the query"
        let holdsTexts = plan.parameters[slot].texts != nil && !plan.parameters[slot].isJSON
        note(parameter.name, .query, wire, rule + (holdsTexts ? ", each JSON in it as text" : ""))
      }
    }
    for extra in given.extras where extra.place == .query {
      let isInferred = !model.hasBody || model.isSocket
      let wire = (model.style.keys ?? .asIs).apply(to: extra.name)
      note(
        extra.name, .query, extra.value.json.map { Self.wire($0, wire, model.style, nests: extra.isPath) } ?? wire,
        isInferred ? "an undeclared argument of \(model.method) is a query item" : "passed as 'query.\(extra.name)'")
    }
  }

  /// Returns the name that is sent; of a dictionary, the names of its members by the style: `*` or `filter[*]`.
  private static func wire(_ value: JSON, _ wire: String, _ style: Style, nests: Bool = false) -> String {
    guard value.asKind == .object else { return wire }
    if !nests, style.objects ?? .spread == .spread { return "*" }
    return style.nesting == .dots ? "\(wire).*" : "\(wire)[*]"
  }

  private mutating func addHeaders() {
    for field in model.headers where !(isForeign && service.isSecret(field)) {
      for (name, shown) in field.value.placeholders where value(named: name)?.isNull == false {
        note(name, .header, field.name, "placeholder '\(shown)' in 'headers' of the spec")
      }
    }
    for parameter in parameters(.header) where !parameter.isSpread {
      note(parameter.name, .header, parameter.wire, "declared as a header")
    }
    for extra in given.extras where extra.place == .header {
      note(extra.name, .header, extra.name, "passed as 'header.\(extra.name)'")
    }
    for parameter in parameters(.header) where parameter.isSpread {
      note(parameter.name, .header, parameter.wire + "*", "spread into headers")
    }
    for parameter in parameters(.cookie) { note(parameter.name, .cookie, parameter.wire, "declared as a cookie") }
  }

  private mutating func addBody() {
    if let whole = parameters(.body).first { return note(whole.name, .body, "_", "declared as the whole body") }
    if given.openBody != nil { return note("_", .body, "_", "passed as the whole body '_'") }
    for (name, shown) in model.body?.texts.flatMap(\.placeholders) ?? [] where value(named: name) != nil {
      note(name, .body, name, "placeholder '\(shown)' in 'body' of the spec")
    }
    let (place, what): (Place, String) =
      switch model.encoding {
      case .multipart: (.part, "a part")
      case .form: (.field, "a form field")
      default: (.field, "a body field")
      }
    for parameter in parameters(.field, .part) {
      let rule = model.encoding == .json ? "\(what) of \(model.method)" : model.encoding == .multipart ? "\(what) of the body" : what
      note(parameter.name, place, parameter.wire, rule)
    }
    let keys = model.style.keys ?? .asIs
    for extra in given.extras where extra.place == .field || extra.place == .part {
      note(extra.name, place, keys.apply(to: extra.name), "an undeclared argument of \(model.method) is \(what)")
    }
  }
}
