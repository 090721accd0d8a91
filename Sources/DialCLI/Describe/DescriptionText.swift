import DialEngine
import DialModel
import DialSpec
import DialSyntax

/// The description of an endpoint as it is read on a terminal.
struct DescriptionText {
  var hasColor = false
  var width: Int?

  func text(_ description: EndpointDescription) -> String {
    let endpoint = description.endpoint
    let encoding = endpoint.hasBody && endpoint.encoding != .json ? " \(endpoint.encoding.word)" : ""
    var lines = [bold("\(endpoint.name)") + "  \(ListCommand.method(endpoint))\(encoding) \(TerminalText.safe(endpoint.target.text))"]
    if let doc = endpoint.doc { lines += [""] + Wrap(width).lines(doc) }
    if let feature = endpoint.unsupported { lines += ["", bold("not supported yet:") + " a call requires \(feature)"] }
    if let codec = endpoint.codec {
      lines += ["", bold("Swift only:") + " a call requires the codec '\(codec)', which a Swift program registers"]
    }
    lines += section("arguments", arguments(description))
    lines += section("returns", Wrap(width, indent: 2).lines(description.result))
    let many = PagingText(endpoint: endpoint)
    lines += section("pages", many.pages.map { Wrap(width, indent: 2).lines($0) } ?? [])
    lines += section("waits", many.waits.map { Wrap(width, indent: 2).lines($0) } ?? [])
    lines += section("errors", errors(description))
    lines += section("types", TypeLines(width: width).lines(description.types))
    lines += section("request", description.request.lines.map { TerminalText.safe($0) }.flatMap(Wrap(width, indent: 2).lines))
    lines += section("needs", needs(description).flatMap(Wrap(width, indent: 2).lines))
    var examples = [description.example]
    if endpoint.mock != nil, endpoint.unsupported == nil, endpoint.codec == nil { examples.append(description.example + " --mock") }
    lines += section(examples.count > 1 ? "examples" : "example", examples)
    return lines.joined(separator: "\n") + "\n"
  }

  private func arguments(_ description: EndpointDescription) -> [String] {
    var lines = ArgumentLines(width: width.map { $0 - 2 }).lines(description.arguments)
    if description.endpoint.isOpen {
      let place = description.endpoint.hasBody ? "the body" : "the query"
      lines.append("… any other argument is sent in \(place)")
    } else if lines.isEmpty {
      lines = ["none"]
    }
    return lines
  }

  private func errors(_ description: EndpointDescription) -> [String] {
    guard let failure = description.failure else { return [] }
    return Wrap(width, indent: 2).lines("\(failure) for an error status: exit code 3, 4 or 5 for 3xx, 4xx or 5xx")
  }

  private func needs(_ description: EndpointDescription) -> [String] {
    var lines = description.auth.map { ["auth: \($0)"] } ?? []
    lines += description.variables.ofFields.map { "\($0): set it in the environment, or pass --var \($0)=…" }
    lines += description.variables.ofStructure.map { "\($0): pass --var \($0)=…, or --env \($0) to read it from the environment" }
    return lines
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", bold(title)] + lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  private func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}

/// The description of a whole spec: what it is, and its endpoints.
struct ServiceText {
  var hasColor = false
  var width: Int?

  func text(_ spec: Spec, named word: String) -> String {
    let service = spec.service
    var lines = [bold(TerminalText.safe(service.name))]
    if let doc = service.doc { lines += Wrap(width).lines(doc) }
    lines += ["", bold("endpoints")]
    lines += EndpointListing(width: width.map { $0 - 2 }).text(Array(service.endpoints)).split(separator: "\n").map { "  " + $0 }
    if !service.types.names.isEmpty {
      lines +=
        ["", bold("types")]
        + TypeLines(width: width).lines(service.types.names.map { ($0, service.types.shapes[$0]?.spelling ?? "") }).map { "  " + $0 }
    }
    if let first = service.endpoints.first { lines += ["", bold("next"), "  dial describe \(ShellWord.quoted(word)) \(first.name)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
