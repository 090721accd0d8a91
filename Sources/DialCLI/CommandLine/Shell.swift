import ArgumentParser
import DialHTTP
import DialMessage
import DialSyntax

/// The process around the commands: parses words, runs one command, reports what went wrong, exits.
@main enum Shell {
  static func main() { main(ProcessWords.all) }

  /// Runs the words of a command line and leaves the process.
  ///
  /// The calling thread only waits for signals; the work is done in a task that can be cancelled.
  static func main(_ words: [String]) -> Never {
    if let fault = SystemResources.threadFault() {
      ErrorForm(words).report(Failure("io", fault.message, exit: ExitStatus.failure), .standard)
      Exit.now(ExitStatus.failure)
    }
    Signals.prepare()
    let work = Task {
      let status = await run(words, .standard)
      Signals.end(with: status)
    }
    Signals.wait { work.cancel() }
  }

  /// Runs the words of a command line; gives the exit code.
  static func run(_ words: [String], _ console: Console, context: Context = .standard) async -> Int32 {
    var console = console
    let errors = ErrorForm(words)
    console.isJSON = errors.isJSON
    do {
      if let fault = ProcessWords.fault(in: words) { throw fault }
      guard let command = try parse(CommandWords(context: context).expanded(words), console, context) else { return ExitStatus.done }
      if let color = command.color { console.color = color }
      try await command.perform(console, context)
      return ExitStatus.done
    } catch let stop as SilentExit {
      return stop.exit
    } catch {
      let failure = error as? Failure ?? Self.failure(error)
      // Who presses Ctrl-C knows what happened.
      if failure.code != "cancelled" || errors.isJSON { errors.report(failure, console) }
      return failure.exit
    }
  }

  private static func failure(_ error: any Error) -> Failure {
    if error is CancellationError { return Failure("cancelled", "the command was cancelled", exit: ExitStatus.interrupted) }
    return Failure("internal", "\(error)", exit: ExitStatus.failure)
  }

  /// The command that the words name; nil where all is done already.
  private static func parse(_ words: [String], _ console: Console, _ context: Context) throws -> (any ShellCommand)? {
    if words.first == "call", let line = PlainLine(Array(words.dropFirst())) { return line.call }
    // What the parser makes of the whole tree of commands takes longer than most calls: the command that is named is its own root, and
    // the help for all is ours.
    guard ![[], ["help"], ["--help"], ["-h"]].contains(words) else { throw try shown(help(nil, console), console) }
    if words.prefix(while: { $0 != "--" }).contains("--version") { throw try shown(DialCommand.version + "\n", console) }
    // A root without any word tells its help, in the middle of a narrow terminal: one that is alone is left to the real root.
    let named = words.count > 1 ? words.first.flatMap(DialCommand.command) : nil
    let root = named ?? DialCommand.self
    if let failure = UsageMessage.forgottenValue(words) ?? UsageMessage.attachedExpression(words) { throw failure }
    do {
      var command = try root.parseAsRoot(named == nil ? words : Array(words.dropFirst()))
      // Help, and the root by itself, say what they have to say by throwing it.
      if let command = command as? any ShellCommand { return command }
      try command.run()
      return nil
    } catch {
      // The parser lays its own help out to know what was asked, and stops in the middle of a narrow terminal: it is given 80 columns.
      let whole = root.fullMessage(for: error, columns: 80)
      if !whole.hasPrefix("Error: ") {
        let name = words.first == "help" ? words.dropFirst().first : words.first
        throw try shown(help(name, console), console)
      }
      throw error as? Failure ?? UsageMessage(words, SpecFinder(context: context)).failure(root.message(for: error))
    }
  }

  /// Shows what was asked for in place of a command.
  private static func shown(_ text: String, _ console: Console) throws -> SilentExit {
    try console.out(Array(text.utf8))
    return SilentExit(exit: ExitStatus.done)
  }

  /// The help about a command, or about the program.
  private static func help(_ name: String?, _ console: Console) -> String {
    let help = HelpText(table: .current, width: console.outIsTerminal ? console.width : 80, hasColor: console.outHasColor)
    return name.flatMap(help.table.command).map(help.text) ?? help.overview
  }
}

extension Context {
  /// The surroundings of the process, with the spec of the demo.
  static var standard: Context {
    var context = Context()
    context.builtIn = [DemoSpec.name: DemoSpec.text]
    context.commands = CommandWords.commands
    context.run = { await Shell.run($0, $1, context: $2) }
    return context
  }
}

/// The words that the process was started with.
enum ProcessWords {
  /// Each as text; where bytes are no UTF-8 there is U+FFFD, and `fault` says so.
  static var all: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// That a word is no text, and would be sent as another one.
  static func fault(in words: [String]) -> Failure? {
    let suspects = words.indices.filter { words[$0].unicodeScalars.contains("\u{FFFD}") }
    guard let index = suspects.first(where: { !isText($0 + 1) }) else { return nil }
    // What it holds may be a secret.
    return .usage(
      "argument \(index + 1) of 'dial' is not valid UTF-8",
      hint: "to send bytes, use a file: name@file, or _@file for the whole body")
  }

  private static func isText(_ index: Int) -> Bool {
    guard index < Int(CommandLine.argc), let word = CommandLine.unsafeArgv[index] else { return true }
    return String(validatingCString: word) != nil
  }
}

/// How failures are told: as text, or with `--errors json` as one JSON object. Known from the words alone, so that a command
/// line that cannot be parsed is told in the same form.
struct ErrorForm {
  var isJSON: Bool

  init(_ words: [String]) {
    isJSON = false
    for (index, word) in words.enumerated() {
      if word == "--" { break }
      if word == "--errors", index + 1 < words.count { isJSON = words[index + 1] == "json" }
      if word.hasPrefix("--errors=") { isJSON = word == "--errors=json" }
    }
  }

  func report(_ failure: Failure, _ console: Console) {
    if isJSON {
      console.tell(JSONHighlighter.line(failure.json))
    } else {
      try? console.err(Array(FailureText(color: console.errHasColor, isTerminal: console.errIsTerminal).text(failure).utf8))
    }
  }
}

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
      return .usage("'\(word)' took the spec '\(spec)' as its value", hint: "put the spec first: \(line)\(quiet)")
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
