/// Finds "did you mean …?" names for unknown ones.
public enum Suggestion {
  /// Longer words are not compared: they are not typing errors.
  private static let maxLength = 256

  /// Returns the known name with the smallest edit distance, at most a third of the longer word; the first of several. A difference only in
  /// case is the smallest.
  public static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.unicodeScalars.prefix(maxLength + 1))
    guard letters.count <= maxLength, !letters.isEmpty else { return nil }
    let folded = word.lowercased()
    var best: (name: String, distance: Int)?
    for name in known where name != word {
      let other = Array(name.unicodeScalars.prefix(maxLength + 1))
      guard other.count <= maxLength else { continue }
      if name.lowercased() == folded { return name }
      var limit = max(1, max(letters.count, other.count) / 3)
      if let best { limit = min(limit, best.distance - 1) }
      // Two names of one letter each are not similar.
      guard limit >= 1, letters.count > 1 || other.count > 1 else { continue }
      if let distance = editDistance(letters, other, limit: limit) { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the end of a message about an unknown name: `did you mean 'x'?`, or up to twelve names, of more only five; `what` is their noun.
  public static func phrase(for word: String, among known: [String], what: String) -> String {
    phrase(nearest(to: word, among: known), among: known, what: what)
  }

  /// The same for a known nearest name.
  public static func phrase(_ nearest: String?, among known: [String], what: String) -> String {
    if let name = nearest { return "did you mean '\(name.excerpt)'?" }
    let names = known.prefix(known.count > 12 ? 5 : 12).map { "'\($0.excerpt)'" }.joined(separator: ", ")
    switch known.count {
    case 0: return "no \(what) is available"
    case 1: return "expected \(names)"
    case 2...12: return "expected one of \(names)"
    default: return "expected one of \(names), …"
    }
  }

  /// Orders names that share a part with a word first, if there are too many to list: `timeout` for `timeout-minutes`. Only for tables of
  /// keys, because a spec may have too many names.
  package static func ordered(_ known: [String], for word: String) -> [String] {
    guard (13...100).contains(known.count), word.utf8.count <= maxLength else { return known }
    let wanted = parts(of: word)
    let isRelated = { (name: String) in !wanted.isDisjoint(with: parts(of: name)) }
    return known.filter(isRelated) + known.filter { !isRelated($0) }
  }

  /// Returns the words of a name in lowercase, without very short ones.
  private static func parts(of name: String) -> Set<String> {
    var parts = [""]
    for sign in name {
      if sign == "-" || sign == "_" || sign.isUppercase { parts.append("") }
      if sign != "-", sign != "_" { parts[parts.count - 1] += sign.lowercased() }
    }
    return Set(parts.filter { $0.utf8.count > 2 })
  }

  /// Returns the number of insertions, deletions, replacements and swaps between two words; nil if it exceeds `limit`.
  private static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    var twoBack = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      current.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, twoBack[j - 1] + 1) }
        current.append(cost)
      }
      if current.allSatisfy({ $0 > limit }) { return nil }
      (twoBack, previous) = (previous, current)
    }
    return previous[b.count] <= limit ? previous[b.count] : nil
  }
}
