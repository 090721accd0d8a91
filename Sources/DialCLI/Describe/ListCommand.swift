import Dial
import DialConsole
import DialFlags
import DialText

struct ListCommand: SharedCommand {
  static let about = CommandAbout(
    "List the endpoints of a spec",
    usage: "dial list SPEC [--tag TAG] [-o FORMAT]",
    sections: [
      "EXAMPLES": """
      dial list users.yaml
      dial list petstore.json --tag pets
      dial list users.yaml -o json
      """
    ])

  static let operands = [Operand("spec", \Self.spec)]
  static let flags: [FlagDefinition<Self>] =
    [FlagDefinition("--tag", adds: \.tags, of: "tag", help: "only the endpoints with this tag of an OpenAPI document (repeatable)")]
    + FlagDefinition.part(\.format) + FlagDefinition.part(\.shared, titled: "Behavior")

  var spec = ""
  var tags: [String] = []
  var format = FormatFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let endpoints = try SpecFinder(context: context).load(spec).service.endpoints
    var groups = TagGroups(endpoints)
    if !tags.isEmpty { groups = try groups.only(tags) }
    try console.write(
      .array(groups.endpoints.map(Self.json)), format.output, otherwise: EndpointListing(width: console.textWidth).text(groups))
  }

  static func write(_ endpoints: [EndpointSummary], _ format: FormatFlags, _ console: Console) throws {
    try console.write(.array(endpoints.map(json)), format.output, otherwise: EndpointListing(width: console.textWidth).text(endpoints))
  }

  static func method(_ endpoint: EndpointModel) -> String { endpoint.isSocket ? "WS" : endpoint.method }

  private static func json(_ endpoint: EndpointSummary) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(endpoint.name)), ("method", .string(endpoint.method)), ("target", .string(endpoint.target)),
      ("doc", endpoint.doc.map(JSON.string) ?? .null), ("unsupported", endpoint.unsupported.map(JSON.string) ?? .null),
    ]
    if !endpoint.tags.isEmpty { members.append(("tags", .array(endpoint.tags.map(JSON.string)))) }
    if endpoint.isDeprecated { members.append(("deprecated", true)) }
    if let fault = endpoint.fault { members.append(("fault", fault.json)) }
    return .object(members)
  }
}

/// Endpoints as a table: name, method, target and the first line of the doc, below the titles of their tags.
///
/// Names and targets are never cut. If there is not enough space, the doc is on the next line.
struct EndpointListing {
  var width: Int?

  /// The minimum width for a description.
  private static let minDoc = 24
  /// The minimum width for targets.
  private static let minTarget = 16

  func text(_ groups: TagGroups) -> String {
    guard groups.hasTags else { return text(groups.endpoints) }
    var lines = Self(width: width.map { $0 - 2 }).lines(groups.all.flatMap(\.endpoints))[...]
    return groups.all.map { group in
      let own = lines.prefix(group.endpoints.count).joined().split(separator: "\n").map { "  \($0)\n" }
      lines = lines.dropFirst(group.endpoints.count)
      return TerminalText.safe(group.title ?? "other") + "\n" + own.joined()
    }.joined(separator: "\n")
  }

  func text(_ endpoints: [EndpointSummary]) -> String { lines(endpoints).joined() }

  /// One text for each endpoint, with line ends.
  private func lines(_ endpoints: [EndpointSummary]) -> [String] {
    let rows = endpoints.map { endpoint in
      [endpoint.name, endpoint.method, endpoint.target, Self.doc(endpoint)].map { TerminalText.safe($0) }
    }
    var widths = (0..<4).map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
    if let width {
      let room = width - widths[0] - widths[1] - 3 * TableLayout.gap - min(widths[3], Self.minDoc)
      if room < min(widths[2], Self.minTarget) { return rows.map { "\($0[0])  \($0[1]) \($0[2])\n\(below($0, width))" } }
      widths[2] = min(widths[2], room)
    }
    return rows.map { line($0, widths) }
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

  private static func doc(_ endpoint: EndpointSummary) -> String {
    let first = endpoint.firstLine.map { String($0).replacing("\t", with: " ") } ?? ""
    if let fault = endpoint.fault { return "(faulty) line \(fault.range.start.line): \(fault.message)" }
    if endpoint.unsupported != nil { return "(not supported yet) \(first)" }
    if endpoint.isDeprecated { return first.isEmpty ? "(deprecated)" : "(deprecated) \(first)" }
    return endpoint.codec == nil ? first : "(Swift only) \(first)"
  }
}

extension SpecFinder {
  /// Returns the failure of a line without an endpoint, with all endpoints of the spec. Throws the findings of the spec.
  func missingEndpoint(of word: String) throws(Failure) -> Failure {
    let list = "to list all endpoints, run: dial list \(ShellWord.quoted(word))"
    if word == "-" { return .usage("missing endpoint for the spec '-'", hint: list) }
    let endpoints = try load(word).service.endpoints.summaries
    var failure = Failure.usage("missing endpoint; '\(word)' has:")
    failure.listing = EndpointListing(width: nil).text(Array(endpoints.prefix(Self.listed))).split(separator: "\n").map { "  " + $0 }
    failure.hint = endpoints.count > Self.listed ? list : "to see the parameters, run: dial describe \(ShellWord.quoted(word)) ENDPOINT"
    return failure
  }

  /// The maximum number of endpoints in that failure.
  private static let listed = 100
}
