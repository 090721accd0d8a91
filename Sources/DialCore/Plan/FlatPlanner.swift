import DialJSON
import HTTPTypes

/// Makes the flat steps of an endpoint. Whatever it does not know makes it give up: then all calls are bound by ``Binder``.
struct FlatPlanner {
  private let parameters: [ParameterPlan]
  private var pool: [UInt8] = []
  private var steps: [FlatPlan.Step] = []
  private var slots: [FlatPlan.Slot] = []
  private var headers: [FlatHeaders.Step] = []
  private var members: [FlatPlan.Member] = []
  private var isKnown = true

  static func plan(
    _ parameters: [ParameterPlan], _ target: TargetPlan, _ query: [QueryStep], _ headers: HeaderPlan, _ body: BodyPlan,
    _ credential: CredentialStep?
  ) -> FlatPlan? {
    var planner = FlatPlanner(parameters)
    planner.add(target)
    for step in query { planner.add(step) }
    for step in headers.steps.dropFirst(headers.fixedCount) { planner.add(step, hasBody: body.isDeclared) }
    planner.add(body)
    if body.isDeclared { planner.headers.append(.init(target: .contentType, slot: nil, constant: "application/json", isDefault: true)) }
    if let credential { planner.add(credential) }
    var start = headers.fixed
    // No content type without a body.
    if !body.isDeclared { start[.contentType] = nil }
    guard planner.isKnown, let fields = FlatHeaders(from: start, planner.headers) else { return nil }
    return planner.made(fields, body.isDeclared)
  }

  private init(_ parameters: [ParameterPlan]) {
    self.parameters = parameters
    slots = parameters.map { FlatPlan.Slot(kind: $0.flatKind) }
  }

  private func made(_ headers: FlatHeaders, _ hasBody: Bool) -> FlatPlan {
    FlatPlan(
      pool: pool, steps: steps, slots: slots.map { $0.use == .none ? .init(kind: .never) : $0 }, needed: needed, headers: headers,
      members: members, hasBody: hasBody)
  }

  private var needed: [(slot: Int, standard: JSON?)] {
    parameters.indices.compactMap { slot in
      let parameter = parameters[slot]
      guard parameter.isRequired || parameter.standard != nil else { return nil }
      if case .value(let standard)? = parameter.standard { return (slot, standard) }
      return (slot, nil)
    }
  }

  /// The value of a slot goes here. Its text is made once and for one place.
  private mutating func use(_ slot: Int, _ use: FlatPlan.Slot.Use, isNumericFlag: Bool = false) {
    if slots[slot].use != .none { slots[slot].kind = .never }
    slots[slot].use = use
    slots[slot].isNumericFlag = isNumericFlag
  }

  private mutating func add(
    _ kind: FlatPlan.Step.Kind, _ text: String, slot: Int? = nil, isDotted: Bool = false
  ) {
    steps.append(.init(kind: kind, slot: slot ?? -1, start: pool.count, count: text.utf8.count, isDotted: isDotted))
    pool += Array(text.utf8)
  }

  // MARK: target

  private mutating func add(_ target: TargetPlan) {
    if target.authority != nil || target.isForeign || !target.problems.isEmpty { isKnown = false }
    add(.literal, target.path.isEmpty ? target.bare ?? target.head : target.head)
    for step in target.path {
      switch step {
      case .fixed(let text): add(.literal, text)
      case .segment(let segment): add(segment)
      }
    }
  }

  private mutating func add(_ segment: TargetPlan.Segment) {
    let spec = segment.pieces.reduce(into: "") { if case .literal(let text) = $1 { $0 += text } }
    // Where the spec escapes something, a look at the value does not tell what the segment is.
    if spec.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) { isKnown = false }
    var text = "/"
    for piece in segment.pieces {
      switch piece {
      case .literal(let part): text += part
      case .variable, .problem: isKnown = false
      case .expression(let plan):
        guard plan.expression.operation == .simple, let slot = plan.plainSlot else {
          isKnown = false
          continue
        }
        add(.segment, text, slot: slot, isDotted: spec.utf8.contains(UInt8(ascii: ".")))
        use(slot, .url)
        text = ""
      }
    }
    if !text.isEmpty { add(.literal, text) }
  }

  // MARK: query

  private mutating func add(_ step: QueryStep) {
    switch step {
    case .fixed(let text, _): add(.item, text)
    case .argument(let slot?, let name, let writer, _): add(slot, PercentEncoding.encode(name), writer)
    case .argument(nil, _, _, _): break
    case .parameter(let slot, let parameter):
      if parameter.model.isFlag || parameter.model.isSpread {
        slots[slot].kind = .never
      } else {
        add(slot, PercentEncoding.encode(parameter.model.wire), parameter.writer)
      }
    case .expansion(let plan):
      for (slot, variable) in zip(plan.slots, plan.expression.variables) {
        if variable.prefix != nil { isKnown = false }
        guard let slot else { continue }
        add(.item, PercentEncoding.encodeKeepingReserved(variable.name) + "=", slot: slot)
        use(slot, .url)
      }
    case .text, .item: isKnown = false
    }
  }

  private mutating func add(_ slot: Int, _ key: String, _ writer: ItemWriter) {
    guard case .query = writer.coding else {
      slots[slot].kind = .never
      return
    }
    add(.item, key + "=", slot: slot)
    use(slot, .url, isNumericFlag: writer.areFlagsNumeric)
  }

  // MARK: headers

  private mutating func add(_ step: HeaderStep, hasBody: Bool) {
    switch step {
    case .text(let target, let text):
      guard let value = text.constant, hasBody || target.name != .contentType else {
        isKnown = false
        return
      }
      headers.append(.init(target: target, slot: nil, constant: value, isDefault: false))
    case .argument(let slot?, let target, _):
      use(slot, .header)
      if target.name == nil || target.name == .contentType || target.isSecret || target.isSensitive {
        slots[slot].kind = .never
      } else {
        headers.append(.init(target: target, slot: slot, constant: "", isDefault: false))
      }
    case .spread(let slot, _): slots[slot].kind = .never
    case .cookies(let cookies): for cookie in cookies { slots[cookie.slot].kind = .never }
    case .argument(nil, _, _), .extras: break
    }
  }

  private mutating func add(_ credential: CredentialStep) {
    switch credential {
    case .header(let target, let value): headers.append(.init(target: target, slot: nil, constant: value, isDefault: true))
    case .item(let text): add(.item, text)
    case .problems: isKnown = false
    }
  }

  // MARK: body

  /// A JSON body of members, or none.
  private mutating func add(_ body: BodyPlan) {
    guard body.isDeclared else { return }
    if body.encoding != .json || body.whole != nil || body.template != nil { isKnown = false }
    var wires: Set<String> = []
    for member in body.members {
      use(member.slot, .member)
      if member.model.isSpread { slots[member.slot].kind = .never }
      if !wires.insert(member.model.wire).inserted { isKnown = false }
      members.append(.init(slot: member.slot, quoted: JSONWriter.quote(member.model.wire)))
    }
  }
}
