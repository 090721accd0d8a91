import DialModel
import DialSyntax

/// Lays one tree over another: mappings are joined by key, a plain `null` removes, all else takes the place of what was there.
struct TreeOverlay {
  let findings: Findings
  /// The name of the file below, for findings.
  let base: String

  func laid(_ over: Node, over base: Node) -> Node { laid(over, over: base, .service) }

  private func laid(_ over: Node, over base: Node, _ level: OverlayLevel) -> Node {
    if case .value = level { return over }
    // A key with nothing behind it says nothing.
    if over.text == "", over.scalar?.isPlain ?? false, base.mapping != nil { return base }
    guard let winners = over.mapping else { return over }
    let below = (level.isEndpoint ? LineEntry.mapping(base) ?? base : base).mapping ?? []
    var merged: [Entry?] = below
    let key = level.isHeaders ? HeaderRules.lowered : { $0 }
    var places = Dictionary(below.indices.map { (key(below[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
    var method = level.isEndpoint ? below.firstIndex { Methods.isMethod($0.name) } : nil
    for entry in winners {
      let isMethod = level.isEndpoint && Methods.isMethod(entry.name)
      let place = isMethod ? method : places[key(entry.name)]
      // Of two methods the second is a finding of the reader.
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

  /// What stands over nothing: a null in it has nothing to remove.
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

extension OverlayLevel {
  fileprivate var isEndpoint: Bool { if case .endpoint = self { true } else { false } }
  fileprivate var isHeaders: Bool { if case .headers = self { true } else { false } }
}
