import Dial

/// What an endpoint returns, as in a spec, followed by the named types in it.
struct ResultText {
  /// The size of the types that are listed.
  private static let limit = 3000

  let text: String

  init(_ model: EndpointModel, types: TypeTable) {
    let shape: Shape?
    let head: String
    switch model.result {
    case .inferred:
      // Documents say what a response holds, by status and media type.
      shape = model.responses.all.first { $0.status.hasPrefix("2") }?.contents.first?.shape
      head = shape?.spelling ?? "as the service returns it"
    case .shape(let declared): (head, shape) = (declared.spelling, declared)
    case .void: (head, shape) = ("nothing", nil)
    case .text: (head, shape) = ("text", nil)
    case .bytes: (head, shape) = ("bytes", nil)
    case .headers: (head, shape) = ("the headers of the response", nil)
    case .events(let element), .lines(let element): (head, shape) = ("a stream of \(element?.spelling ?? "JSON")", element)
    }
    var (lines, waiting, seen, size) = ([head], shape?.names ?? [], Set<String>(), head.utf8.count)
    while !waiting.isEmpty {
      let name = waiting.removeFirst()
      guard seen.insert(name).inserted, let type = types[name] else { continue }
      let line = "\(name): \(type.spelling)"
      size += line.utf8.count
      guard size < Self.limit else {
        lines.append("…")
        break
      }
      lines.append(line)
      waiting += type.names
    }
    text = TerminalText.safe(lines.joined(separator: "\n"), keepingLines: true)
  }
}
