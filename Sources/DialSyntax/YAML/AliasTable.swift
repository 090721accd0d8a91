/// The anchors of a document and what their aliases cost.
struct AliasTable: Sendable {
  /// The result of looking up an alias.
  enum Use {
    case node(Node, Weight)
    case refused(Diagnostic)
    case overLimit(Diagnostic)
  }

  private enum Anchor: Sendable {
    case open
    case closed(Node, Weight)
  }

  private let limits: YAMLLimits
  private var anchors: [String: Anchor] = [:]
  private var total = Weight()
  /// How many more unknown aliases get a suggestion. Each search takes time.
  private var suggestionsLeft = 100

  init(limits: YAMLLimits) {
    self.limits = limits
  }

  /// The anchors of another text, with nothing counted yet.
  init(_ other: AliasTable) {
    limits = other.limits
    anchors = other.anchors
  }

  /// Notes that a sequence or mapping with this anchor begins.
  mutating func open(_ name: String) { anchors[name] = .open }

  /// Notes that a node with this anchor ended.
  mutating func close(_ name: String, _ node: Node, _ weight: Weight) { anchors[name] = .closed(node, weight) }

  /// Looks up an alias, which is at `range` and `depth` levels deep.
  mutating func use(_ name: String, at range: SourceRange, depth: Int) -> Use {
    switch anchors[name] {
    case nil: return .refused(undefined(name, at: range))
    case .open:
      return .refused(
        .error(
          .yamlAliasCycle, "the alias '*\(name.excerpt)' is inside its own anchor '&\(name.excerpt)'; replace it with the value",
          at: range))
    case .closed(var node, let weight):
      total.add(weight)
      if total.nodes > limits.maxAliasNodes {
        return .overLimit(tooMuch("\(limits.maxAliasNodes) nodes", at: range))
      }
      if total.bytes > limits.maxAliasBytes {
        return .overLimit(tooMuch("\(limits.maxAliasBytes) bytes of text", at: range))
      }
      if depth + weight.height > limits.maxDepth { return .overLimit(.tooDeep(limits, at: range)) }
      node.range = range
      return .node(node, weight)
    }
  }

  private mutating func undefined(_ name: String, at range: SourceRange) -> Diagnostic {
    var notes: [Diagnostic.Note] = []
    suggestionsLeft -= 1
    if suggestionsLeft >= 0, let nearest = Suggestion.nearest(to: name, among: anchors.keys.sorted()) {
      notes.append(Diagnostic.Note("did you mean '*\(nearest.excerpt)'?"))
    }
    return .error(
      .yamlAlias, "unknown anchor '&\(name.excerpt)'; define it before this alias, or quote the value if it only starts with '*'",
      at: range, notes: notes)
  }

  private func tooMuch(_ what: String, at range: SourceRange) -> Diagnostic {
    .error(.yamlAliasLimit, "the aliases of this file expand to more than \(what); use fewer aliases", at: range)
  }
}
