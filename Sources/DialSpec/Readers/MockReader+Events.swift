import DialJSON
import DialModel
import DialSyntax

extension MockReader {
  private static let keys: Set = ["event", "data", "id", "retry"]

  /// A mapping with `data`, and with no other keys than those of an event, is one; anything else is data by itself.
  func event(_ node: Node) -> MockModel.Event? {
    guard let item = Values.json(node, findings) else { return nil }
    var event = MockModel.Event(item: item, data: item)
    guard let entries = node.mapping, entries.contains(where: { $0.name == "data" }), entries.allSatisfy({ Self.keys.contains($0.name) })
    else { return event }
    event.data = item[member: "data"]
    for entry in entries {
      switch entry.name {
      case "event": event.name = line(entry)
      case "id": event.id = line(entry)
      case "retry": event.retry = Values.integer(entry.value, "retry", findings)
      default: break
      }
    }
    return event
  }

  private func line(_ entry: Entry) -> String? {
    guard let text = Values.text(entry.value, "a string for '\(entry.name)'", findings) else { return nil }
    if !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return text }
    findings.error(.mock, "the '\(entry.name)' of an event must be on one line", at: entry.value.range)
    return nil
  }
}
