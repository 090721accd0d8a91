import DialModel
import DialSyntax

/// Reads `body:`: a JSON value whose texts may hold `{name}` and `${NAME}`.
struct BodyReader {
  let findings: Findings
  /// The key whose value is read, for warnings.
  var what = "body"
  var placeholders = Text.Placeholders.names

  /// The template of a value; `name` is that of the member it stands in.
  func read(_ node: Node, in name: String? = nil) -> BodyTemplate? {
    switch node.content {
    case .scalar(let scalar):
      let text = Text(scalar.text, range: node.range, placeholders: placeholders)
      VariableMistakes.check(scalar.text, at: node.range, findings)
      if let name { GeneratedWords.check(scalar.text, name, in: what, at: node.range, findings) }
      if text.literal == nil || scalar.text.contains("$${") { return .text(text) }
      return Values.json(node, findings).map { .literal($0) }
    case .sequence(let items):
      var parts: [BodyTemplate] = []
      for item in items {
        guard let part = read(item, in: name) else { return nil }
        parts.append(part)
      }
      return .array(parts)
    case .mapping(let entries):
      if entries.count == 1, let entry = entries.first, entry.value.text == "", entry.value.scalar?.isPlain == true {
        findings.error(
          .expectedValue, "YAML reads '{\(entry.name)}' as a mapping; write \"{\(entry.name)}\"", at: node.range,
          fixIts: [.init("quote the placeholder", range: node.range, replacement: "\"{\(entry.name)}\"")])
        return nil
      }
      var members: [(name: Text, value: BodyTemplate)] = []
      for entry in entries {
        Values.swallowed(entry, findings)
        guard let part = read(entry.value, in: entry.name) else { return nil }
        members.append((Text(entry.name, range: entry.key.range, arguments: false), part))
      }
      return .object(members)
    }
  }
}
