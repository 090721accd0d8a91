import Dial
import DialText

struct ListCommand: SharedCommand {
  static let about = CommandAbout(
    "List the endpoints of a spec",
    usage: "dial list SPEC [-o FORMAT]",
    sections: [
      "EXAMPLES": """
      dial list users.yaml
      dial list users.yaml -o json
      """
    ])

  static let operands = [Operand("spec", \Self.spec)]
  static let flags: [FlagDefinition<Self>] = FlagDefinition.part(\.format) + FlagDefinition.part(\.shared, titled: "Behavior")

  var spec = ""
  var format = FormatFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let spec = try SpecFinder(context: context).load(spec)
    try Self.write(Array(spec.service.endpoints), format, console)
  }

  static func write(_ endpoints: [EndpointModel], _ format: FormatFlags, _ console: Console) throws {
    try console.write(.array(endpoints.map(json)), format.output, otherwise: EndpointListing(width: console.textWidth).text(endpoints))
  }

  static func method(_ endpoint: EndpointModel) -> String { endpoint.isSocket ? "WS" : endpoint.method }

  private static func json(_ endpoint: EndpointModel) -> JSON {
    [
      "name": .string(endpoint.name), "method": .string(method(endpoint)), "target": .string(endpoint.target.text),
      "doc": endpoint.doc.map(JSON.string), "unsupported": endpoint.unsupported.map(JSON.string),
    ]
  }
}

/// Endpoints as a table: name, method, target and the first line of the doc.
///
/// Names and targets are never cut. If there is not enough space, the doc is on the next line.
struct EndpointListing {
  var width: Int?

  /// The minimum width for a description.
  private static let minDoc = 24
  /// The minimum width for targets.
  private static let minTarget = 16

  func text(_ endpoints: [EndpointModel]) -> String {
    let rows = endpoints.map { endpoint in
      [endpoint.name, ListCommand.method(endpoint), TerminalText.safe(endpoint.target.text), Self.doc(endpoint)]
    }
    var widths = (0..<4).map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
    if let width {
      let room = width - widths[0] - widths[1] - 3 * TableLayout.gap - min(widths[3], Self.minDoc)
      if room < min(widths[2], Self.minTarget) { return rows.map { "\($0[0])  \($0[1]) \($0[2])\n\(below($0, width))" }.joined() }
      widths[2] = min(widths[2], room)
    }
    return rows.map { line($0, widths) }.joined()
  }

  private func line(_ row: [String], _ widths: [Int]) -> String {
    guard let width else { return TableLayout.line(row, widths) + "\n" }
    guard TerminalText.width(row[2]) > widths[2] else {
      let room = width - widths[..<3].reduce(3 * TableLayout.gap, +)
      return TableLayout.line(row[..<3] + [Table.cut(row[3], to: room)], widths) + "\n"
    }
    return TableLayout.line(Array(row[..<3]), widths) + "\n" + below(row, width)
  }

  private func below(_ row: [String], _ width: Int) -> String { row[3].isEmpty ? "" : "    \(Table.cut(row[3], to: width - 4))\n" }

  private static func doc(_ endpoint: EndpointModel) -> String {
    let first = endpoint.doc?.split(separator: "\n").first.map { TerminalText.safe(String($0).replacing("\t", with: " ")) } ?? ""
    if endpoint.unsupported != nil { return "(not supported yet) \(first)" }
    return endpoint.codec == nil ? first : "(Swift only) \(first)"
  }
}

extension SpecFinder {
  /// Returns the failure of a line without an endpoint, with all endpoints of the spec. Throws the findings of the spec.
  func missingEndpoint(of word: String) throws(Failure) -> Failure {
    let list = "to list all endpoints, run: dial list \(ShellWord.quoted(word))"
    if word == "-" { return .usage("missing endpoint for the spec '-'", hint: list) }
    let endpoints = Array(try load(word).service.endpoints)
    var failure = Failure.usage("missing endpoint; '\(word)' has:")
    failure.listing = EndpointListing(width: nil).text(Array(endpoints.prefix(Self.listed))).split(separator: "\n").map { "  " + $0 }
    failure.hint = endpoints.count > Self.listed ? list : "to see the parameters, run: dial describe \(ShellWord.quoted(word)) ENDPOINT"
    return failure
  }

  /// The maximum number of endpoints in that failure.
  private static let listed = 100
}
