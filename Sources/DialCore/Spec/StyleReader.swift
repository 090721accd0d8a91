import DialSyntax

/// Reads `style:` of a service, a group, an endpoint or a parameter.
struct StyleReader {
  let findings: Findings

  func read(_ node: Node) -> Style {
    var style = Style()
    let policies = PolicyReader(findings: findings)
    policies.each(node, "style", keys: ["arrays", "objects", "nesting", "bools", "dates", "keys"]) { entry in
      switch entry.name {
      case "arrays": style.arrays = choice(entry)
      case "objects": style.objects = choice(entry)
      case "nesting": style.nesting = choice(entry)
      case "bools": style.bools = choice(entry)
      case "dates": style.dates = choice(entry)
      default: style.keys = choice(entry)
      }
    }
    return style
  }

  private func choice<Word: RawRepresentable & CaseIterable>(_ entry: Entry) -> Word? where Word.RawValue == String {
    PolicyReader(findings: findings).word(entry.value, entry.name, among: Word.allCases.map(\.rawValue)).flatMap(Word.init)
  }
}
