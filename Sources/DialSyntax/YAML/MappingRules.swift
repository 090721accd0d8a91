/// Checks the keys of mappings: they are texts, each appears once, and `<<` merges other mappings.
enum MappingRules {
  /// The finding for a node that cannot be a key; nil for a text.
  static func faultOfKey(_ node: Node) -> Diagnostic? {
    guard let scalar = node.scalar else {
      return .error(
        .yamlKey, "a key must be a string, not \(node.kindName); quote it if it is meant as a string", at: node.range)
    }
    let isMissing = scalar.text.utf8.count < 2 && scalar.isPlain && (scalar.text.isEmpty || scalar.text == "~") && node.storedTag != .string
    guard isMissing || node.storedTag == .null else { return nil }
    return .error(.yamlKey, "missing key before ':'; add a key, or write '' for an empty one", at: node.range)
  }

  /// Reports duplicate keys and returns the entries with `<<` applied.
  static func apply(to entries: [Entry], findings: inout [Diagnostic]) -> [Entry] {
    reportDuplicates(in: entries, findings: &findings)
    guard entries.contains(where: isMerge) else { return entries }
    return merged(entries, findings: &findings)
  }

  private static func isMerge(_ entry: Entry) -> Bool {
    guard let scalar = entry.key.scalar else { return false }
    return scalar.isPlain && scalar.text == "<<" && entry.key.storedTag == nil
  }

  private static func reportDuplicates(in entries: [Entry], findings: inout [Diagnostic]) {
    var first: [ExactText: SourceRange] = [:]
    first.reserveCapacity(entries.count)
    for entry in entries {
      guard let earlier = first.updateValue(entry.key.range, forKey: ExactText(entry.name)) else { continue }
      first[ExactText(entry.name)] = earlier
      let advice = isMerge(entry) ? "merge several mappings with one list: '<<: [*a, *b]'" : "remove or rename one of them"
      findings.append(
        .error(
          .duplicateKey, "duplicate key '\(entry.name.excerpt)'; \(advice)", at: entry.key.range,
          notes: [Diagnostic.Note("the first '\(entry.name.excerpt)' is here", range: earlier)]))
    }
  }

  /// Replaces each `<<` by the entries it names. An explicit key wins over a merged one, and the earlier of two mappings over the later.
  private static func merged(_ entries: [Entry], findings: inout [Diagnostic]) -> [Entry] {
    var taken = Set(entries.lazy.filter { !isMerge($0) }.map { ExactText($0.name) })
    var result: [Entry] = []
    for entry in entries {
      guard isMerge(entry) else {
        result.append(entry)
        continue
      }
      for source in sources(of: entry.value, findings: &findings) {
        result += source.filter { taken.insert(ExactText($0.name)).inserted }
      }
    }
    return result
  }

  private static func sources(of value: Node, findings: inout [Diagnostic]) -> [[Entry]] {
    if let entries = value.mapping { return [entries] }
    var sources: [[Entry]] = []
    for item in value.sequence ?? [value] {
      if let entries = item.mapping {
        sources.append(entries)
      } else {
        findings.append(
          .error(
            .yamlMerge, "'<<' requires a mapping or a list of mappings, not \(item.kindName); write '<<: *anchor'",
            at: item.range))
      }
    }
    return sources
  }
}

/// A text that equals only the same bytes. `String` compares by canonical equivalence: two ways to write an accent are equal.
private struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // Equal bytes have equal hashes this way too, and it is faster than feeding single bytes.
    hasher.combine(text)
  }
}
