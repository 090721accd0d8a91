import DialModel
import DialSyntax

/// Changes the declarations of one document with those of another, whatever formats they are in: settings are combined by key, endpoints,
/// groups, types and parameters by name. What is null in the overlay is removed; everything else is replaced.
struct Overlay {
  let findings: Findings
  /// The name of the document below.
  let base: String

  /// Returns the declarations with all changes, the innermost document first.
  static func applied(_ over: ServiceDeclaration, _ findings: Findings) -> ServiceDeclaration {
    guard let below = over.base else { return over }
    let base = applied(below.value, findings)
    var service = over
    service.base = nil
    service.paths.subfolders.merge(base.paths.subfolders) { own, _ in own }
    service.hasAllFiles = over.hasAllFiles && base.hasAllFiles
    service.gaps = over.gaps ?? base.gaps
    service.servers = base.servers
    service.level = Overlay(findings: findings, base: base.file.name).laid(over.level, over: base.level, .service)
    return service
  }

  private func laid(_ over: LevelDeclaration, over base: LevelDeclaration, _ kind: OverlayLevel) -> LevelDeclaration {
    var level = base
    (level.name, level.range) = (over.name, over.range)
    for entry in over.removed { remove(entry, from: &level) }
    level.settings = laid(over.settings, over: base.settings, kind)
    if over.settings.contains(where: { $0.name == "auth" && !$0.value.isNull }) { level.late?.replacesAuth = true }
    level.types = laid(over.types, over: level.types, \.name, \.range, \.isRemoved) { laid($0, over: $1) }
    let known = level.late?.index.names ?? level.endpoints.map(\.value.name)
    let changes = (level.late?.take(over.endpoints) ?? over.endpoints).filter { isNamed($0.value, among: known) }
    level.endpoints = laid(changes, over: level.endpoints, \.value.name, \.value.range, \.value.isRemoved) { over, base in
      over.value.isPartial ? Shared(laid(over.value, over: base?.value)) : over
    }
    let groups = level.late.map { taken(over.groups, by: &level.late, $0) } ?? over.groups
    level.groups = laid(groups, over: level.groups, \.name, \.range, \.isRemoved) { over, base in
      laid(over, over: base ?? LevelDeclaration(name: over.name, range: over.range), .group)
    }
    level.endpointsKey = over.endpointsKey ?? level.endpointsKey
    level.groupsKey = over.groupsKey ?? level.groupsKey
    return level
  }

  /// Whether a new endpoint has a valid name. Those of a document can have any. One without a method is a change of an unknown endpoint.
  private func isNamed(_ endpoint: EndpointDeclaration, among known: [String]) -> Bool {
    if endpoint.isRemoved || known.contains(endpoint.name) { return true }
    if endpoint.isPartial, endpoint.line == nil, !endpoint.isFaulty, !known.isEmpty {
      var word = UnknownWord(id: .missingKey, what: "endpoint", word: endpoint.name, known: known)
      word.lead = "the endpoint '\(endpoint.name)' has no method, and '\(base)' has no endpoint of this name"
      findings.add(.finding(.error, .missingKey, word.message(), at: endpoint.range), about: .word(word))
      return false
    }
    if Name.isValid(endpoint.name) { return true }
    let word = UnknownWord(id: .invalidName, what: "endpoint", word: endpoint.name, whole: "'\(base)'", known: known)
    findings.add(.finding(.error, .invalidName, word.message(), at: endpoint.range), about: .word(word))
    return false
  }

  /// Gives the settings of groups with the names of tags to the endpoints of a document, and returns the other groups.
  private func taken(_ groups: [LevelDeclaration], by late: inout LateEndpoints?, _ endpoints: LateEndpoints) -> [LevelDeclaration] {
    if groups.isEmpty { return [] }
    let tags = endpoints.index.allTags
    return groups.compactMap { group in
      guard tags.contains(group.name), !group.isRemoved, group.groups.isEmpty else {
        if tags.contains(group.name) || group.isRemoved || hasEndpoints(group) { return group }
        report(unknown: group, among: tags)
        return nil
      }
      late?.groups.append((group.name, group.settings))
      var rest = group
      rest.endpoints = late?.take(group.endpoints) ?? []
      rest.settings = group.settings
      return rest.endpoints.isEmpty ? nil : rest
    }
  }

  private func hasEndpoints(_ group: LevelDeclaration) -> Bool { !group.endpoints.isEmpty || group.groups.contains(where: hasEndpoints) }

  /// Reports a group whose settings nothing has.
  private func report(unknown group: LevelDeclaration, among tags: Set<String>) {
    var word = UnknownWord(id: .missingKey, what: "tag", word: group.name, known: tags.sorted())
    word.lead = "the group '\(group.name)' has no endpoints, and '\(base)' has no tag of this name"
    findings.add(.finding(.error, .missingKey, word.message(), at: group.range), about: .word(word))
  }

  private func remove(_ entry: Entry, from level: inout LevelDeclaration) {
    let isThere: Bool
    switch entry.name {
    case "types":
      isThere = !level.types.isEmpty
      level.types = []
    case "endpoints":
      isThere = level.endpointsKey != nil
      (level.endpoints, level.endpointsKey) = ([], nil)
    default:
      isThere = level.groupsKey != nil
      (level.groups, level.groupsKey) = ([], nil)
    }
    if !isThere { nothing(entry.name, entry.key.range, among: level.settings.map(\.name)) }
  }

  /// Combines parts by name: those of the base keep their order, new ones follow.
  private func laid<Part>(
    _ over: [Part], over base: [Part], _ name: (Part) -> String, _ range: (Part) -> SourceRange, _ isRemoved: (Part) -> Bool,
    _ join: (_ over: Part, _ base: Part?) -> Part
  ) -> [Part] {
    if over.isEmpty { return base }
    var merged: [Part?] = base
    var places = Dictionary(zip(base.map(name), 0...), uniquingKeysWith: { first, _ in first })
    for part in over {
      let place = places[name(part)]
      if isRemoved(part) {
        if let place { merged[place] = nil } else { nothing(name(part), range(part), among: base.map(name)) }
      } else if let place {
        merged[place] = join(part, merged[place])
      } else {
        places[name(part)] = merged.count
        merged.append(join(part, nil))
      }
    }
    return merged.compactMap(\.self)
  }

  // MARK: Parts

  /// Returns an endpoint with a change. It keeps its name: a change can call it by another one.
  func laid(_ over: EndpointDeclaration, over base: EndpointDeclaration?) -> EndpointDeclaration {
    let base = base ?? EndpointDeclaration(name: over.name, range: over.range, end: over.end)
    var endpoint = base
    (endpoint.range, endpoint.end) = (over.range, over.end)
    for entry in over.removed { remove(entry, from: &endpoint) }
    endpoint.line = over.line ?? endpoint.line
    // The server of the operation belongs to its line.
    if over.line != nil, var facts = endpoint.facts?.value, facts.server != nil {
      facts.server = nil
      endpoint.facts = Shared(facts)
    }
    if let parameters = over.parameters.map({ taken($0, from: &endpoint) }) {
      endpoint.parameters = laid(parameters, over: endpoint.parameters ?? [], \.name, \.range, \.isRemoved) { laid($0, over: $1) }
    }
    if let (result, key) = over.result { endpoint.result = (laid(result, over: endpoint.result?.value), key) }
    if let (shape, key) = over.failure { endpoint.failure = (laid(shape, over: endpoint.failure?.shape), key) }
    endpoint.settings = laid(over.settings, over: endpoint.settings, .endpoint)
    endpoint.isFaulty = over.isFaulty || base.isFaulty
    endpoint.comparisons = over.line == nil ? base.comparisons : over.comparisons
    return endpoint
  }

  /// Removes parameters from the line of an endpoint, and returns the other changes. Those of a path are part of it.
  private func taken(_ parameters: [ParameterDeclaration], from endpoint: inout EndpointDeclaration) -> [ParameterDeclaration] {
    guard let line = endpoint.line, parameters.contains(where: \.isRemoved) else { return parameters }
    let settings = Set((endpoint.parameters ?? []).map(\.name))
    let onLine = Set((line.value.parameters ?? []).filter { $0.location != .path }.map(\.name)).subtracting(line.value.target.plainNames)
    let removed = Set(parameters.filter(\.isRemoved).map(\.name)).intersection(onLine)
    if removed.isEmpty { return parameters }
    func without(_ line: Shared<LineDeclaration>) -> Shared<LineDeclaration> {
      var rest = line.value
      rest.parameters?.removeAll { removed.contains($0.name) }
      return Shared(rest)
    }
    endpoint.line = without(line)
    for index in endpoint.bodies.indices { endpoint.bodies[index].line = without(endpoint.bodies[index].line) }
    return parameters.filter { !$0.isRemoved || !removed.contains($0.name) || settings.contains($0.name) }
  }

  private func remove(_ entry: Entry, from endpoint: inout EndpointDeclaration) {
    let isThere: Bool
    switch entry.name {
    case "params":
      isThere = endpoint.parameters != nil
      endpoint.parameters = nil
    case "returns":
      isThere = endpoint.result != nil
      endpoint.result = nil
    case "fails":
      isThere = endpoint.failure != nil || endpoint.settings.contains { $0.name == "fails" }
      endpoint.failure = nil
      endpoint.settings.removeAll { $0.name == "fails" }
    default:
      isThere = endpoint.line != nil
      endpoint.line = nil
    }
    if !isThere { nothing(entry.name, entry.key.range, among: endpoint.settings.map(\.name)) }
  }

  private func laid(_ over: ParameterDeclaration, over base: ParameterDeclaration?) -> ParameterDeclaration {
    guard over.isPartial else { return over }
    var parameter = base ?? ParameterDeclaration(name: over.name, range: over.range)
    parameter.range = over.range
    parameter.location = over.location ?? parameter.location
    parameter.isOptional = over.isOptional || parameter.isOptional
    parameter.isSpread = over.isSpread || parameter.isSpread
    parameter.isFlag = over.isFlag || parameter.isFlag
    parameter.isRaw = over.isRaw || parameter.isRaw
    if let shape = over.shape { parameter.shape = laid(shape, over: parameter.shape) }
    let settings = over.settings.filter { !$0.value.isNull || !removes($0.name, of: &parameter) }
    parameter.settings = laid(settings, over: parameter.settings, .parameter)
    return parameter
  }

  /// Removes a part that is no setting: a type, or a name after `as` on one line. Returns false if there is none.
  private func removes(_ key: String, of parameter: inout ParameterDeclaration) -> Bool {
    switch key {
    case "type" where parameter.shape != nil: parameter.shape = nil
    case "as" where parameter.wire != nil: parameter.wire = nil
    case let key where parameter.constraints.contains { $0.key == key }: parameter.constraints.removeAll { $0.key == key }
    default: return false
    }
    return true
  }

  private func laid(_ over: TypeDeclaration, over base: TypeDeclaration?) -> TypeDeclaration {
    var type = over
    type.shape = laid(over.shape, over: base?.shape)
    return type
  }

  private func laid(_ over: ShapeDeclaration, over base: ShapeDeclaration?) -> ShapeDeclaration {
    guard let change = over.change else { return over }
    let shape = laid(over.shape, change, over: base?.shape)
    return ShapeDeclaration(shape, uses: over.uses + shape.used(base?.uses ?? []))
  }

  private func laid(_ over: ResultDeclaration, over base: ResultDeclaration?) -> ResultDeclaration {
    guard let change = over.change, case .shape(let shape) = over.model else { return over }
    let below: Shape? = if case .shape(let shape)? = base?.model { shape } else { nil }
    let merged = laid(shape, change, over: below)
    return ResultDeclaration(.shape(merged), uses: over.uses + merged.used(base?.uses ?? []))
  }

  /// Combines the members of two records. A shape that is none is replaced.
  private func laid(_ over: Shape, _ change: ShapeChange, over base: Shape?) -> Shape {
    guard case .record(let added) = over else { return over }
    var below: [Shape.Member] = []
    if case .record(let record)? = base { below = record.members }
    var members: [Shape.Member?] = below
    let places = Dictionary(zip(below.map(\.label), 0...), uniquingKeysWith: { first, _ in first })
    for (label, range) in change.removed {
      if let place = places[label] { members[place] = nil } else { nothing(label, range, among: below.map(\.label)) }
    }
    for var member in added.members {
      let place = places[member.label]
      if let inner = change.members[member.label] { member.shape = laid(member.shape, inner, over: place.map { below[$0].shape }) }
      if let place { members[place] = member } else { members.append(member) }
    }
    return .record(.init(members: members.compactMap(\.self)))
  }

  // MARK: Settings

  private func laid(_ over: [Entry], over base: [Entry], _ level: OverlayLevel) -> [Entry] {
    var merged: [Entry?] = base
    let key = level == .headers ? HeaderRules.lowered : { $0 }
    var places = Dictionary(base.indices.map { (key(base[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
    for entry in over {
      let place = places[key(entry.name)]
      if entry.value.isNull {
        if let place { merged[place] = nil } else { nothing(entry.name, entry.key.range, among: base.map(\.name)) }
      } else if let place, place < base.count {
        merged[place] = Entry(key: entry.key, value: laid(entry.value, over: base[place].value, level.inner(entry.name)))
      } else {
        places[key(entry.name)] = merged.count
        merged.append(
          Entry(key: entry.key, value: laid(entry.value, over: Node(.mapping([]), range: entry.value.range), level.inner(entry.name))))
      }
    }
    return merged.compactMap(\.self)
  }

  private func laid(_ over: Node, over base: Node, _ level: OverlayLevel) -> Node {
    if level == .value { return over }
    // A key without a value changes nothing.
    if over.text == "", over.scalar?.isPlain ?? false, base.mapping?.isEmpty == false { return base }
    guard let entries = over.mapping else { return over }
    var node = over
    node.content = .mapping(laid(entries, over: base.mapping ?? [], level))
    return node
  }

  private func nothing(_ name: String, _ range: SourceRange, among names: [String]) {
    var word = UnknownWord(id: .noEffect, what: "name", word: name, known: names)
    let lead = "null has no effect, because '\(base)' does not have '\(name)' here"
    (word.lead, word.isWhole) = (lead, false)
    findings.add(.finding(.warning, .noEffect, lead, at: range), about: .word(word))
  }
}

/// The kind of settings in a mapping, which decides how an overlay changes them.
enum OverlayLevel {
  case service, group, endpoint, parameter, policy
  case names, headers
  /// A value that is replaced as a whole, in which null is a value.
  case value

  func inner(_ key: String) -> OverlayLevel {
    switch (self, key) {
    case (.service, "headers"), (.group, "headers"), (.endpoint, "headers"): .headers
    case (.service, "query"), (.group, "query"), (.endpoint, "query"), (.service, "vars"): .names
    case (.endpoint, "body"), (.endpoint, "mock"), (.policy, "args"): .value
    case (.parameter, "default"), (.parameter, "example"), (.parameter, "values"): .value
    case (.names, _), (.headers, _), (.value, _): self
    default: .policy
    }
  }
}

extension Node {
  /// Whether it is a plain `null`.
  package var isNull: Bool {
    guard let scalar, scalar.isPlain, !scalar.text.isEmpty, case .null? = CoreSchema.value(of: self) else { return false }
    return true
  }
}

extension Shape {
  /// Returns those of some uses of types whose names are still in the shape.
  fileprivate func used(_ uses: [TypeUse]) -> [TypeUse] {
    if uses.isEmpty { return [] }
    var names: Set<String> = []
    collect(&names)
    return uses.filter { names.contains($0.name) }
  }

  private func collect(_ names: inout Set<String>) {
    switch self {
    case .named(let name): names.insert(name)
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.collect(&names)
    case .record(let record): for member in record.members { member.shape.collect(&names) }
    default: break
    }
  }
}

extension EndpointIndex {
  /// The names of all tags, including those that only endpoints have.
  fileprivate var allTags: Set<String> {
    names.indices.reduce(into: Set(tags.map(\.name))) { all, index in all.formUnion(self.tags(at: index)) }
  }
}

extension LateEndpoints {
  /// Keeps the changes of its endpoints, and returns the others.
  fileprivate mutating func take(_ endpoints: [Shared<EndpointDeclaration>]) -> [Shared<EndpointDeclaration>] {
    endpoints.filter { endpoint in
      guard let place = index.place(of: endpoint.value.name) else { return true }
      if endpoint.value.isRemoved { removed.insert(place) } else { changes[place, default: []].append(endpoint) }
      return false
    }
  }
}
