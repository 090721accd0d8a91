/// "Did you mean …?" for names that are not known.
public enum Suggestion {
  /// Words longer than this are not compared: they are no slip of a key.
  private static let longestWord = 256

  /// The known name with the smallest edit distance, at most a third of the longer word (but always one).
  ///
  /// `nearest(to: "timout", among: ["timeout", "time"])` is `"timeout"`. A name that differs only in case is the
  /// nearest; of equally near ones the first is taken.
  public static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.unicodeScalars.prefix(longestWord + 1))
    guard letters.count <= longestWord, !letters.isEmpty else { return nil }
    let folded = word.lowercased()
    var best: (name: String, distance: Int)?
    for name in known where name != word {
      let other = Array(name.unicodeScalars.prefix(longestWord + 1))
      guard other.count <= longestWord else { continue }
      if name.lowercased() == folded { return name }
      var limit = max(1, max(letters.count, other.count) / 3)
      if let best { limit = min(limit, best.distance - 1) }
      // One letter for another one-letter name is no likeness.
      guard limit >= 1, letters.count > 1 || other.count > 1 else { continue }
      if let distance = editDistance(letters, other, limit: limit) { best = (name, distance) }
    }
    return best?.name
  }

  /// The end of a message about an unknown name: `did you mean 'x'?`, or else up to five names that would do.
  ///
  /// - Parameter what: what the names are, in the singular; used when there are none: `there is no parameter`.
  public static func phrase(for word: String, among known: [String], what: String) -> String {
    phrase(nearest(to: word, among: known), among: known, what: what)
  }

  /// The same where the nearest name was looked for already.
  public static func phrase(_ nearest: String?, among known: [String], what: String) -> String {
    if let name = nearest { return "did you mean '\(name.excerpt)'?" }
    let names = known.prefix(5).map { "'\($0.excerpt)'" }.joined(separator: ", ")
    switch known.count {
    case 0: return "there is no \(what)"
    case 1: return "expected \(names)"
    case 2...5: return "expected one of \(names)"
    default: return "expected one of \(names), …"
    }
  }
}
