import Dial
import DialConsole
import DialFlags
import DialText

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
