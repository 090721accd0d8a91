import Dial
import DialConsole
import DialText

/// The manual page dial(1) in the macros of man(7), generated from the same definitions as the help.
struct ManualPage {
  let table: CommandTable
  let version: String
  /// The date of the version, so that the page is reproducible.
  let date: String

  var text: String {
    let root = table.root
    var lines = [
      ".TH DIAL 1 \"\(date)\" \(Roff.argument(version)) \(Roff.argument("User Commands"))", ".SH NAME",
      "dial \\- \(Roff.line(Self.sentence(root.note)))", ".SH SYNOPSIS",
    ]
    lines += root.usage.map { [".B \(Roff.line($0))"] }.joined(separator: [".br"])
    lines += [".SH DESCRIPTION"] + Self.prose(root.paragraphs)
    lines += [".SH COMMANDS"] + table.commands.flatMap(command)
    // Manual pages have another name for the codes.
    for section in root.sections {
      lines += [".SH \(section.title.replacing("EXIT CODES", with: "EXIT STATUS"))"] + Roff.verbatim(section.lines, isFirst: true)
    }
    lines += [".SH ENVIRONMENT"] + Self.environment.flatMap(Self.item)
    lines += [".SH FILES"] + Self.files.flatMap(Self.item)
    lines += [".SH SEE ALSO", ".BR curl (1),", ".BR jq (1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private func command(_ command: CommandTable.Command) -> [String] {
    let about = command.about
    var lines = [".SS \(Roff.argument("dial \(command.name)"))", Roff.line(about.note)]
    lines += Roff.verbatim(about.usage)
    if !about.paragraphs.isEmpty { lines += [".PP"] + Self.prose(about.paragraphs) }
    for section in about.sections { lines += [".PP", Roff.line(section.title.capitalized + ":")] + Roff.verbatim(section.lines) }
    return lines + command.flags.flatMap { Self.item(($0.head, $0.text)) }
  }

  private static func prose(_ paragraphs: [String]) -> [String] { Array(paragraphs.map { Roff.prose([$0]) }.joined(separator: [".PP"])) }

  private static func item(_ item: (String, String)) -> [String] { [".TP", ".B \(Roff.line(item.0))"] + Roff.prose([item.1]) }

  private static func sentence(_ text: String) -> String {
    let text = text.hasSuffix(".") ? String(text.dropLast()) : text
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static let environment = [
    ("DIAL_PATH", "Folders to search for specs by name, separated by colons. They are searched before ./specs."),
    ("DIAL_PROFILE", "Profile for specs from files, unless -p is used."),
    ("NO_COLOR", "If set, output has no colors unless --color always is used."),
    ("TERM", "If set to dumb, output has no colors."),
    ("COLUMNS", "Width of lines if the terminal does not report it, and of tables in a pipe."),
    ("PAGER", "Program that shows tables longer than the terminal."),
    (
      "http_proxy, https_proxy, all_proxy, no_proxy",
      "Proxies, unless --proxy is used. Except for http_proxy, the names can also be in capitals."
    ),
    ("XDG_CACHE_HOME", "Folder of dial/, which contains cached responses and compiled specs (default: ~/.cache)."),
    ("Variables of specs", "Values of ${NAME} in credentials, headers and query items of a spec; elsewhere only with --env or --trust."),
  ]

  private static let files = [
    ("./specs/NAME.yaml", "Spec that can be called as NAME in this folder."),
    ("~/.config/dial/specs/NAME.yaml", "Spec that can be called as NAME in any folder."),
    ("~/.config/dial/profiles.yaml", "Profiles of 'dial profile'."),
    ("~/.local/share/dial/tokens.json", "Tokens of 'dial auth login'."),
  ]
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
