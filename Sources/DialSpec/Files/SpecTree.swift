import DialSyntax

/// Makes one tree of a spec and the files that it names, before anything of it is read: every node keeps its place in its own file.
///
/// What a file includes stands as though it were written there, so that an overlay with its includes is laid over the whole base.
struct SpecTree {
  let files: SpecFiles

  /// The keys that an included file gives; all others belong to the spec itself.
  private static let refused = ["service", "base", "endpoints", "groups", "overlay"]

  /// The tree without `include` and `overlay`.
  func whole(_ root: Node) -> Node {
    guard let entries = root.mapping, entries.contains(where: { $0.name == "include" || $0.name == "overlay" }) else { return root }
    let own = including(root)
    guard let overlay = entries.first(where: { $0.name == "overlay" }) else { return own }
    guard let base = files.tree(overlay.value, "overlay", whole) else { return own }
    guard base.mapping != nil else {
      files.findings.error(
        .expectedMapping, "'overlay' requires a spec, which is a mapping with 'endpoints', found \(base.kindName)", at: base.range)
      files.isWhole = false
      return own
    }
    return TreeOverlay(findings: files.findings, base: base.range.file.name).laid(own, over: base)
  }

  /// The tree with all that its `include` names, and without `include` and `overlay`.
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

  /// An included file with what it includes itself.
  private func fragment(_ root: Node) -> Node {
    guard let entries = root.mapping else {
      files.findings.error(
        .expectedMapping, "an included file must be a mapping with keys such as 'types' and 'vars', found \(root.kindName)", at: root.range)
      return root
    }
    var node = root
    node.content = .mapping(
      entries.filter { entry in
        guard Self.refused.contains(entry.name) else { return entry.name != "doc" && !entry.name.hasPrefix("x-") }
        files.findings.error(
          .misplacedKey, "'\(entry.name)' is not allowed in an included file, which can contain types, vars and policies; move it to the spec",
          at: entry.key.range)
        return false
      })
    return including(node)
  }
}
