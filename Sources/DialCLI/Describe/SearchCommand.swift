import Dial
import DialFlags

struct SearchCommand: SharedCommand {
  static let about = CommandAbout(
    "Find endpoints of a spec by words",
    usage: "dial search SPEC WORD… [-o FORMAT]",
    text: """
      Lists the endpoints that contain all words in their name, doc, target or parameters, best match first. Case is ignored.
      """,
    sections: [
      "EXAMPLES": """
      dial search users.yaml user
      dial search users.yaml delete user -o json
      """
    ])

  static let operands = [Operand("spec", \Self.spec), Operand("word", rest: \.words, isRequired: true)]
  static let flags: [FlagDefinition<Self>] = FlagDefinition.part(\.format) + FlagDefinition.part(\.shared, titled: "Behavior")

  var spec = ""
  var words: [String] = []
  var format = FormatFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let loaded = try SpecFinder(context: context).load(spec)
    let found = EndpointSearch(words).found(in: loaded.service.endpoints)
    if found.isEmpty {
      console.note(TerminalText.safe("no endpoint of '\(spec)' contains \(words.map { "'\($0)'" }.joined(separator: " and "))"))
    }
    try ListCommand.write(found, format, console)
  }
}

/// Finds endpoints by words, each of which must be in the name, the doc, the target, the tags or the name of an argument.
///
/// A word scores by the best match: whole name, beginning of the name, rest of the name, argument, target or tag, doc. Equal scores keep the order
/// of the spec.
struct EndpointSearch {
  private let words: [String]

  init(_ words: [String]) { self.words = words.flatMap { $0.split { $0.isWhitespace } }.map { $0.lowercased() } }

  func found(in endpoints: Endpoints) -> [EndpointSummary] {
    let scored = endpoints.names.indices.compactMap { index in
      let endpoint = endpoints.summary(at: index)
      return score(endpoint) { (try? endpoints[index])?.parameters.map(\.name) ?? [] }.map { (index: index, endpoint: endpoint, score: $0) }
    }
    return scored.sorted { $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index }.map(\.endpoint)
  }

  /// - Parameter arguments: the names of the arguments, which need all of the endpoint.
  private func score(_ endpoint: EndpointSummary, _ arguments: () -> [String]) -> Int? {
    let name = endpoint.name.lowercased()
    let target = "\(endpoint.method) \(endpoint.target)".lowercased()
    let doc = endpoint.doc?.lowercased() ?? ""
    let parameters = arguments().map { $0.lowercased() }
    let tags = endpoint.tags.map { $0.lowercased() }
    var sum = 0
    for word in words {
      let places = [
        (32, name == word), (16, name.hasPrefix(word)), (12, name.contains(word)), (8, parameters.contains { $0.contains(word) }),
        (4, target.contains(word) || tags.contains(word)), (1, doc.contains(word)),
      ]
      guard let best = places.first(where: \.1) else { return nil }
      sum += best.0
    }
    return sum
  }
}
