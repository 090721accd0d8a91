/// How values are written if a format allows several ways (language section 2). Keys that are not set come from the level above.
package struct Style: Sendable {
  package enum Arrays: String, Sendable, CaseIterable { case `repeat`, brackets, indices, csv, pipes, space }
  package enum Objects: String, Sendable, CaseIterable { case spread, nest }
  package enum Nesting: String, Sendable, CaseIterable { case brackets, dots }
  package enum Bools: String, Sendable, CaseIterable { case words, numeric }
  package enum Dates: String, Sendable, CaseIterable { case rfc3339, unix, http }
  package enum Binary: String, Sendable, CaseIterable { case base64, base64url }
  package enum Keys: String, Sendable, CaseIterable {
    case asIs = "as-is"
    case snake, camel, kebab
  }

  package var arrays: Arrays?
  package var objects: Objects?
  package var nesting: Nesting?
  package var bools: Bools?
  package var dates: Dates?
  package var data: Binary?
  package var keys: Keys?

  package init() {}

  /// Returns this style, completed from the level above.
  package func inheriting(_ outer: Style) -> Style {
    var merged = self
    merged.arrays = arrays ?? outer.arrays
    merged.objects = objects ?? outer.objects
    merged.nesting = nesting ?? outer.nesting
    merged.bools = bools ?? outer.bools
    merged.dates = dates ?? outer.dates
    merged.data = data ?? outer.data
    merged.keys = keys ?? outer.keys
    return merged
  }
}

extension Style.Keys {
  /// Returns a name in this case; `pageSize`, `page_size` and `page-size` are the same words.
  package func apply(to name: String) -> String {
    guard self != .asIs else { return name }
    let words = Self.words(of: name)
    switch self {
    case .asIs: return name
    case .snake: return words.map { $0.lowercased() }.joined(separator: "_")
    case .kebab: return words.map { $0.lowercased() }.joined(separator: "-")
    case .camel:
      let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
      return (words.first?.lowercased() ?? "") + rest.joined()
    }
  }

  /// Splits at `_`, `-`, and between lowercase and uppercase; several capitals are one word (`userID`, `HTTPPort`).
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      if letter == "_" || letter == "-" {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if letter.isUppercase, let last = word.last {
        let nextIsLower = index + 1 < letters.count && letters[index + 1].isLowercase
        if !last.isUppercase || nextIsLower {
          words.append(word)
          word = ""
        }
      }
      word.append(letter)
    }
    if !word.isEmpty { words.append(word) }
    return words.isEmpty ? [name] : words
  }
}
