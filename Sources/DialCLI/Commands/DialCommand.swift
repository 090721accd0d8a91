import ArgumentParser

/// The root of the command line.
struct DialCommand: ParsableCommand {
  static let version = "dial 0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "dial",
    abstract: "Calls HTTP services by a spec: one YAML file, read at run time.",
    usage: """
      dial SPEC ENDPOINT [ARG…] [flags]
      dial <command> …
      """,
    discussion: """
      SPEC is a file, '-' for standard input, or a name: NAME.yaml in $DIAL_PATH, ./specs or ~/.config/dial/specs.

      EXAMPLES
        dial demo                                  see it work, without network
        dial list users.yaml                       what the service offers
        dial describe users.yaml getUser           one endpoint, with an example
        dial users.yaml getUser id=7               call it
        dial users.yaml getUser id=7 --dry-run     what would be sent
        dial check users.yaml                      every finding in a spec
        dial search users.yaml user delete         endpoints that have these words

      EXIT CODES
        0 done                           6 the spec cannot be loaded
        1 another local failure          7 network, TLS, timeout
        2 usage, arguments: not sent     8 credentials or a variable missing
        3 4 5 the status refused: 3xx…   9 the reply: decoding, selection, limit
      """,
    version: version,
    subcommands: [
      CallCommand.self, ListCommand.self, SearchCommand.self, DescribeCommand.self, CheckCommand.self, DemoCommand.self,
      SchemaCommand.self, CompletionCommand.self, VersionCommand.self, CompleteCommand.self,
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
  static var current: CommandTable { CommandTable(DialCommand._dumpHelp()) }
}
