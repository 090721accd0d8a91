import DialJSONPath
import DialSyntax

/// Reads the object of an overlay. What does not matter for its actions is a warning.
struct OverlayReader {
  private static let keys = ["overlay", "info", "extends", "actions"]
  private static let infoKeys = ["title", "version", "description"]
  private static let actionKeys = ["target", "description", "update", "remove", "copy"]

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var extends: Node?
  private(set) var actions: [OverlayAction] = []

  mutating func read(_ root: Node) {
    guard let entries = root.mapping else {
      diagnostics.append(.error(.overlayKey, "expected a mapping with 'overlay' and 'actions', found \(root.kindName)", at: root.range))
      return
    }
    check(entries, Self.keys, "an overlay")
    if !version(root.value(for: "overlay"), of: root) { return }
    info(root.value(for: "info"), of: root)
    extends = text("extends", of: root)
    guard let list = root.value(for: "actions") else {
      diagnostics.append(.error(.overlayKey, "an overlay requires 'actions'", at: root.range))
      return
    }
    guard let items = list.sequence else {
      diagnostics.append(.error(.overlayKey, "'actions' must be a list, but is \(list.kindName)", at: list.range))
      return
    }
    if items.isEmpty { diagnostics.append(.warning(.overlayKey, "'actions' is empty; add at least one action", at: list.range)) }
    for item in items { action(item) }
  }

  /// Reports keys that the specification does not define. Those with `x-` are extensions.
  private mutating func check(_ entries: [Entry], _ known: [String], _ what: String) {
    for entry in entries where !known.contains(entry.name) && !entry.name.hasPrefix("x-") {
      let advice = Suggestion.nearest(to: entry.name, among: known).map { "; did you mean '\($0)'?" } ?? ""
      diagnostics.append(.warning(.overlayKey, "\(what) does not have a key '\(entry.name.excerpt)'\(advice)", at: entry.key.range))
    }
  }

  /// Whether the version can be read. A later minor version is, because it only adds.
  private mutating func version(_ node: Node?, of root: Node) -> Bool {
    guard let node, let text = node.text, !text.isEmpty else {
      diagnostics.append(.error(.overlayVersion, "'overlay' must be a version such as 1.1.0", at: (node ?? root).range))
      return false
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0] == "1", let minor = Int(parts[1]) else {
      let message = "the version '\(text.excerpt)' of the Overlay Specification is not supported; supported: 1.0 and 1.1"
      diagnostics.append(.error(.overlayVersion, message, at: node.range))
      return false
    }
    if minor > 1 {
      let message = "the version '\(text.excerpt)' of the Overlay Specification is read as 1.1; what it adds is ignored"
      diagnostics.append(.warning(.overlayVersion, message, at: node.range))
    }
    return true
  }

  private mutating func info(_ node: Node?, of root: Node) {
    guard let node, let entries = node.mapping else {
      diagnostics.append(.warning(.overlayKey, "an overlay requires 'info' with 'title' and 'version'", at: (node ?? root).range))
      return
    }
    check(entries, Self.infoKeys, "'info'")
    for key in ["title", "version"] where node.value(for: key)?.text == nil {
      diagnostics.append(.warning(.overlayKey, "'info' requires '\(key)'", at: node.range))
    }
  }

  /// Returns the value of a key that must be a text; nil without the key or after a finding.
  private mutating func text(_ key: String, of node: Node) -> Node? {
    guard let value = node.value(for: key) else { return nil }
    if value.scalar != nil { return value }
    diagnostics.append(.error(.overlayKey, "'\(key)' must be a string, but is \(value.kindName)", at: value.range))
    return nil
  }

  private mutating func action(_ node: Node) {
    guard let entries = node.mapping else {
      diagnostics.append(.error(.overlayKey, "an action must be a mapping with 'target', but is \(node.kindName)", at: node.range))
      return
    }
    check(entries, Self.actionKeys, "an action")
    guard node.value(for: "target") != nil else {
      diagnostics.append(.error(.overlayKey, "an action requires 'target'", at: node.range))
      return
    }
    guard let targetNode = text("target", of: node), let target = query(targetNode), let change = change(node) else { return }
    actions.append(OverlayAction(target: target, targetNode: targetNode, change: change))
  }

  private mutating func change(_ node: Node) -> OverlayAction.Change? {
    if let remove = node.value(for: "remove") {
      guard case .bool(let isRemoved)? = CoreSchema.value(of: remove) else {
        diagnostics.append(.error(.overlayKey, "'remove' must be true or false", at: remove.range))
        return nil
      }
      if isRemoved { return .remove }
    }
    switch (node.value(for: "update"), node.value(for: "copy")) {
    case (let update?, nil): return .update(update)
    case (nil, .some):
      guard let copy = text("copy", of: node), let source = query(copy) else { return nil }
      return .copy(source, at: copy)
    case (.some, let copy?):
      diagnostics.append(.error(.overlayKey, "'copy' conflicts with 'update'; write two actions", at: copy.range))
      return nil
    case (nil, nil):
      diagnostics.append(.warning(.overlayKey, "the action changes nothing; add 'update', 'copy' or 'remove: true'", at: node.range))
      return nil
    }
  }

  private mutating func query(_ node: Node) -> JSONPathQuery? {
    let text = node.text ?? ""
    do throws(JSONPathError) {
      return try JSONPathQuery(text)
    } catch {
      let place = text.unicodeScalars.prefix(error.offset ?? 0).reduce(0) { $0 + UTF8.width($1) }
      let end = min(place + 1, text.utf8.count)
      let message = "'\(text.excerpt)' is not a valid JSONPath query: \(error.message)"
      diagnostics.append(.error(.overlayQuery, message, at: node.range(of: min(place, end)..<end)))
      return nil
    }
  }
}
