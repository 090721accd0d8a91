import ArgumentParser

/// The root of the command line.
struct DialCommand: ParsableCommand {
  static let version = "dial 0.1.0"
  /// The day of the version, for the manual.
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
      MockCommand.self, CacheCommand.self, DemoCommand.self, SchemaCommand.self, CompletionCommand.self, ManCommand.self,
      VersionCommand.self,
      CompleteCommand.self,
    ] + LaterCommands.all)
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
  static var current: CommandTable {
    var table = CommandTable(DialCommand._dumpHelp())
    table.root.usage = lines(DialCommand.configuration.usage)
    for index in table.commands.indices {
      let command = DialCommand.configuration.subcommands.first { $0.configuration.commandName == table.commands[index].name }
      if table.commands[index].name == "help" { table.commands[index].note = "Tells about a command, or about an endpoint of a spec." }
      table.commands[index].usage = lines(command?.configuration.usage ?? "dial \(table.commands[index].name)")
    }
    return table
  }

  private static func lines(_ usage: String?) -> [String] { (usage ?? "").split(separator: "\n").map(String.init) }
}
