import Dial
import DialConsole
import DialFlags
import DialText

struct HelpText {
  let table: CommandTable
  var width = 80
  var hasColor = false

  var overview: String {
    var lines = [table.root.note]
    lines += section("USAGE", table.root.usage)
    lines += section("COMMANDS", items(table.commands.map { ($0.name, $0.about.note) }))
    lines += discussion(table.root)
    lines +=
      [""] + Wrap(width).lines("For help on a command, run 'dial help COMMAND'. For help on an endpoint, run 'dial help SPEC ENDPOINT'.")
    return lines.joined(separator: "\n") + "\n"
  }

  func text(_ command: CommandTable.Command) -> String {
    var lines = [command.about.note]
    lines += section("USAGE", command.about.usage)
    lines += discussion(command.about) + flags(command)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the flags of a command, with a heading for each of their sections.
  func flags(_ command: CommandTable.Command) -> [String] {
    let flags = command.flags.filter { $0 != .help }
    return flags.map(\.section).distinct().flatMap { title in
      section(title.map { $0.uppercased() } ?? "FLAGS", items(flags.filter { $0.section == title }.map { ($0.head, $0.text) }))
    }
  }

  private func discussion(_ about: CommandAbout) -> [String] {
    about.paragraphs.flatMap { [""] + Wrap(width).lines($0) } + about.sections.flatMap(section)
  }

  private func items(_ items: [(String, String)]) -> [String] {
    let longest = items.map { TerminalText.width($0.0) }.filter { $0 <= 24 }.max() ?? 0
    return items.flatMap { name, text -> [String] in
      let lines = Wrap(width, indent: longest + 4).lines(text)
      let blanks = String(repeating: " ", count: longest + 2)
      guard TerminalText.width(name) <= longest, let first = lines.first else { return [name] + lines.map { blanks + $0 } }
      return [name + String(repeating: " ", count: longest + 2 - TerminalText.width(name)) + first] + lines.dropFirst().map { blanks + $0 }
    }
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    if lines.isEmpty { return [] }
    return ["", TerminalText.styled(title, if: hasColor)] + lines.map { $0.isEmpty ? "" : "  " + $0 }
  }
}
