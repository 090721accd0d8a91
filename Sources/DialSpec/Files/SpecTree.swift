import DialBuild
import DialModel
import DialSyntax

/// Completes a spec with the files that it includes, before it is read. Every node keeps its place in its own file.
///
/// An included file is treated as if it were written in the including file, so that an overlay with its includes changes the whole base.
struct SpecTree {
  let files: SpecFiles

  /// Keys that an included file must not have.
  private static let refused = ["service", "base", "overlay"]

  /// Returns the tree without `include`.
  func whole(_ root: Node) -> Node {
    guard let entries = root.mapping, entries.contains(where: { $0.name == "include" }) else { return root }
    var merged: [Entry] = []
    for include in entries where include.name == "include" {
      for item in include.value.sequence ?? [include.value] {
        guard let given = files.tree(item, "include", fragment)?.mapping else { continue }
        merged = TreeInclude.merged(given, under: merged)
      }
    }
    merged = TreeInclude.merged(entries.filter { $0.name != "include" }, under: merged)
    var node = root
    node.content = .mapping(merged)
    return node
  }

  /// Returns an included file with its own includes.
  private func fragment(_ root: Node) -> Node {
    guard let entries = root.mapping else {
      files.findings.error(
        .expectedMapping, "an included file must be a mapping with keys such as 'endpoints' and 'types', found \(root.kindName)",
        at: root.range)
      return root
    }
    var node = root
    node.content = .mapping(
      entries.filter { entry in
        guard Self.refused.contains(entry.name) else { return entry.name != "doc" && !entry.name.hasPrefix("x-") }
        files.findings.error(
          .misplacedKey,
          "'\(entry.name)' is not allowed in an included file; move it to the spec",
          at: entry.key.range)
        return false
      })
    return whole(node)
  }
}

/// Combines the keys of two files: the later one wins, and some keys are combined by name.
enum TreeInclude {
  /// The keys whose parts are combined by name, as between service, group and endpoint.
  private static let joined: Set = ["endpoints", "groups", "types", "vars", "headers", "query", "style", "timeout", "redirects"]

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
