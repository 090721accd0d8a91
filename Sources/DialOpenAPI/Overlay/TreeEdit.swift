import DialJSON
import DialJSONPath
import DialSyntax

/// The places of a tree that one action changes, as a tree of their own: all are changed in one pass, however many there are.
final class TreeEdit {
  private var isTarget = false
  private var members: [ExactName: TreeEdit] = [:]
  private var elements: [Int: TreeEdit] = [:]

  private init() {}

  /// - Parameter locations: the targets, some of which can be inside of others.
  init(_ locations: [JSONPathLocation]) {
    for location in locations {
      var edit = self
      for step in location.steps { edit = edit.child(step) }
      edit.isTarget = true
    }
  }

  private func child(_ step: JSONPathLocation.Step) -> TreeEdit {
    let new = TreeEdit()
    switch step {
    case .member(let name):
      if let known = members[ExactName(name)] { return known }
      members[ExactName(name)] = new
    case .index(let index):
      if let known = elements[index] { return known }
      elements[index] = new
    }
    return new
  }

  /// Returns a changed tree, in which inner targets are changed before the outer ones; nil if it is removed.
  ///
  /// - Parameter copied: counts the entries and items that are copied.
  func apply(to node: Node, _ replace: (Node) throws(Diagnostic) -> Node?, _ copied: inout Int) throws(Diagnostic) -> Node? {
    var node = node
    switch node.content {
    case .scalar: break
    case .sequence(let items) where !elements.isEmpty:
      copied += items.count
      var changed: [Node] = []
      for (index, item) in items.enumerated() {
        guard let edit = elements[index] else {
          changed.append(item)
          continue
        }
        if let item = try edit.apply(to: item, replace, &copied) { changed.append(item) }
      }
      node.content = .sequence(changed)
    case .mapping(let entries) where !members.isEmpty:
      copied += entries.count
      var changed: [Entry] = []
      // Of equal keys, the last one is selected.
      var open = members
      for entry in entries.reversed() {
        guard let edit = open.removeValue(forKey: ExactName(entry.name)) else {
          changed.append(entry)
          continue
        }
        if let value = try edit.apply(to: entry.value, replace, &copied) { changed.append(Entry(key: entry.key, value: value)) }
      }
      node.content = .mapping(changed.reversed())
    case .sequence, .mapping: break
    }
    return isTarget ? try replace(node) : node
  }
}
