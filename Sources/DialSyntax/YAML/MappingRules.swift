/// The rules of a mapping's keys: texts, each once, and `<<` that merges.
enum MappingRules {
  /// What is wrong with a node as a key; nil for a text.
  static func faultOfKey(_ node: Node) -> Diagnostic? {
    guard let scalar = node.scalar else {
      return .error(
        .yamlKey, "a key is a text, not \(node.kindName): put it in quotes if text was meant", at: node.range)
    }
    let isMissing = scalar.isPlain && (scalar.text.isEmpty || scalar.text == "~") && node.storedTag != .string
    guard isMissing || node.storedTag == .null else { return nil }
    return .error(.yamlKey, "the key before ':' is missing: write one, or quotes for an empty one", at: node.range)
  }

  /// The entries of a mapping, duplicates reported and `<<` applied.
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
      let advice = isMerge(entry) ? "merge several with one list, '<<: [*a, *b]'" : "remove or rename one of them"
      findings.append(
        .error(
          .duplicateKey, "the key '\(entry.name.excerpt)' is already in this mapping: \(advice)", at: entry.key.range,
          notes: [Diagnostic.Note("the first '\(entry.name.excerpt)' is here", range: earlier)]))
    }
  }

  /// Puts what `<<` names in its place; an explicit key wins wherever it stands, then the earlier of two mappings.
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
            .yamlMerge, "'<<' merges a mapping or a list of mappings, not \(item.kindName): write '<<: *anchor'",
            at: item.range))
      }
    }
    return sources
  }
}
