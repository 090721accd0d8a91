import DialSyntax

/// The help of the program or of a command, as it is read on a terminal.
struct HelpText {
  let table: CommandTable
  var width = 80
  var hasColor = false

  /// What `dial` and `dial help` say.
  var overview: String {
    let root = table.root
    var lines = [root.note]
    lines += section("USAGE", root.usage)
    lines += section("COMMANDS", items(table.names.map { ($0.name, $0.note) }))
    lines += discussion(root)
    lines += [""] + Wrap(width).lines("For help on a command, run 'dial help COMMAND'. For help on an endpoint, run 'dial help SPEC ENDPOINT'.")
    return lines.joined(separator: "\n") + "\n"
  }

  func text(_ command: CommandTable.Command) -> String {
    var lines = [command.note]
    lines += section("USAGE", command.usage)
    lines += discussion(command)
    var titles: [String?] = []
    for flag in command.flags where !titles.contains(flag.section) && !Self.isCommon(flag) { titles.append(flag.section) }
    for title in titles {
      let flags = command.flags.filter { $0.section == title && !Self.isCommon($0) }
      lines += section(title.map { $0.uppercased() } ?? "FLAGS", items(flags.map { ($0.head, $0.text) }))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What every command has.
  private static func isCommon(_ flag: CommandTable.Flag) -> Bool { flag.names == ["--version"] || flag.names.contains("--help") }

  private func discussion(_ command: CommandTable.Command) -> [String] {
    let parts = HelpSections(command.discussion)
    return parts.paragraphs.flatMap { [""] + Wrap(width).lines($0) }
      + parts.sections.flatMap { section($0.title, $0.lines, indented: true) }
  }

  /// Names with a text behind each, or below it where the name is long.
  private func items(_ items: [(String, String)]) -> [String] {
    let longest = items.map { TerminalText.width($0.0) }.filter { $0 <= 24 }.max() ?? 0
    return items.flatMap { name, text -> [String] in
      let lines = Wrap(width, indent: longest + 4).lines(text)
      let blanks = String(repeating: " ", count: longest + 2)
      guard TerminalText.width(name) <= longest, let first = lines.first else { return [name] + lines.map { blanks + $0 } }
      return [name + String(repeating: " ", count: longest + 2 - TerminalText.width(name)) + first] + lines.dropFirst().map { blanks + $0 }
    }
  }

  private func section(_ title: String, _ lines: [String], indented: Bool = false) -> [String] {
    if lines.isEmpty { return [] }
    return ["", hasColor ? "\u{1B}[1m\(title)\u{1B}[0m" : title] + lines.map { $0.isEmpty || indented ? $0 : "  " + $0 }
  }
}
