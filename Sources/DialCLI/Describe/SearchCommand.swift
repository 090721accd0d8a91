import ArgumentParser
import DialModel
import DialSpec
import DialSyntax

/// `dial search SPEC WORD…`
struct SearchCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Lists the endpoints of a spec that have all of some words, the best first.",
    usage: "dial search SPEC WORD… [-o FORMAT]",
    discussion: """
      Words are looked for in names, docs, targets and the names of arguments; capitals and small letters are the same.

      EXAMPLES
        dial search users.yaml user
        dial search users.yaml delete user -o json
      """)

  @Argument(help: "A file, '-', or the name of a spec.")
  var spec: String

  @Argument(help: ArgumentHelp("Words that an endpoint has.", valueName: "word"))
  var words: [String]

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], help: ArgumentHelp("The form of the result.", valueName: "format"))
  var output: OutputFormat?

  @OptionGroup(title: "Behaviour") var shared: SharedFlags

  var color: Console.Color? { shared.color }

  func perform(_ console: Console, _ context: Context) async throws {
    let loaded = try SpecFinder(context: context).load(spec)
    let found = EndpointSearch(words).found(in: loaded.service.endpoints)
    if found.isEmpty {
      console.note(TerminalText.safe("no endpoint of '\(spec)' has \(words.map { "'\($0)'" }.joined(separator: " and "))"))
    }
    try ListCommand.write(found, output, console)
  }
}
