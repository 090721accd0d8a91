import ArgumentParser
import DialSyntax

/// The words of a command line before they are parsed: `dial SPEC ENDPOINT …` is short for `dial call SPEC ENDPOINT …`, flags may
/// stand before the command, and who asks for help about an endpoint gets its description.
struct CommandWords {
  let context: Context

  static var commands: [String] {
    DialCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" } + ["help"]
  }

  /// Those that are there, for suggestions.
  private static var shown: [String] {
    DialCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0.configuration.commandName ?? "" }
  }

  func expanded(_ given: [String]) throws(Failure) -> [String] {
    let words = Self.flagsBehind(given)
    guard let first = words.first, !Self.isFlag(first) else {
      if let failure = tookSpec(given) { throw failure }
      return words
    }
    let second = words.dropFirst().first
    if first == "help", let second, !Self.commands.contains(second) || second == "demo" && words.count > 2 {
      return try help(second, words)
    }
    if first == "demo", let second, !Self.isFlag(second) { return described(["call"] + words) }
    if first == "call" || first == "wait" { return described(words) }
    if Self.commands.contains(first) { return words }
    guard finder.exists(first) else { throw tookSpec(given) ?? unknown(first, second, words) }
    if words.dropFirst().first.map({ $0 == "--help" || $0 == "-h" }) == true { return ["describe", first] }
    guard let second, !Self.isFlag(second) || words.contains("--help") || words.contains("-h") || Self.hasEndpoint(words) else {
      throw try finder.missingEndpoint(of: first)
    }
    return described(["call"] + words)
  }

  private var finder: SpecFinder { SpecFinder(context: context) }

  private static func isFlag(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  /// `dial --mock users getUser` as `dial users --mock getUser`: the first word that is no flag, nor the value of one, leads.
  private static func flagsBehind(_ words: [String]) -> [String] {
    guard let first = words.first, isFlag(first), !["--help", "-h", "--version", "--"].contains(first) else { return words }
    guard let call = CommandTable.current.command("call") else { return words }
    for (index, word) in words.enumerated() where index > 0 {
      let line = CommandLineWords(Array(words[...index]), call)
      if line.positional.isEmpty { continue }
      let endpoint = words[(index + 1)...].prefix(1).filter { !isFlag($0) }
      return [word] + endpoint + words[..<index] + words[(index + 1 + endpoint.count)...]
    }
    return words
  }

  /// `dial -s users.yaml getUser`: a flag in front whose value is a spec.
  private func tookSpec(_ words: [String]) -> Failure? {
    guard let call = CommandTable.current.command("call") else { return nil }
    for (index, word) in words.dropLast().enumerated() {
      guard Self.isFlag(word) else { return nil }
      guard let flag = call.flags.first(where: { $0.takesValue && $0.names.contains(word) }), finder.exists(words[index + 1]) else {
        continue
      }
      let spec = words[index + 1]
      let value = flag.valueName.uppercased()
      let line = Self.line([spec] + words[..<index] + words[(index + 2)...]) + " \(word) \(value)"
      let quiet = word == "-s" ? "; to hide warnings, use -q" : ""
      return .usage("the spec '\(spec)' was read as the \(flag.valueName) of '\(word)'", hint: "put the spec first: \(line)\(quiet)")
    }
    return nil
  }

  /// `dial users -o table getUser`: whether a word behind the flags and their values names an endpoint.
  private static func hasEndpoint(_ words: [String]) -> Bool {
    guard let call = CommandTable.current.command("call") else { return false }
    return CommandLineWords(words, call).positional.count > 1
  }

  /// `dial call users getUser --help` asks about the endpoint.
  private func described(_ words: [String]) -> [String] {
    let asks = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    guard asks, words.count > 3, !Self.isFlag(words[1]), !Self.isFlag(words[2]) else { return words }
    return ["describe", words[1], words[2]]
  }

  private func help(_ word: String, _ words: [String]) throws(Failure) -> [String] {
    if Self.isFlag(word) { return words }
    if finder.exists(word) { return ["describe"] + words.dropFirst() }
    let nearest = Suggestion.nearest(to: word, among: Self.shown).map { "; did you mean '\($0)'?" } ?? ""
    throw .usage("unknown command '\(word)'\(nearest)", hint: "to list all commands, run: dial help")
  }

  private static func line(_ words: [String]) -> String { (["dial"] + words).map(ShellWord.quoted).joined(separator: " ") }

  /// A word that is neither a command nor a spec.
  private func unknown(_ word: String, _ second: String?, _ words: [String]) -> Failure {
    // What begins otherwise, and has an endpoint behind it, may as well be a spec that is not there: 'nofile' is no slip for 'profile'.
    if let nearest = Suggestion.nearest(to: word, among: Self.shown), second == nil || nearest.utf8.first == word.utf8.first {
      return .usage("unknown command '\(word)'; did you mean '\(nearest)'?", hint: Self.line([nearest] + words.dropFirst()))
    }
    if let second, SpecFinder.isName(word), finder.exists(second) {
      let line = Self.line([second, word] + words.dropFirst(2))
      return .usage("'\(word)' is not a command or a spec, but '\(second)' is a spec; put the spec first", hint: line)
    }
    var failure = finder.missing(word)
    if SpecFinder.isName(word) {
      let absent = "spec '\(word)' does not exist"
      failure.message = failure.message.replacing(absent, with: "unknown command or spec '\(word)'", maxReplacements: 1)
    }
    return failure
  }
}
