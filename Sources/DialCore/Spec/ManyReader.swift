import DialSyntax

/// Checks `paginate:` and `poll:`, which later versions act on.
struct ManyReader {
  let findings: Findings

  func paginate(_ node: Node) {
    PolicyReader(findings: findings).each(node, "paginate", keys: .paginate) { entry in
      switch entry.name {
      case "next": if entry.value.text != "link" { path(entry.value) }
      case "cursor", "total": path(entry.value)
      case "until": if entry.value.text != "empty" { path(entry.value) }
      case "step": _ = Values.integer(entry.value, "step", least: 1, findings)
      default: _ = Values.text(entry.value, "the name of an argument", findings)
      }
    }
  }

  func poll(_ node: Node) {
    PolicyReader(findings: findings).each(node, "poll", keys: .poll) { entry in
      switch entry.name {
      case "until", "fail": path(entry.value)
      case "every", "timeout": _ = Values.duration(entry.value, entry.name, findings)
      case "call": _ = Values.text(entry.value, "the name of an endpoint", findings)
      default: _ = Values.mapping(entry.value, "'args'", findings)
      }
    }
  }

  private func path(_ node: Node) {
    guard let text = Values.text(node, "a JMESPath expression", findings) else { return }
    _ = Selections.read(node, text, findings)
  }
}
