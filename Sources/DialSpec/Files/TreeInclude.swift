import DialModel
import DialSyntax

/// Combines the keys of two files: the later one wins, and some keys are combined by name.
enum TreeInclude {
  /// The keys whose parts are combined by name, as between service, group and endpoint.
  private static let joined: Set = ["types", "vars", "headers", "query", "style", "timeout", "redirects"]

  static func merged(_ winners: [Entry], under others: [Entry]) -> [Entry] {
    var merged = others
    var places = Dictionary(others.indices.map { (others[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in winners {
      guard let place = places[entry.name] else {
        places[entry.name] = merged.count
        merged.append(entry)
        continue
      }
      merged[place] = joined.contains(entry.name) ? names(entry, under: merged[place]) : entry
    }
    return merged
  }

  private static func names(_ winner: Entry, under other: Entry) -> Entry {
    guard let winners = winner.value.mapping, let others = other.value.mapping else { return winner }
    let key = winner.name == "headers" ? HeaderRules.lowered : { $0 }
    var merged = others
    var places = Dictionary(others.indices.map { (key(others[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
    for entry in winners {
      if let place = places[key(entry.name)], place < others.count {
        merged[place] = entry
      } else {
        places[key(entry.name)] = merged.count
        merged.append(entry)
      }
    }
    var entry = winner
    entry.value.content = .mapping(merged)
    return entry
  }
}
