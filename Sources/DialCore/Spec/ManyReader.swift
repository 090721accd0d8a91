import DialSyntax

/// Checks `events:`, which later versions act on.
struct ManyReader {
  let findings: Findings

  func events(_ node: Node) {
    PolicyReader(findings: findings).each(node, "events", keys: .events) { entry in
      switch entry.name {
      case "each": path(entry.value)
      case "until": _ = Values.text(entry.value, "a text", findings)
      default: _ = Values.bool(entry.value, "reconnect", findings)
      }
    }
  }

  private func path(_ node: Node) {
    guard let text = Values.text(node, "a JMESPath expression", findings) else { return }
    _ = Selections.read(node, text, findings)
  }
}
