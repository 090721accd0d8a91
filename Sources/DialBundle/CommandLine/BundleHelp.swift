package import Dial
import DialText

/// The help text and the manual page of a bundle.
package struct BundleHelp {
  let commands: BundledCommands
  let service: ServiceModel
  /// The endpoints as a table.
  let listing: [String]
  var width = 80
  var hasColor = false
  /// The flags of calls below their headings.
  let flags: [String]
  /// The lines about exit codes.
  let exitCodes: [String]

  package init(
    _ commands: BundledCommands, _ service: ServiceModel, listing: [String], flags: [String], exitCodes: [String], width: Int = 80,
    hasColor: Bool = false
  ) {
    (self.commands, self.service, self.listing, self.flags, self.exitCodes) = (commands, service, listing, flags, exitCodes)
    (self.width, self.hasColor) = (width, hasColor)
  }

  /// The maximum number of endpoints in the help text.
  private static let maxListed = 60

  private var program: String { commands.program }
  private var title: String { TerminalText.safe(service.doc?.split(whereSeparator: \.isNewline).first.map(String.init) ?? service.name) }
  private var usage: [String] { ["\(program) ENDPOINT [ARG…] [flags]", "\(program) COMMAND …"] }

  package var overview: String {
    var lines = [title]
    lines += section("USAGE", usage)
    let isLong = listing.count > Self.maxListed
    lines += section(
      "ENDPOINTS",
      isLong ? ["\(service.endpoints.count) endpoints; to list them, run: \(program) \(commands.written("list"))"] : listing)
    lines += section("COMMANDS", items(commands.commands.map { (commands.written($0.name), commands.text($0.note)) }))
    lines += flags
    lines += section("ENVIRONMENT", items(variables))
    lines += section("EXIT CODES", exitCodes)
    lines += [""] + Wrap(width).lines("For help on an endpoint or a command, run '\(program) \(commands.written("help")) NAME'.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page of `man`.
  ///
  /// - Parameters:
  ///   - endpoints: a description of each endpoint.
  ///   - flags: the flags of calls.
  package func manual(version: String, endpoints: [(name: String, text: String)], flags: [(String, String)]) -> String {
    let name = Roff.line(program)
    var lines = [
      ".TH \(Roff.argument(program.uppercased())) 1 \"\" \(Roff.argument(version)) \(Roff.argument("User Commands"))", ".SH NAME",
      "\(name) \\- \(Roff.line(title))", ".SH SYNOPSIS",
    ]
    lines += usage.map { [".B \(Roff.line($0))"] }.joined(separator: [".br"])
    if let doc = service.doc { lines += [".SH DESCRIPTION"] + Roff.prose(TerminalText.lines(doc).split(separator: "\n").map(String.init)) }
    lines += [".SH ENDPOINTS"]
    for endpoint in endpoints {
      lines += [".SS \(Roff.argument(TerminalText.safe(endpoint.name)))"]
      lines += Roff.verbatim(endpoint.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).withoutEmptyEnd)
    }
    lines += [".SH COMMANDS"] + commands.commands.flatMap { Self.item("\(program) \(commands.written($0.name))", commands.text($0.note)) }
    lines += [".SH FLAGS OF CALLS"] + flags.flatMap { Self.item($0, commands.text($1)) }
    if !variables.isEmpty { lines += [".SH ENVIRONMENT"] + variables.flatMap(Self.item) }
    lines += [".SH EXIT STATUS"] + Roff.verbatim(exitCodes, isFirst: true)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The variables of the spec.
  private var variables: [(String, String)] {
    service.traits.variables.map { name in
      let isOptional = service.vars[name] != nil
      let kind = service.isSecret(name) ? "secret" : "value of ${\(name)}"
      return (name, kind + (isOptional ? ", optional" : ""))
    }
  }

  private static func item(_ name: String, _ note: String) -> [String] { [".TP", ".B \(Roff.line(name))"] + Roff.prose([note]) }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    if lines.isEmpty { return [] }
    return ["", TerminalText.styled(title, if: hasColor)] + lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  private func items(_ items: [(String, String)]) -> [String] {
    let longest = items.map { TerminalText.width($0.0) }.max() ?? 0
    return items.map { name, note in name + String(repeating: " ", count: longest + 2 - TerminalText.width(name)) + note }
  }
}
