import ArgumentParser
import DialCore
import DialJSON
import DialSyntax

/// `dial list SPEC`
struct ListCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the endpoints of a spec: name, method, target, doc.",
    usage: "dial list SPEC [-o FORMAT]",
    discussion: """
      EXAMPLES
        dial list users.yaml
        dial list users.yaml -o json
      """)

  @Argument(help: "A file, '-', or the name of a spec.")
  var spec: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The form of the result.", valueName: "format"))
  var output: OutputFormat?

  @OptionGroup(title: "Behaviour") var shared: SharedFlags

  var color: Console.Color? { shared.color }

  func perform(_ console: Console, _ context: Context) async throws {
    let spec = try SpecFinder(context: context).load(spec)
    try Self.write(spec.service.endpoints, output, console)
  }

  /// Endpoints, a row each.
  static func write(_ endpoints: [EndpointModel], _ output: OutputFormat?, _ console: Console) throws {
    if let output {
      return try Printer(console: console, format: output).write(.json(.array(endpoints.map(Self.json))))
    }
    let rows = endpoints.map { [$0.name, Self.method($0), $0.target.text, Self.firstLine($0.doc)] }
    let grid = Grid(rows: rows.map { $0.map(JSON.string) })
    let text = Table(width: console.outIsTerminal ? console.width : nil).text(grid)
    try console.out(Array(text.utf8))
  }

  static func method(_ endpoint: EndpointModel) -> String { endpoint.isSocket ? "WS" : endpoint.method }

  private static func firstLine(_ doc: String?) -> String {
    doc?.split(separator: "\n").first.map(String.init) ?? ""
  }

  private static func json(_ endpoint: EndpointModel) -> JSON {
    .object([
      ("name", .string(endpoint.name)), ("method", .string(method(endpoint))), ("target", .string(endpoint.target.text)),
      ("doc", endpoint.doc.map(JSON.string) ?? .null),
    ])
  }
}
