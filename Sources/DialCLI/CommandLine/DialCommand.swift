import ArgumentParser
import DialModel

/// The root of the command line.
struct DialCommand: ParsableCommand {
  static let version = "dial \(DialVersion.number)"
  /// The date of the version, for the manual.
  static let date = "2026-11-22"

  static let configuration = CommandConfiguration(
    commandName: "dial",
    abstract: "Calls HTTP services by a spec: one YAML file, read at run time.",
    usage: """
      dial SPEC ENDPOINT [ARG…] [flags]
      dial COMMAND …
      """,
    discussion: """
      SPEC is a file, '-' for standard input, or a name: NAME.yaml in $DIAL_PATH, ./specs or ~/.config/dial/specs.

      EXAMPLES
        dial demo                                  see it work, without network
        dial list users.yaml                       what the service offers
        dial describe users.yaml getUser           one endpoint, with an example
        dial users.yaml getUser id=7               call it
        dial users.yaml getUser id=7 --dry-run     what would be sent
        dial users.yaml listUsers --all            all pages
        dial wait jobs.yaml job id=7               until it is done
        dial check users.yaml                      every finding in a spec
        dial search users.yaml user delete         endpoints that have these words

      EXIT CODES
        0 done                           6 the spec cannot be loaded
        1 another local failure          7 network, TLS, timeout
        2 usage, arguments: not sent     8 credentials or a variable missing
        3 4 5 the status refused: 3xx…   9 the reply: decoding, selection, limit
        10 a wait took too long          11 what was waited for has failed
      """,
    version: version,
    subcommands: [
      CallCommand.self, WaitCommand.self, ListCommand.self, SearchCommand.self, DescribeCommand.self, CheckCommand.self,
      MockCommand.self, AuthCommand.self, ProfileCommand.self, CacheCommand.self, DemoCommand.self, SchemaCommand.self,
      CompletionCommand.self, ManCommand.self, VersionCommand.self,
      CompleteCommand.self,
    ])
}

/// `dial version`
struct VersionCommand: ShellCommand {
  static let configuration = CommandConfiguration(commandName: "version", abstract: "Prints the version.")

  func perform(_ console: Console, _ context: Context) async throws {
    try console.out(Array((DialCommand.version + "\n").utf8))
  }
}

extension CommandTable {
  /// The commands of this program.
  static let current = made()

  private static func made() -> CommandTable {
    let configuration = DialCommand.configuration
    let root = Command(
      name: "dial", note: configuration.abstract, flags: [], discussion: configuration.discussion, usage: lines(configuration.usage))
    var names: [Word] = []
    for command in configuration.subcommands where command.configuration.shouldDisplay {
      names.append(Word(name: command.configuration.commandName ?? "", note: command.configuration.abstract))
    }
    return CommandTable(root: root, names: names + [help]) { told($0) }
  }

  private static let help = Word(name: "help", note: "Tells about a command, or about an endpoint of a spec.")

  private static func told(_ name: String) -> Command? {
    if name == help.name { return Command(name: name, note: help.note, flags: [], usage: ["dial help"]) }
    guard let command = DialCommand.command(name), var told = CommandTable.command(dump: command._dumpHelp()) else { return nil }
    told.usage = lines(command.configuration.usage ?? "dial \(name)")
    return told
  }

  private static func lines(_ usage: String?) -> [String] { (usage ?? "").split(separator: "\n").map(String.init) }
}

extension DialCommand {
  /// Returns the command with a name, including hidden ones.
  static func command(_ name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }
}

/// `dial man`
struct ManCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Prints the manual page dial(1), which 'make install' installs.",
    usage: "dial man",
    discussion: """
      EXAMPLES
        dial man > ~/.local/share/man/man1/dial.1
        dial man | man -l -                         read it at once
      """)

  func perform(_ console: Console, _ context: Context) async throws {
    let page = ManualPage(table: .current, version: DialCommand.version, date: DialCommand.date)
    try console.out(Array(page.text.utf8))
  }
}
