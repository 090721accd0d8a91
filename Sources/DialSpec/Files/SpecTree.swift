import DialSyntax

/// Combines a spec and the files that it names into one tree, before it is read. Every node keeps its place in its own file.
///
/// An included file is treated as if it were written in the including file, so that an overlay with its includes changes the whole base.
struct SpecTree {
  let files: SpecFiles

  /// Keys that an included file must not have.
  private static let refused = ["service", "base", "endpoints", "groups", "overlay"]

  /// Returns the tree without `include` and `overlay`.
  func whole(_ root: Node) -> Node {
    guard let entries = root.mapping, entries.contains(where: { $0.name == "include" || $0.name == "overlay" }) else { return root }
    let own = including(root)
    guard let overlay = entries.first(where: { $0.name == "overlay" }) else { return own }
    guard let base = files.tree(overlay.value, "overlay", whole) else { return own }
    guard base.mapping != nil else {
      files.findings.error(
        .expectedMapping, "'overlay' names a spec, which is a mapping with 'endpoints', found \(base.kindName)", at: base.range)
      files.isWhole = false
      return own
    }
    return TreeOverlay(findings: files.findings, base: base.range.file.name).laid(own, over: base)
  }

  /// Returns the tree with its includes, without `include` and `overlay`.
  private func including(_ root: Node) -> Node {
    guard let entries = root.mapping else { return root }
    var merged: [Entry] = []
    for include in entries where include.name == "include" {
      for item in include.value.sequence ?? [include.value] {
        guard let given = files.tree(item, "include", fragment)?.mapping else { continue }
        merged = TreeInclude.merged(given, under: merged)
      }
    }
    merged = TreeInclude.merged(entries.filter { $0.name != "include" && $0.name != "overlay" }, under: merged)
    var node = root
    node.content = .mapping(merged)
    return node
  }

  /// Returns an included file with its own includes.
  private func fragment(_ root: Node) -> Node {
    guard let entries = root.mapping else {
      files.findings.error(
        .expectedMapping, "an included file is a mapping with keys such as 'types' and 'vars', found \(root.kindName)", at: root.range)
      return root
    }
    var node = root
    node.content = .mapping(
      entries.filter { entry in
        guard Self.refused.contains(entry.name) else { return entry.name != "doc" && !entry.name.hasPrefix("x-") }
        files.findings.error(
          .misplacedKey, "'\(entry.name)' belongs to the spec itself: an included file gives types, vars and policies",
          at: entry.key.range)
        return false
      })
    return including(node)
  }
}
