import ArgumentParser
import DialModel
import DialSpec
import DialSyntax

/// `dial search SPEC WORD…`
struct SearchCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find endpoints of a spec by words",
    usage: "dial search SPEC WORD… [-o FORMAT]",
    discussion: """
      Lists the endpoints that contain all words in their name, doc, target or parameters, best match first. Case is ignored.

      EXAMPLES
        dial search users.yaml user
        dial search users.yaml delete user -o json
      """)

  @Argument(help: "file, '-' for standard input, or name of a spec")
  var spec: String

  @Argument(help: ArgumentHelp("words to find", valueName: "word"))
  var words: [String]

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], help: ArgumentHelp("format of the output", valueName: "format"))
  var output: OutputFormat?

  @OptionGroup(title: "Behaviour") var shared: SharedFlags

  var color: Console.Color? { shared.color }

  func perform(_ console: Console, _ context: Context) async throws {
    let loaded = try SpecFinder(context: context).load(spec)
    let found = EndpointSearch(words).found(in: loaded.service.endpoints)
    if found.isEmpty {
      console.note(TerminalText.safe("no endpoint of '\(spec)' contains \(words.map { "'\($0)'" }.joined(separator: " and "))"))
    }
    try ListCommand.write(found, output, console)
  }
}
