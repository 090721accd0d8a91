import DialModel
import DialSyntax

/// Reads `poll:`. The other endpoint and its arguments are checked when the whole service is read.
enum PollReader {
  static func read(_ node: Node, _ findings: Findings, _ comparisons: inout [Comparison]) -> PollModel? {
    // A text is the condition that ends the wait.
    if let text = node.text, !text.isEmpty { return SelectionReader.condition(node, findings, &comparisons).map { PollModel(until: $0) } }
    guard Values.mapping(node, "'poll'", findings) != nil else { return nil }
    var poll = PollModel()
    var call: (name: String, range: SourceRange)?
    var arguments: Entry?
    KeyTable.poll.read(node, findings) { entry in
      switch entry.name {
      case "until": poll.until = SelectionReader.condition(entry.value, findings, &comparisons)
      case "fail": poll.fail = SelectionReader.condition(entry.value, findings, &comparisons)
      case "every": poll.every = Values.time(entry.value, entry.name, findings)
      case "timeout": poll.timeout = Values.time(entry.value, entry.name, findings)
      case "result": poll.result = WordTable.pollResult.choice(entry.value, findings)
      case "call": call = Values.text(entry.value, "the name of an endpoint", findings).map { ($0, entry.value.range) }
      default: arguments = entry
      }
    }
    if let call {
      guard let members = arguments.map({ BodyReader.arguments($0.value, of: "poll", findings) }) ?? [] else { return nil }
      poll.check = NamedCall(endpoint: call.name, range: call.range, arguments: members)
    } else if let arguments {
      findings.error(.poll, "'args' requires 'call', the endpoint to poll", at: arguments.key.range)
    }
    return poll
  }
}

enum EventsReader {
  static func read(_ node: Node, _ findings: Findings, _ comparisons: inout [Comparison]) -> EventsModel {
    var events = EventsModel()
    KeyTable.events.read(node, findings) { entry in
      switch entry.name {
      case "each": events.each = SelectionReader.read(entry.value, findings, &comparisons)
      case "name": events.names = Values.texts(entry.value, "name", findings) ?? []
      case "until": events.until = Values.text(entry.value, "a string", findings)
      default: events.reconnect = Values.bool(entry.value, "reconnect", findings) ?? false
      }
    }
    return events
  }
}
