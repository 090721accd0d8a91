import Dial
import DialConsole
import DialFlags

/// The root of the command line.
enum DialCommand {
  static let version = "dial \(DialVersion.number)"
  /// The date of the version, for the manual.
  static let date = "2026-11-22"

  static let about = CommandAbout(
    "Call HTTP services described by a spec, a YAML file read at run time",
    usage: """
      dial SPEC ENDPOINT [ARG…] [flags]
      dial get|post|… URL [ARG…] [flags]
      dial COMMAND …
      """,
    text: """
      SPEC is a file, '-' for standard input, or a name. NAME means NAME.yaml in $DIAL_PATH, ./specs or ~/.config/dial/specs. The file is a \
      spec of Dial, or an OpenAPI or Swagger document. A spec with 'overlay: FILE' adds to a document what it cannot say, such as pages, \
      waiting and your own variables.
      """,
    sections: [
      "EXAMPLES": """
      dial demo                                  run example calls on this machine
      dial list users.yaml                       list the endpoints
      dial describe users.yaml getUser           describe an endpoint
      dial users.yaml getUser id=7               call it
      dial get https://example.com/users q=ann   call a URL without a spec
      dial users.yaml getUser id=7 --dry-run     show the request, do not send it
      dial users.yaml listUsers --all            get all pages
      dial each users.yaml add --rows new.csv    call it once for each row
      dial wait jobs.yaml job id=7               wait until a job is done
      dial check users.yaml                      check a spec for errors
      dial search users.yaml user delete         find endpoints by words
      """,
      "EXIT CODES": """
      0 success                        6 the spec cannot be loaded
      1 any other local error          7 network error, TLS error, timeout
      2 invalid usage or arguments     8 missing or rejected credentials
      3, 4, 5 status 3xx, 4xx or 5xx   9 unusable response: decoding, limit
      10 'dial wait' timed out         11 'dial wait': the job failed
      12 'dial each': rows failed      13 'dial each': too many rows failed
      14 'dial doctor' found a problem
      """,
    ])

  /// The commands by name. Those with an underscore are not shown.
  static let commands: KeyValuePairs<String, any ShellCommand.Type> = [
    "call": CallCommand.self, "each": EachCommand.self, "wait": WaitCommand.self, "list": ListCommand.self, "search": SearchCommand.self,
    "describe": DescribeCommand.self, "docs": DocsCommand.self, "check": CheckCommand.self, "fetch": FetchCommand.self,
    "import": ImportCommand.self, "mock": MockCommand.self, "mcp": MCPCommand.self, "bundle": BundleCommand.self,
    "doctor": DoctorCommand.self, "auth": AuthCommand.self,
    "profile": ProfileCommand.self, "cache": CacheCommand.self, "demo": DemoCommand.self, "schema": SchemaCommand.self,
    "completion": CompletionCommand.self, "man": ManCommand.self, "version": VersionCommand.self, "help": HelpCommand.self,
    "__complete": CompleteCommand.self,
  ]

  static func type(_ name: String) -> (any ShellCommand.Type)? { commands.first { $0.key == name }?.value }
}

extension CommandTable {
  static var current: CommandTable { CommandTable(root: DialCommand.about, types: DialCommand.commands) }
}

struct HelpCommand: ShellCommand {
  static let about = CommandAbout("Show help for a command or an endpoint", usage: "dial help")
  static let operands = [Operand("command", rest: \Self.names)]

  var names: [String] = []

  func perform(_ console: Console, _ context: Context) async throws {
    let help = HelpText(table: .current, width: console.outIsTerminal ? console.width : 80, hasColor: console.outHasColor)
    try console.out(Array((names.first.flatMap(help.table.command).map(help.text) ?? help.overview).utf8))
  }
}

struct VersionCommand: ShellCommand {
  static let about = CommandAbout("Print the version", usage: "dial version")

  func perform(_ console: Console, _ context: Context) async throws { try console.out(Array((DialCommand.version + "\n").utf8)) }
}

struct ManCommand: ShellCommand {
  static let about = CommandAbout(
    "Print the manual page dial(1)",
    usage: "dial man",
    text: """
      A terminal shows the page with 'man'. In a pipe or a file, it is the source
      of the page.
      """,
    sections: [
      "EXAMPLES": """
      dial man                                    read the page
      dial man > ~/.local/share/man/man1/dial.1
      """
    ])

  func perform(_ console: Console, _ context: Context) async throws {
    let page = Array(ManualPage(table: .current, version: DialCommand.version, date: DialCommand.date).text.utf8)
    // Only a real terminal has a height.
    if console.outIsTerminal, console.height != nil, Pager(command: "man -l -").show(page) { return }
    try console.out(page)
  }
}

struct SchemaCommand: ShellCommand {
  static let about = CommandAbout(
    "Print the JSON Schema of specs, for editors",
    usage: "dial schema",
    text: """
      With the schema, an editor completes keys and values, explains them, and
      marks invalid ones. For rules that involve several keys, use 'dial check'.
      """,
    sections: [
      "EXAMPLES": """
      dial schema > dial.schema.json

      First line of a spec, for editors with yaml-language-server:
        # yaml-language-server: $schema=dial.schema.json

      For all specs, in the settings of VS Code with the YAML extension:
        "yaml.schemas": {"./dial.schema.json": "specs/*.yaml"}

      In IntelliJ: Settings, Languages & Frameworks, Schemas and DTDs,
      JSON Schema Mappings
      """
    ])

  func perform(_ console: Console, _ context: Context) async throws {
    try console.out(JSONWriter.bytes(SpecSchema.document, indent: 2) + Array("\n".utf8))
  }
}
