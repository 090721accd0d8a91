import Dial
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
    lines += discussion(command.about)
    let flags = command.flags.filter { $0 != .help }
    for title in flags.map(\.section).distinct() {
      lines += section(title.map { $0.uppercased() } ?? "FLAGS", items(flags.filter { $0.section == title }.map { ($0.head, $0.text) }))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func discussion(_ about: CommandAbout) -> [String] {
    let parts = HelpSections(about.discussion)
    return parts.paragraphs.flatMap { [""] + Wrap(width).lines($0) }
      + parts.sections.flatMap { section($0.title, $0.lines, indented: true) }
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

  private func section(_ title: String, _ lines: [String], indented: Bool = false) -> [String] {
    if lines.isEmpty { return [] }
    return ["", TerminalText.styled(title, if: hasColor)] + lines.map { $0.isEmpty || indented ? $0 : "  " + $0 }
  }
}

/// The discussion of a command: an introduction and sections with headings in capitals.
struct HelpSections {
  struct Section: Equatable {
    var title: String
    var lines: [String]
  }

  private(set) var introduction: [String] = []
  private(set) var sections: [Section] = []

  init(_ discussion: String) {
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if Self.isTitle(line) {
        sections.append(Section(title: String(line), lines: []))
      } else if sections.isEmpty {
        introduction.append(String(line))
      } else {
        sections[sections.count - 1].lines.append(String(line))
      }
    }
    introduction = introduction.withoutEmptyEnd
    for index in sections.indices { sections[index].lines = sections[index].lines.withoutEmptyEnd }
  }

  /// The paragraphs of the introduction, each as one line; indented lines are unchanged.
  var paragraphs: [String] {
    introduction.reduce(into: [""]) { paragraphs, line in
      let last = paragraphs[paragraphs.count - 1]
      if !last.isEmpty, line.isEmpty || line.hasPrefix(" ") || last.hasPrefix(" ") {
        paragraphs.append(line)
      } else {
        paragraphs[paragraphs.count - 1] += last.isEmpty ? line : " " + line
      }
    }.filter { !$0.isEmpty }
  }

  private static func isTitle(_ line: Substring) -> Bool {
    !line.isEmpty && line.allSatisfy { $0 == " " || $0.isUppercase } && line.first != " "
  }
}
