import ArgumentParser
import DialSyntax

/// The words of a command line before they are parsed: `dial SPEC ENDPOINT …` is short for `dial call SPEC ENDPOINT …`.
enum CommandWords {
  static var commands: [String] {
    DialCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" } + ["help"]
  }

  static func expanded(_ words: [String], _ context: Context) throws(Failure) -> [String] {
    guard let first = words.first, !first.hasPrefix("-") || first == "-", !commands.contains(first) else { return words }
    guard SpecFinder(context: context).exists(first) else { throw unknown(first, context) }
    guard words.count > 1 else {
      throw .usage("which endpoint of '\(first)'?", hint: "dial list \(first) shows all of them")
    }
    return ["call"] + words
  }

  /// A word that is neither a command nor a spec.
  private static func unknown(_ word: String, _ context: Context) -> Failure {
    let nearest = Suggestion.nearest(to: word, among: commands)
    var failure = SpecFinder(context: context).missing(word)
    if let nearest {
      return .usage("'\(word)' is no command: did you mean '\(nearest)'?", hint: "nor a spec: \(failure.message)")
    }
    failure.message = "'\(word)' is no command and no spec: " + failure.message
    failure.hint = "dial --help shows all commands"
    return failure
  }
}
