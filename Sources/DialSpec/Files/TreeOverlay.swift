import DialModel
import DialSyntax

/// Changes a tree with another one: mappings are combined by key, a plain `null` removes, everything else is replaced.
struct TreeOverlay {
  let findings: Findings
  let base: String

  func laid(_ over: Node, over base: Node) -> Node { laid(over, over: base, .service) }

  private func laid(_ over: Node, over base: Node, _ level: OverlayLevel) -> Node {
    if level == .value { return over }
    // A key without a value changes nothing.
    if over.text == "", over.scalar?.isPlain ?? false, base.mapping != nil { return base }
    guard let winners = over.mapping else { return over }
    let below = (level == .endpoint ? LineEntry.mapping(base) ?? base : base).mapping ?? []
    var merged: [Entry?] = below
    let key = level == .headers ? HeaderRules.lowered : { $0 }
    var places = Dictionary(below.indices.map { (key(below[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
    var method = level == .endpoint ? below.firstIndex { Methods.isMethod($0.name) } : nil
    for entry in winners {
      let isMethod = level == .endpoint && Methods.isMethod(entry.name)
      let place = isMethod ? method : places[key(entry.name)]
      if isMethod { method = nil }
      if Self.isNull(entry.value) {
        if let place { merged[place] = nil } else { nothing(entry, among: below.map(\.name)) }
      } else if let place, place < below.count {
        merged[place] =
          isMethod ? entry : Entry(key: entry.key, value: laid(entry.value, over: below[place].value, level.inner(entry.name)))
      } else {
        places[key(entry.name)] = merged.count
        merged.append(Entry(key: entry.key, value: fresh(entry.value, level.inner(entry.name))))
      }
    }
    var node = over
    node.content = .mapping(merged.compactMap { $0 })
    return node
  }

  /// Returns a node without a counterpart, in which null has nothing to remove.
  private func fresh(_ node: Node, _ level: OverlayLevel) -> Node {
    guard node.mapping != nil else { return node }
    return laid(node, over: Node(.mapping([]), range: node.range), level)
  }

  private func nothing(_ entry: Entry, among names: [String]) {
    let near = findings.nearest(to: entry.name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    findings.warning(.noEffect, "null has no effect, because '\(base)' does not have '\(entry.name)' here\(near)", at: entry.key.range)
  }

  private static func isNull(_ node: Node) -> Bool {
    guard let scalar = node.scalar, scalar.isPlain, !scalar.text.isEmpty, case .null? = CoreSchema.value(of: node) else { return false }
    return true
  }
}

/// Combines the keys of two files: the later one wins, and some keys are combined by name.
enum TreeInclude {
  /// The keys whose parts are combined by name, as between service, group and endpoint.
  private static let joined: Set = ["types", "vars", "headers", "query", "style", "timeout", "redirects"]

  static func merged(_ winners: [Entry], under others: [Entry]) -> [Entry] {
    merged(winners, under: others) { winner, other in
      guard joined.contains(winner.name), let winners = winner.value.mapping, let others = other.value.mapping else { return winner }
      let key = winner.name == "headers" ? HeaderRules.lowered : { $0 }
      var value = winner.value
      value.content = .mapping(merged(winners, under: others, key: key) { winner, _ in winner })
      return Entry(key: winner.key, value: value)
    }
  }

  private static func merged(
    _ winners: [Entry], under others: [Entry], key: (String) -> String = { $0 }, join: (_ winner: Entry, _ other: Entry) -> Entry
  ) -> [Entry] {
    var merged = others
    var places = Dictionary(others.indices.map { (key(others[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
    for entry in winners {
      if let place = places[key(entry.name)] {
        merged[place] = join(entry, merged[place])
      } else {
        places[key(entry.name)] = merged.count
        merged.append(entry)
      }
    }
    return merged
  }
}

/// The kind of keys in a mapping, which decides how an overlay changes it.
enum OverlayLevel {
  case service, group, endpoint, parameter, policy
  case endpoints, groups, parameters, types, names, headers
  /// A value that is replaced as a whole, in which null is a value.
  case value

  func inner(_ key: String) -> OverlayLevel {
    switch self {
    case .service, .group: Self.shared[key] ?? .policy
    case .endpoint: Self.ofEndpoint[key] ?? .policy
    case .parameter: Self.ofParameter[key] ?? .policy
    case .policy: key == "args" ? .value : .policy
    case .endpoints: .endpoint
    case .groups: .group
    case .parameters: .parameter
    case .types, .names, .headers, .value: self
    }
  }

  private static let shared: [String: OverlayLevel] = [
    "endpoints": .endpoints, "groups": .groups, "headers": .headers, "query": .names, "vars": .names, "types": .types,
  ]
  private static let ofEndpoint: [String: OverlayLevel] = [
    "params": .parameters, "headers": .headers, "query": .names, "returns": .types, "fails": .types, "body": .value, "mock": .value,
  ]
  private static let ofParameter: [String: OverlayLevel] = ["type": .types, "default": .value, "example": .value, "values": .value]
}

/// An endpoint written as a line, in its long form: `GET /users` is `GET: /users`.
enum LineEntry {
  static func mapping(_ node: Node) -> Node? {
    guard let text = node.text else { return nil }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A }
    let bytes = Array(text.utf8)
    guard let start = bytes.firstIndex(where: { !isBlank($0) }), let end = bytes[start...].firstIndex(where: isBlank),
      let rest = bytes[end...].firstIndex(where: { !isBlank($0) })
    else { return nil }
    let method = String(decoding: bytes[start..<end], as: UTF8.self)
    guard Methods.all.contains(method) else { return nil }
    let places = ScalarPlaces(node)
    let key = Node(.scalar(Scalar(text: method)), range: places.range(of: start..<end))
    let target = String(decoding: bytes[rest...], as: UTF8.self)
    let value = Node(.scalar(Scalar(text: target)), range: places.range(of: rest..<bytes.count))
    return Node(.mapping([Entry(key: key, value: value)]), range: node.range)
  }
}
