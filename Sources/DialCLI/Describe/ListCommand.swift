import ArgumentParser
import DialJSON
import DialModel
import DialSpec

/// `dial list SPEC`
struct ListCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the endpoints of a spec",
    usage: "dial list SPEC [-o FORMAT]",
    discussion: """
      EXAMPLES
        dial list users.yaml
        dial list users.yaml -o json
      """)

  @Argument(help: "file, '-' for standard input, or name of a spec")
  var spec: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], help: ArgumentHelp("format of the output", valueName: "format"))
  var output: OutputFormat?

  @OptionGroup(title: "Behaviour") var shared: SharedFlags

  var color: Console.Color? { shared.color }

  func perform(_ console: Console, _ context: Context) async throws {
    let spec = try SpecFinder(context: context).load(spec)
    try Self.write(Array(spec.service.endpoints), output, console)
  }

  /// Endpoints, a row each.
  static func write(_ endpoints: [EndpointModel], _ output: OutputFormat?, _ console: Console) throws {
    if let output {
      return try Printer(console: console, format: output).write(.json(.array(endpoints.map(Self.json))))
    }
    let text = EndpointListing(width: console.outIsTerminal ? console.width : nil).text(endpoints)
    try console.out(Array(text.utf8))
  }

  static func method(_ endpoint: EndpointModel) -> String { endpoint.isSocket ? "WS" : endpoint.method }

  private static func json(_ endpoint: EndpointModel) -> JSON {
    .object([
      ("name", .string(endpoint.name)), ("method", .string(method(endpoint))), ("target", .string(endpoint.target.text)),
      ("doc", endpoint.doc.map(JSON.string) ?? .null), ("unsupported", endpoint.unsupported.map(JSON.string) ?? .null),
    ])
  }
}
