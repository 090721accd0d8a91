import DialModel
import DialSyntax

/// Reads `style:` of a service, a group, an endpoint or a parameter.
struct StyleReader {
  let findings: Findings

  func read(_ node: Node) -> Style {
    var style = Style()
    let policies = PolicyReader(findings: findings)
    policies.each(node, "style", keys: .style) { entry in
      switch entry.name {
      case "arrays": style.arrays = choice(entry, .arrays)
      case "objects": style.objects = choice(entry, .objects)
      case "nesting": style.nesting = choice(entry, .nesting)
      case "bools": style.bools = choice(entry, .bools)
      case "dates": style.dates = choice(entry, .dates)
      case "data": style.data = choice(entry, .data)
      default: style.keys = choice(entry, .keys)
      }
    }
    return style
  }

  private func choice<Word: RawRepresentable>(_ entry: Entry, _ words: WordTable) -> Word? where Word.RawValue == String {
    PolicyReader(findings: findings).word(entry.value, entry.name, among: words).flatMap(Word.init)
  }
}
