import DialModel
import DialSyntax

/// Reads `poll:`. The other endpoint and its arguments are checked when the whole service is read.
struct PollReader {
  let findings: Findings

  func read(_ node: Node) -> PollModel? {
    // A text is the condition that ends the wait.
    if let text = node.text, !text.isEmpty { return SelectionReader.condition(node, findings).map { PollModel(until: $0) } }
    guard node.mapping != nil else {
      _ = Values.mapping(node, "'poll'", findings)
      return nil
    }
    var poll = PollModel()
    var call: (name: String, range: SourceRange)?
    var arguments: Entry?
    PolicyReader(findings: findings).each(node, "poll", keys: .poll) { entry in
      switch entry.name {
      case "until": poll.until = SelectionReader.condition(entry.value, findings)
      case "fail": poll.fail = SelectionReader.condition(entry.value, findings)
      case "every": poll.every = time(entry)
      case "timeout": poll.timeout = time(entry)
      case "call": call = Values.text(entry.value, "the name of an endpoint", findings).map { ($0, entry.value.range) }
      default: arguments = entry
      }
    }
    if let call {
      guard let members = arguments.map({ members(of: $0.value) }) ?? [] else { return nil }
      poll.check = NamedCall(endpoint: call.name, range: call.range, arguments: members)
    } else if let arguments {
      findings.error(.poll, "'args' requires 'call', the endpoint to poll", at: arguments.key.range)
    }
    return poll
  }

  private func time(_ entry: Entry) -> Duration? {
    guard let duration = Values.duration(entry.value, entry.name, findings) else { return nil }
    if duration > .zero { return duration }
    findings.error(
      .duration, "'\(entry.name)' must be longer than zero, but is '\(entry.value.text ?? "")'; set a longer time, or remove the key",
      at: entry.value.range)
    return nil
  }

  /// Returns nil if they cannot be read.
  private func members(of node: Node) -> [(name: Text, value: BodyTemplate)]? {
    guard Values.mapping(node, "'args'", findings) != nil else { return nil }
    var reader = BodyReader(findings: findings)
    reader.what = "poll.args"
    reader.placeholders = .dotted
    guard case .object(let members)? = reader.read(node) else { return nil }
    return members
  }
}

struct EventsReader {
  let findings: Findings

  func read(_ node: Node) -> EventsModel {
    var events = EventsModel()
    PolicyReader(findings: findings).each(node, "events", keys: .events) { entry in
      switch entry.name {
      case "each":
        guard let text = Values.text(entry.value, "a JMESPath expression", findings) else { return }
        events.each = SelectionReader.read(entry.value, text, findings)
      case "until": events.until = Values.text(entry.value, "a string", findings)
      default: events.reconnect = Values.bool(entry.value, "reconnect", findings) ?? false
      }
    }
    return events
  }
}
