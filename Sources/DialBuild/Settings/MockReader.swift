import DialJSON
import DialMessage
import DialModel
import DialSyntax

struct MockReader {
  let findings: Findings
  let paths: SpecPaths
  /// The status of mocks that do not declare one.
  var status = 200

  func read(_ node: Node) -> MockModel? {
    if let items = node.sequence {
      guard !items.isEmpty else { return findings.fail(.mock, "the list of mocks is empty; add at least one mock", at: node.range) }
      return MockModel(answers: items.compactMap(answer), range: node.range)
    }
    return answer(node).map { MockModel(answers: [$0], range: node.range) }
  }

  private func answer(_ node: Node) -> MockModel.Answer? {
    guard node.mapping != nil else {
      return findings.fail(.mock, "a mock must be a mapping such as {status: 200, json: {id: 1}}", at: node.range)
    }
    var answer = MockModel.Answer(range: node.range)
    answer.status = status
    var bodies: [String] = []
    KeyTable.mock.read(node, findings) { entry in
      if ["json", "text", "file", "events", "error"].contains(entry.name) { bodies.append(entry.name) }
      read(entry, into: &answer)
    }
    if bodies.count > 1 {
      findings.error(.mock, "a mock can have only one of \(bodies.map { "'\($0)'" }.joined(separator: ", "))", at: node.range)
    }
    return answer
  }

  private func read(_ entry: Entry, into answer: inout MockModel.Answer) {
    let node = entry.value
    switch entry.name {
    case "status":
      guard let status = Values.integer(node, "status", minimum: 100, findings) else { return }
      if status > 599 { findings.error(.mock, "'\(status)' is not a valid status; use a number from 100 to 599", at: node.range) }
      answer.status = status
    case "headers": headers(node, into: &answer)
    case "json": if let json = Values.json(node, findings) { answer.body = .json(json) }
    case "text": if let text = Values.prose(node, findings) { answer.body = .text(text) }
    case "file":
      if let path = Paths.inside(node, "mock.file", findings) {
        let whole = paths.path(path, in: node.range.file)
        answer.body = .file(whole)
        if let folder = paths.folder, case .failure(let fault) = File("\(folder)/\(whole)").measure() {
          findings.warning(.fileUnreadable, "cannot read the mock file '\(path)': \(fault.reason)", at: node.range)
        }
      }
    case "error": answer.error = WordTable.mockError.word(node, findings)
    case "delay": answer.delay = Values.duration(node, "delay", findings)
    default: if let items = Values.sequence(node, "'events'", findings) { answer.body = .events(items.compactMap(event)) }
    }
  }

  private func headers(_ node: Node, into answer: inout MockModel.Answer) {
    for entry in Values.mapping(node, "'headers'", findings) ?? [] {
      guard HeaderRules.isToken(entry.name) else {
        findings.error(.headerName, "'\(entry.name)' is not a valid header name; use \(HeaderRules.tokenRule)", at: entry.key.range)
        continue
      }
      for item in entry.value.sequence ?? [entry.value] {
        guard let text = Values.text(item, "a string for the header '\(entry.name)'", findings) else { continue }
        answer.headers.append((entry.name, Text(text, range: item.range, arguments: false)))
      }
    }
  }

  private static let keys: Set = ["event", "data", "id", "retry"]

  /// Reads a mapping with `data` and only keys of an event as an event; anything else is its data.
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
    return findings.fail(.mock, "the '\(entry.name)' of an event must be on one line", at: entry.value.range)
  }
}
