import DialJSON
import DialMessage
import DialModel
import DialSyntax

/// Matches the arguments of a call with the parameters. An argument without a parameter is a fault, or an extra of an open endpoint.
struct ArgumentMatcher: ~Copyable {
  private let plan: EndpointPlan
  private var names: [Place: Set<String>] = [:]
  private var hasWholeBody = false
  /// The names of all arguments, if some parameters share theirs.
  private var given: Set<String> = []

  private var model: EndpointModel { plan.model }

  init(_ plan: EndpointPlan) { self.plan = plan }

  mutating func match(_ arguments: Arguments, _ call: inout Binding) {
    let placed = arguments.placed
    if plan.arguments.hasSharedNames {
      given = Set(arguments.items.map(\.name))
      hasWholeBody = given.contains("_")
    }
    var likely = 0
    for index in arguments.items.indices {
      if !placed.isEmpty, let placed = placed[index] {
        match(arguments.items[index], placed, &call)
      } else {
        match(arguments.items[index].name, arguments.items[index].value, &likely, &call)
      }
    }
  }

  /// Most callers use the declared order, so the slot `likely`, which follows that of the previous argument, is tried first.
  private mutating func match(_ name: String, _ value: consuming ArgumentValue, _ likely: inout Int, _ call: inout Binding) {
    switch plan.arguments.target(of: name, likely: likely) {
    case .slot(let slot)?:
      if name == "_", model.parameters[slot].isSpread, let members = value.json?.asObject {
        return assignMembers(members, slot, &call)
      }
      assign(slot, value, name, &call)
      likely = slot + 1
    case .several(let slots)?:
      // Beside a whole body, its members have no other names.
      let outside = hasWholeBody ? slots.filter { !model.parameters[$0].place.has(.body) } : []
      if outside.count == 1 { return assign(outside[0], value, name, &call) }
      // If only one of them is required, and not passed by its qualified name, every other meaning is an error.
      let required = slots.filter { model.parameters[$0].isRequired }
      if required.count == 1, given.isDisjoint(with: model.parameters[required[0]].spellings) {
        return assign(required[0], value, name, &call)
      }
      let names = slots.flatMap { model.parameters[$0].spellings }.map { "'\($0)'" }.joined(separator: " or ")
      call.refuse(.ambiguous, name, "the argument '\(name)' has several locations; write \(names)")
      call.faults.refused.insert(name)
    case nil where name == "_": assignBody(value, &call)
    case nil where model.isOpen: addExtra(name, value, &call)
    case nil: call.faults.add(unknown(name))
    }
  }

  private func assign(_ slot: Int, _ value: consuming ArgumentValue, _ name: String, _ call: inout Binding) {
    if call.given.isGiven(slot) { call.refuse(.repeated, name, "duplicate argument '\(name)'") }
    call.given.slots[slot] = value
  }

  /// Assigns the members of a whole body to their own parameters; the others are spread.
  private func assignMembers(_ members: JSON.Members, _ rest: Int, _ call: inout Binding) {
    var others: [(name: String, value: JSON)] = []
    for member in members {
      let slot = model.parameters.firstIndex { $0.wire == member.name && !$0.isSpread && ($0.place == .field || $0.place == .part) }
      if let slot { assign(slot, .json(member.value), "_", &call) } else { others.append((member.name, member.value)) }
    }
    call.given.slots[rest] = .json(.object(others))
  }

  private mutating func assignBody(_ value: ArgumentValue, _ call: inout Binding) {
    if let slot = plan.body.whole {
      assign(slot, value, model.parameters[slot].name, &call)
    } else if model.isOpen {
      if call.given.openBody != nil { call.refuse(.repeated, "_", "duplicate whole body '_'") }
      call.given.openBody = value
    } else {
      call.refuse(.unknown, "_", "'\(model.name)' does not accept a whole body; \(accepted)")
    }
  }

  /// The location of an extra is the prefix of its name, as in `header.X`; without one it is the body, or the query if there is no body.
  private mutating func addExtra(_ name: String, _ value: ArgumentValue, _ call: inout Binding) {
    if model.method == "CONNECT" { return call.refuse(.place, name, "CONNECT accepts only path arguments, not '\(name)'") }
    var place: Place = model.hasBody && !model.isSocket ? .field : .query
    var wire = name
    if let dot = name.firstIndex(of: "."), let written = Place.written.first(where: { $0.rawValue == name[..<dot] }) {
      place = written
      wire = String(name[name.index(after: dot)...])
      if place == .path { return call.refuse(.unknown, name, "the target has no placeholder '{\(wire)}' for '\(name)'") }
    }
    if place == .field || place == .part, case .multipart = model.encoding { place = .part }
    if place == .part, model.encoding != .multipart {
      call.refuse(
        .place, name,
        "'\(name)' is a part, but the body of '\(model.name)' is \(model.encoding.word); set 'encoding: multipart' in the spec")
      return
    }
    add(.init(name: wire, place: place, value: value), for: name, &call)
  }

  private mutating func add(_ extra: MatchedArguments.Extra, for name: String, _ call: inout Binding) {
    if names[extra.place]?.contains(extra.name) == true { call.refuse(.repeated, name, "duplicate argument '\(name)'") }
    if extra.value.json == nil, !extra.place.has(.file) {
      call.refuse(
        .place, name,
        "the file '\(name)' cannot be sent in the \(extra.place.words); declare it as a File, or pass it as the whole body '_'")
      return
    }
    names[extra.place, default: []].insert(extra.name)
    call.given.extras.append(extra)
  }

  private var accepted: String {
    let names = model.parameters.map { parameter in
      if case .slot = plan.arguments[parameter.name] { parameter.name } else { parameter.qualifiedName }
    }
    return names.isEmpty ? "it accepts no arguments" : "available: \(names.map { "'\($0)'" }.joined(separator: ", "))"
  }

  private func unknown(_ name: String) -> ArgumentFault {
    let nearest = Suggestion.nearest(to: name, among: model.parameters.map(\.name))
    let message = "unknown argument '\(name)' of '\(model.name)'; \(nearest.map { "did you mean '\($0)'? " } ?? "")\(accepted)"
    return ArgumentFault(.unknown, name, message, suggestion: nearest)
  }

  /// Matches an argument that sets its location: the parameter of this location and name, otherwise an extra of an open endpoint.
  private mutating func match(_ item: Arguments.Item, _ placed: PlacedArgument, _ call: inout Binding) {
    let (property, value) = (item.name, item.value)
    let wire = placed.name ?? property
    if let slot = slot(of: placed, wire, property) {
      if placed.file.filename != nil || placed.file.mimeType != nil { call.given.files[slot] = placed.file }
      return assign(slot, value, property, &call)
    }
    if placed.place == .path { return call.refuse(.unknown, property, "the target has no placeholder '{\(wire)}' for '\(property)'") }
    guard model.isOpen else { return call.refuse(.unknown, property, unknown(placed, wire, property)) }
    if placed.place == .part, model.encoding != .multipart {
      return call.refuse(
        .place, property, "'\(property)' is a part, but the body of '\(model.name)' is not multipart; add 'multipart' after its method")
    }
    switch placed.form {
    case .spread: spread(value, placed, property, &call)
    case .flag:
      if value.json?.asBool == true { add(.init(name: wire, place: placed.place, value: value, isFlag: true), for: property, &call) }
    case .item: add(extra(wire, value, placed), for: property, &call)
    }
  }

  private func extra(_ wire: String, _ value: ArgumentValue, _ placed: PlacedArgument) -> MatchedArguments.Extra {
    let place = placed.place == .field && model.encoding == .multipart ? .part : placed.place
    return .init(name: wire, place: place, value: value, isVerbatim: placed.name != nil || placed.form == .spread, file: placed.file)
  }

  private mutating func spread(_ value: ArgumentValue, _ placed: PlacedArgument, _ property: String, _ call: inout Binding) {
    guard let members = value.json?.asObject else {
      return call.refuse(.type, property, "'\(property)' must be an object, because it is spread into the \(placed.place.words)")
    }
    for member in members where !member.value.isNull {
      add(extra((placed.name ?? "") + member.name, .json(member.value), placed), for: property, &call)
    }
  }

  /// Finds the parameter by the name that is sent, otherwise by that of the property. Parts are members of a multipart body.
  private func slot(of placed: PlacedArgument, _ wire: String, _ property: String) -> Int? {
    func fits(_ parameter: ParameterModel) -> Bool {
      let isMember = placed.place == .field && parameter.place == .part || placed.place == .part && parameter.place == .field
      return (parameter.place == placed.place || isMember) && parameter.isSpread == (placed.form == .spread)
    }
    let parameters = model.parameters
    return parameters.firstIndex { fits($0) && $0.place.isSame($0.wire, wire) }
      ?? parameters.firstIndex { fits($0) && $0.name == property }
  }

  private func unknown(_ placed: PlacedArgument, _ wire: String, _ property: String) -> String {
    let renamed = wire == property ? "" : " as '\(wire)'"
    return "'\(property)' is sent in the \(placed.place.words)\(renamed), but '\(model.name)' has no such parameter; \(accepted)"
  }
}

/// Completes the arguments of a call: fills in defaults, checks presence and values, and converts them to their sent form.
struct ArgumentResolver {
  /// The placeholders of the path, where null cannot be omitted; computed when first needed.
  private var namesInPath: Set<String>?
  private let checksConstraints: Bool

  init(checksConstraints: Bool = true) { self.checksConstraints = checksConstraints }

  mutating func resolve(_ call: inout Binding) {
    let plan = call.plan
    for slot in plan.parameters.indices {
      let parameter = plan.parameters[slot]
      if let json = call.given.plain(slot), parameter.takes(json) { continue }
      if let value = call.given.slots[slot] {
        resolve(slot, parameter, value, &call)
      } else if let standard = parameter.standard {
        resolve(slot, parameter, standard, &call)
      } else if parameter.isRequired || parameter.model.isNeeded && call.holdsBody || plan.isInBase(parameter.model) {
        miss(parameter.model, &call)
      }
    }
    guard !plan.repeated.isEmpty else { return }
    let excess = plan.repeated.excess(call.given.value)
    guard let first = excess.first else { return }
    call.refuse(.size, plan.parameters[first].model, RepeatedUses.tooLong(plan.parameters[first].model.name))
    // The rest of the request is still checked, without them.
    for slot in excess { call.given.slots[slot] = nil }
  }

  private mutating func resolve(_ slot: Int, _ parameter: ParameterPlan, _ standard: ParameterPlan.Standard, _ call: inout Binding) {
    guard let value = made(standard, parameter.model, &call) else { return parameter.isRequired ? miss(parameter.model, &call) : () }
    if parameter.model.place == .header { call.defaulted.insert(slot) }
    call.given.slots[slot] = value
    if case .json(let json) = value, parameter.takes(json) { return }
    resolve(slot, parameter, value, &call)
  }

  private func made(_ standard: ParameterPlan.Standard, _ parameter: ParameterModel, _ call: inout Binding) -> ArgumentValue? {
    switch standard {
    case .value(let json): return .json(json)
    // Each parameter has its own value.
    case .generated(.uuid): return .json(.string(GeneratedValues.uuid(of: parameter.qualifiedName)))
    case .generated(let word): return .json(call.generated[word])
    case .text(let text):
      guard let filled = call.fill(text) else {
        call.faults.refused.insert(parameter.name)
        return nil
      }
      return .json(.string(filled))
    }
  }

  private func miss(_ parameter: ParameterModel, _ call: inout Binding) {
    guard call.faults.refused.isDisjoint(with: [parameter.name] + parameter.spellings) else { return }
    let type = parameter.shape.isUntyped ? "" : ", \(parameter.shape.spelling)"
    call.refuse(.missing, parameter, "missing argument '\(parameter.name)' (\(parameter.place.words)\(type))")
  }

  private mutating func resolve(_ slot: Int, _ parameter: ParameterPlan, _ value: ArgumentValue, _ call: inout Binding) {
    let check = ValueCheck(plan: parameter, types: call.plan.types)
    let faults = value.isNull ? [] : check.faults(of: value, checksConstraints: checksConstraints)
    if value.isNull {
      resolveNull(slot, parameter.model, &call)
    } else if !faults.isEmpty {
      call.faults.add(faults)
      call.given.slots[slot] = nil
    } else if case .json(let json) = value, let bytes = check.sentBytes(json) {
      call.given.slots[slot] = bytes
    } else if case .json(let json) = value, let rewrite = parameter.rewrite {
      call.given.slots[slot] = .json(rewrite.rewrite(json, parameter.model.shape))
    } else if case .file(let file) = value, case .data = parameter.model.shape.wrapped, !parameter.model.place.has(.file) {
      switch file.contents(upTo: 64 << 20) {
      case .success(let bytes): call.given.slots[slot] = .bytes(bytes)
      case .failure(let fault):
        call.faults.add(file: fault.message, parameter.model.name)
        call.given.slots[slot] = nil
      }
    }
    guard parameter.isSecret || parameter.soundsSecret, let value = call.given.slots[slot] else { return }
    for text in value.texts { if parameter.isSecret { call.secrets.add(text) } else { call.secrets.add(undeclared: text) } }
  }

  private mutating func resolveNull(_ slot: Int, _ parameter: ParameterModel, _ call: inout Binding) {
    let inJSON = parameter.place.has(.json) && call.model.encoding == .json
    if !parameter.shape.isUntyped, !parameter.shape.isOptional, parameter.isRequired || inJSON {
      call.refuse(.type, parameter, "'\(parameter.name)' must be \(parameter.shape.wrapped.phrase), but is null")
    } else if call.plan.isInBase(parameter) {
      call.refuse(.missing, parameter, "'\(parameter.name)' is null, but 'base' requires a value")
    } else if parameter.place == .path, standsInPath(parameter, of: call.model) {
      call.refuse(.missing, parameter, "'\(parameter.name)' is null, but the path requires a value")
    } else if parameter.isRequired, !inJSON {
      call.refuse(.missing, parameter, "missing argument '\(parameter.name)' (\(parameter.place.words)); a null value is not sent there")
    }
    if !inJSON { call.given.slots[slot] = nil }
  }

  private mutating func standsInPath(_ parameter: ParameterModel, of model: EndpointModel) -> Bool {
    let names =
      namesInPath ?? Set(TargetVariable.all(of: model.target.template).lazy.filter { !$0.isInQuery }.map(\.variable.name))
    namesInPath = names
    return names.contains(parameter.wire)
  }

  /// Keeps secret arguments at the origin of the base: headers, cookies and query items are omitted, required ones are faults.
  func withholdSecrets(_ call: inout Binding) {
    for (slot, parameter) in call.plan.parameters.enumerated() where parameter.isSecret && call.given.slots[slot] != nil {
      if parameter.model.place.has(.withheld) {
        call.given.slots[slot] = nil
        call.given.withheld.append(slot)
        let (name, wire) = (parameter.model.name, parameter.model.wire)
        call.note(Placement(argument: name, place: "none", wire: wire, rule: "secret, not sent to another origin"))
      } else {
        call.refuse(
          .place, parameter.model,
          "the secret '\(parameter.model.name)' is not sent to an origin other than the base; to allow it, set 'redirects.trust'")
      }
    }
  }
}

extension ArgumentValue {
  /// The texts and numbers in a value, and bytes as base64.
  fileprivate var texts: [String] {
    switch self {
    case .json(let json): Self.texts(json)
    case .bytes(let bytes): Self.texts(bytes)
    case .file(let file): if file.isReplayable, case .success(let bytes) = file.contents(upTo: 1 << 20) { Self.texts(bytes) } else { [] }
    case .list(let items): items.flatMap(\.texts)
    }
  }

  private static func texts(_ bytes: [UInt8]) -> [String] {
    [Base64.encode(bytes)] + (String(validating: bytes, as: UTF8.self).map { [$0] } ?? [])
  }

  private static func texts(_ json: JSON) -> [String] {
    if let text = ValueText.plain(json) { return json.asKind == .bool ? [] : [text] }
    if let items = json.asArray { return items.flatMap(texts) }
    return json.asObject?.flatMap { texts($0.value) } ?? []
  }
}

struct MatchedArguments: Sendable {
  var slots: [ArgumentValue?]
  /// The arguments of an open endpoint without a parameter, in order.
  var extras: [Extra] = []
  var openBody: ArgumentValue?
  /// The properties of parts that wrappers set, by slot.
  var files: [Int: FileRules] = [:]
  /// The slots of secrets that are not sent to another origin.
  var withheld: [Int] = []

  struct Extra: Sendable {
    var name: String
    var place: Place
    var value: ArgumentValue
    /// Whether the name is sent as it is, without a style.
    var isVerbatim = false
    /// Whether the name is that of a member, such as `filter[a]`, which a dictionary keeps.
    var isPath: Bool { name.utf8.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") } }
    var isFlag = false
    var file = FileRules()
  }

  init(count: Int) {
    slots = []
    slots.reserveCapacity(count)
    // `Array(repeating:)` copies the value for each element, which takes six times as long.
    for _ in 0..<count { slots.append(nil) }
  }

  /// Returns the value of a slot as JSON; nil if it is absent or a file.
  @inline(__always) func value(_ slot: Int?) -> JSON? {
    guard let slot else { return Optional<JSON>.none }
    return plain(slot) ?? slots[slot]?.json
  }

  /// The value in a slot if it was given as JSON. In this most common case the whole argument is not copied.
  @inline(__always) func plain(_ slot: Int) -> JSON? {
    if case .json(let json)? = slots[slot] { json } else { Optional<JSON>.none }
  }

  @inline(__always) func isGiven(_ slot: Int) -> Bool {
    if case .none = slots[slot] { false } else { true }
  }
}
