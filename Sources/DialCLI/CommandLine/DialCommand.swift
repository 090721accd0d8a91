import ArgumentParser
import Dial
import Synchronization

/// The root of the command line.
struct DialCommand: ParsableCommand {
  static let version = "dial \(DialVersion.number)"
  /// The date of the version, for the manual.
  static let date = "2026-11-22"

  static let configuration = CommandConfiguration(
    commandName: "dial",
    abstract: "Call HTTP services described by a spec, a YAML file read at run time",
    usage: """
      dial SPEC ENDPOINT [ARG…] [flags]
      dial COMMAND …
      """,
    discussion: """
      SPEC is a file, '-' for standard input, or a name. NAME means NAME.yaml in $DIAL_PATH, ./specs or ~/.config/dial/specs.

      EXAMPLES
        dial demo                                  run example calls on this machine
        dial list users.yaml                       list the endpoints
        dial describe users.yaml getUser           describe an endpoint
        dial users.yaml getUser id=7               call it
        dial users.yaml getUser id=7 --dry-run     show the request, do not send it
        dial users.yaml listUsers --all            get all pages
        dial wait jobs.yaml job id=7               wait until a job is done
        dial check users.yaml                      check a spec for errors
        dial search users.yaml user delete         find endpoints by words

      EXIT CODES
        0 success                        6 the spec cannot be loaded
        1 any other local error          7 network error, TLS error, timeout
        2 invalid usage or arguments     8 missing or rejected credentials
        3, 4, 5 status 3xx, 4xx or 5xx   9 unusable response: decoding, limit
        10 'dial wait' timed out         11 'dial wait': the job failed
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
  static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version")

  func perform(_ console: Console, _ context: Context) async throws {
    try console.out(Array((DialCommand.version + "\n").utf8))
  }
}

extension CommandTable {
  static let current = made()

  private static func made() -> CommandTable {
    let configuration = DialCommand.configuration
    let root = Command(
      name: "dial", note: configuration.abstract, flags: [], discussion: configuration.discussion, usage: lines(configuration.usage))
    var names: [Word] = []
    for command in configuration.subcommands where command.configuration.shouldDisplay {
      names.append(Word(name: command.configuration.commandName ?? "", note: command.configuration.abstract))
    }
    return CommandTable(root: root, names: names + [help]) { name in
      described.withLock { described in
        if described[name] == nil { described[name] = told(name) }
        return described[name]
      }
    }
  }

  private static let help = Word(name: "help", note: "Show help for a command or an endpoint")

  private static let described = Mutex<[String: Command]>([:])

  private static func told(_ name: String) -> Command? {
    if name == help.name { return Command(name: name, note: help.note, flags: [], usage: ["dial help"]) }
    guard let command = DialCommand.command(name), var told = CommandTable.command(dump: command._dumpHelp()) else { return nil }
    told.usage = lines(command.configuration.usage ?? "dial \(name)")
    return told
  }

  private static func lines(_ usage: String?) -> [String] { (usage ?? "").split(separator: "\n").map(String.init) }
}

extension DialCommand {
  static func command(_ name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }
}

/// `dial man`
struct ManCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Print the manual page dial(1)",
    usage: "dial man",
    discussion: """
      EXAMPLES
        dial man > ~/.local/share/man/man1/dial.1
        dial man | man -l -                         read the page
      """)

  func perform(_ console: Console, _ context: Context) async throws {
    let page = ManualPage(table: .current, version: DialCommand.version, date: DialCommand.date)
    try console.out(Array(page.text.utf8))
  }
}

/// `dial schema`
struct SchemaCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of specs, for editors",
    usage: "dial schema",
    discussion: """
      With the schema, an editor completes keys and values, explains them, and
      marks invalid ones. For rules that involve several keys, use 'dial check'.

      EXAMPLES
        dial schema > dial.schema.json

        First line of a spec, for editors with yaml-language-server:
          # yaml-language-server: $schema=dial.schema.json

        For all specs, in the settings of VS Code with the YAML extension:
          "yaml.schemas": {"./dial.schema.json": "specs/*.yaml"}

        In IntelliJ: Settings, Languages & Frameworks, Schemas and DTDs,
        JSON Schema Mappings
      """)

  func perform(_ console: Console, _ context: Context) async throws {
    try console.out(JSONWriter.bytes(SpecSchema.document, indent: 2) + Array("\n".utf8))
  }
}
