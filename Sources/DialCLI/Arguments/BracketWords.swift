import DialModel

/// Words that name a list as PHP and many forms do, `labels[]=a labels[]=b`: Dial writes the name alone, once for each item.
struct BracketWords {
  private let words: [String]
  private let model: EndpointModel

  init(_ words: [String], _ model: EndpointModel) {
    self.words = words.filter { Self.name($0) != nil }
    self.model = model
  }

  /// The names, each once and in their order.
  var names: [String] {
    var seen: Set<String> = []
    return words.compactMap(Self.name).filter { seen.insert($0).inserted }
  }

  func contains(_ word: String) -> Bool { words.contains(word) }

  /// How all words of a name are written.
  func fault(of name: String) -> String {
    let parameter = model.parameters.first { $0.name == name } ?? model.parameters.first { $0.wire == name + "[]" }
    let isSecret = parameter?.isSecret ?? SecretNames.contains(name)
    let written = words.filter { Self.name($0) == name }.map { word in
      let rest = word.dropFirst(name.count + 2)
      let mark = rest.prefix { "=:@".contains($0) }
      return ShellWord.quoted((parameter?.name ?? name) + (isSecret ? mark + "…" : rest))
    }
    return "an argument name cannot end with '[]'; to pass a list, write: \(written.joined(separator: " "))"
  }

  private static func name(_ word: String) -> String? {
    guard let mark = word.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return nil }
    var name = word[..<mark]
    if name.hasSuffix(":") { name = name.dropLast() }
    return name.hasSuffix("[]") && name.count > 2 ? String(name.dropLast(2)) : nil
  }
}
