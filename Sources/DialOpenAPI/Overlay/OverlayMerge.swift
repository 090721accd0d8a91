import DialJSON
import DialSyntax

/// Merges the value of an action with a target (Overlay Specification 1.1, Action Object).
///
/// Two cases go beyond the specification. A null in the document is replaced by anything, because it is a key whose value is still to be
/// written. A null in the overlay leaves a mapping or a list as it is: the specification's own example has `components:` and `tags:`
/// without values.
struct OverlayMerge {
  /// The kinds of values that are merged in different ways.
  enum Kind: CaseIterable {
    case mapping, list, primitive

    init(_ node: Node) {
      switch node.content {
      case .mapping: self = .mapping
      case .sequence: self = .list
      case .scalar: self = .primitive
      }
    }

    var noun: String {
      switch self {
      case .mapping: "a mapping"
      case .list: "a list"
      case .primitive: "a single value"
      }
    }

    var plural: String {
      switch self {
      case .mapping: "mappings"
      case .list: "lists"
      case .primitive: "single values"
      }
    }
  }

  /// The key of the action: `update` or `copy`.
  let key: String
  /// Where findings are; nil for the place of the value, which is in the overlay.
  let place: SourceRange?
  private(set) var warnings: [Diagnostic] = []
  /// How many entries and items were copied.
  private(set) var copied = 0

  init(key: String, at place: SourceRange? = nil) { (self.key, self.place) = (key, place) }

  /// Merges a value with a target itself. A list is extended by a list, and any other value is appended to it.
  mutating func merge(_ value: Node, into target: Node) throws(Diagnostic) -> Node {
    if case .sequence(let items) = target.content, value.sequence == nil {
      var list = target
      list.content = .sequence(items + [value])
      copied += items.count
      return list
    }
    return try merge(value, into: target, name: nil)
  }

  /// - Parameter name: the name of the property; nil for the target itself.
  private mutating func merge(_ value: Node, into target: Node, name: String?) throws(Diagnostic) -> Node {
    var merged = target
    switch (target.content, value.content) {
    case (.mapping(let entries), .mapping(let changes)):
      merged.content = .mapping(try merge(changes, into: entries))
      return merged
    case (.sequence(let items), .sequence(let more)):
      merged.content = .sequence(items + more)
      copied += items.count
      return merged
    case (.scalar, .scalar): return value
    case (.scalar, _) where target.isNull: return value
    case (_, .scalar) where value.isNull && name != nil:
      let message = "'\(name?.excerpt ?? "")' is null here, and stays \(Kind(target).noun); use 'remove' to remove it"
      warnings.append(.warning(.overlayMerge, message, at: place ?? value.range))
      return target
    case (.mapping, _), (.sequence, _), (.scalar, _):
      let subject = name.map { "'\($0.excerpt)'" } ?? "the target"
      let message = "\(subject) is \(Kind(target).noun) in the document, but \(Kind(value).noun) in '\(key)'"
      throw .error(
        .overlayMerge, message, at: place ?? value.range, notes: [Diagnostic.Note("the value in the document is here", range: target.range)]
      )
    }
  }

  private mutating func merge(_ changes: [Entry], into entries: [Entry]) throws(Diagnostic) -> [Entry] {
    copied += entries.count
    var merged = entries
    var places = Dictionary(entries.enumerated().map { (ExactName($1.name), $0) }, uniquingKeysWith: { $1 })
    for change in changes {
      if let place = places[ExactName(change.name)] {
        let old = merged[place]
        merged[place] = Entry(key: old.key, value: try merge(change.value, into: old.value, name: change.name))
      } else {
        places[ExactName(change.name)] = merged.count
        merged.append(change)
      }
    }
    return merged
  }
}

extension Node {
  fileprivate var isNull: Bool {
    if case .null? = CoreSchema.value(of: self) { true } else { false }
  }
}
