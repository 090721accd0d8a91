import DialCore
import DialJSON
import DialSyntax

/// The description of an endpoint as it is read on a terminal.
struct DescriptionText {
  var hasColor = false
  var width: Int?

  func text(_ description: EndpointDescription) -> String {
    let endpoint = description.endpoint
    let encoding = endpoint.hasBody && endpoint.encoding != .json ? " \(endpoint.encoding.word)" : ""
    var lines = [bold("\(endpoint.name)") + "  \(ListCommand.method(endpoint))\(encoding) \(TerminalText.safe(endpoint.target.text))"]
    if let doc = endpoint.doc { lines += ["", TerminalText.lines(doc)] }
    lines += section("arguments", arguments(description))
    lines += section("result", [description.result] + (description.failure.map { ["refused: \($0)"] } ?? []))
    lines += section("types", description.types.map { "\($0.name)  \($0.shape)" })
    lines += section("needs", needs(description))
    var examples = [description.example]
    if endpoint.mock != nil { examples.append(description.example + " --mock") }
    lines += section(examples.count > 1 ? "examples" : "example", examples)
    return lines.joined(separator: "\n") + "\n"
  }

  private func arguments(_ description: EndpointDescription) -> [String] {
    let rows = description.arguments.map { argument -> [JSON] in
      var place = argument.place
      if argument.wire != argument.name, !argument.wire.isEmpty, argument.place != Place.body.words { place += " '\(argument.wire)'" }
      return [argument.name + argument.mark, place, argument.type, Self.presence(argument), Self.words(argument)].map { .string($0) }
    }
    var lines = Table(width: width.map { $0 - 2 }).text(Grid(rows: rows)).split(separator: "\n").map(String.init)
    if description.endpoint.isOpen {
      let place = description.endpoint.hasBody ? "the body" : "the query"
      lines.append("… any other argument goes to \(place)")
    } else if lines.isEmpty {
      lines = ["none"]
    }
    return lines
  }

  private static func presence(_ argument: EndpointDescription.Argument) -> String {
    if argument.isRequired { return "required" }
    return argument.standard.map { "default \($0)" } ?? "optional"
  }

  private static func words(_ argument: EndpointDescription.Argument) -> String {
    var parts = argument.doc.map { [$0] } ?? []
    if !argument.values.isEmpty { parts.append("one of \(argument.values.joined(separator: ", "))") }
    if argument.isSecret { parts.append("secret") }
    return parts.joined(separator: "; ")
  }

  private func needs(_ description: EndpointDescription) -> [String] {
    var lines = description.auth.map { ["auth: \($0)"] } ?? []
    lines += description.variables.ofFields.map { "\($0): in the environment, or --var \($0)=…" }
    lines += description.variables.ofStructure.map { "\($0): --var \($0)=…, or --env \($0) to read it from the environment" }
    return lines
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", bold(title)] + lines.map { "  " + $0 }
  }

  private func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
