import DialModel

/// Makes names of the language from those of other formats, each of them once: `reposListForOrg` from `repos/list-for-org`.
package struct NameMaker {
  private var taken: Set<String>

  package init(taken: Set<String> = []) { self.taken = taken }

  /// Returns a valid name, with a number behind it if it is taken.
  ///
  /// - Parameter fallback: the name of a text without letters and digits.
  package mutating func name(_ written: String, fallback: String) -> String {
    let made = Self.made(written, fallback: fallback)
    var (unique, number) = (made, 2)
    while !taken.insert(unique).inserted { (unique, number) = ("\(made)\(number)", number + 1) }
    return unique
  }

  /// Returns a valid name for each of several. Those that are valid already keep themselves, wherever they stand.
  package mutating func names(_ written: [String], fallback: String) -> [String] {
    let kept = Set(written.filter { Self.made($0, fallback: fallback) == $0 }).subtracting(taken)
    var waiting = kept
    taken.formUnion(kept)
    return written.map { waiting.remove($0) ?? name($0, fallback: fallback) }
  }

  /// Returns a name as it is if it is valid, otherwise its words in camel case.
  package static func made(_ written: String, fallback: String) -> String {
    // Keys that begin with `x-` are not read.
    if Name.isValid(written), !written.hasPrefix("x-") { return written }
    let words = written.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.map { String($0) }
    let name = words.enumerated().map { $0 == 0 ? $1 : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    if Name.isValid(name) { return name }
    return Name.isValid("_" + name) && !name.isEmpty ? "_" + name : fallback
  }
}
