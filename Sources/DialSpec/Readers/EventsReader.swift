import DialModel
import DialSyntax

/// Reads `events:`.
struct EventsReader {
  let findings: Findings

  func read(_ node: Node) -> EventsModel {
    var events = EventsModel()
    PolicyReader(findings: findings).each(node, "events", keys: .events) { entry in
      switch entry.name {
      case "each":
        guard let text = Values.text(entry.value, "a JMESPath expression", findings) else { return }
        events.each = Selections.read(entry.value, text, findings)
      case "until": events.until = Values.text(entry.value, "a string", findings)
      default: events.reconnect = Values.bool(entry.value, "reconnect", findings) ?? false
      }
    }
    return events
  }
}
