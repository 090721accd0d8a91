import Dial
import DialAdvice
import DialBundle
import DialConsole
import DialDemo
import DialFlags
import DialText

@main enum Shell {
  // Invalid UTF-8 in the words becomes U+FFFD, which `ProcessWords` reports.
  static func main() { main(Array(CommandLine.arguments.dropFirst())) }

  static func main(_ words: [String]) -> Never {
    Console.claimStreams()
    if let fault = SystemResources.threadFault() {
      ErrorForm(words).report(Failure("io", fault.message, exit: ExitStatus.failure), .standard)
      Exit.now(ExitStatus.failure)
    }
    let bundle: BundledService?
    do throws(BundleFault) {
      bundle = try BundledService.own(startedAs: CommandLine.arguments.first, .current, version: DialCommand.version)
    } catch {
      ErrorForm(words).report(Failure("bundle", error.message, exit: ExitStatus.failure), .standard)
      Exit.now(ExitStatus.failure)
    }
    Signals.prepare()
    let work = Task {
      let status = if let bundle { await bundle.run(words, .standard, .standard) } else { await run(words, .standard) }
      Signals.end(with: status)
    }
    Signals.wait { work.cancel() }
  }

  /// Runs a command line and returns the exit code.
  static func run(_ words: [String], _ console: Console, context: Context = .standard) async -> Int32 {
    defer { context.afterwards.run() }
    var console = console
    let errors = ErrorForm(words)
    console.isJSON = errors.isJSON
    do {
      if let fault = ProcessWords.fault(in: words) { throw fault }
      let command = try command(CommandWords(context: context).expanded(words), context)
      command.configure(&console)
      try await command.perform(console, context)
      return ExitStatus.done
    } catch let stop as SilentExit {
      return stop.exit
    } catch {
      var failure = error as? Failure ?? Failure("internal", "\(error)", exit: ExitStatus.failure)
      if error is CancellationError { failure = Failure("cancelled", "the command was cancelled", exit: ExitStatus.interrupted) }
      // After Ctrl-C, no message is needed.
      if failure.code != "cancelled" || errors.isJSON { errors.report(failure, console) }
      return failure.exit
    }
  }

  /// Returns the command of a line, which can be one that prints a help text.
  private static func command(_ words: [String], _ context: Context) throws -> any ShellCommand {
    // A line of flags alone is about the program.
    let name = words.first.flatMap { DialCommand.type($0) == nil ? nil : $0 }
    let type = name.flatMap(DialCommand.type) ?? HelpCommand.self
    do {
      let command = try type.parsed(name == nil ? words : Array(words.dropFirst()))
      if name == nil, let word = (command as? HelpCommand)?.names.first { throw UsageFault.unexpectedOperand(word) }
      return command
    } catch let flag as CommonFlag {
      switch flag {
      case .help: return HelpCommand(names: name.map { $0 == "help" ? [] : [$0] } ?? [])
      case .version: return VersionCommand()
      }
    } catch let fault as UsageFault {
      throw UsageMessage(words: words, command: name.flatMap(CommandTable.current.command), finder: SpecFinder(context: context)).failure(
        fault)
    }
  }
}

extension Context {
  /// The context of the process, with the spec of the demo.
  static var standard: Context {
    var context = Context()
    context.builtIn = [DemoSpec.name: DemoSpec.text]
    context.commands = DialCommand.commands.map(\.key)
    context.run = { await Shell.run($0, $1, context: $2) }
    return context
  }
}

enum ProcessWords {
  static func fault(in words: [String]) -> Failure? {
    let suspects = words.indices.filter { words[$0].unicodeScalars.contains("\u{FFFD}") }
    guard let index = suspects.first(where: { !isText($0 + 1) }) else { return nil }
    // It may contain a secret.
    return .usage(
      "argument \(index + 1) of 'dial' is not valid UTF-8", hint: "to send bytes, use a file: name@file, or _@file for the whole body")
  }

  private static func isText(_ index: Int) -> Bool {
    guard index < Int(CommandLine.argc), let word = CommandLine.unsafeArgv[index] else { return true }
    return String(validatingCString: word) != nil
  }
}

/// The words of a command line before parsing: `dial SPEC ENDPOINT …` is short for `dial call SPEC ENDPOINT …`, flags can precede the
/// command, and `--help` with an endpoint describes it.
struct CommandWords {
  let context: Context

  func expanded(_ given: [String]) throws(Failure) -> [String] {
    let words = Self.flagsBehind(given)
    if let words = Self.urlFirst(words) { return described(words) }
    guard let first = words.first, !Self.isFlag(first) else {
      if let failure = tookSpec(given) { throw failure }
      return words
    }
    let second = words.dropFirst().first
    if Self.urlCommands.contains(first), let second, URLSpec.isURL(second) {
      // What is called or described can be meant as a document.
      guard first == "wait" || first == "each" else { throw finder.missing(second) }
      throw .usage("a URL requires a method", hint: Self.line([first] + URLSpec.advised(Array(words.dropFirst()))))
    }
    if first == "help", let second, !isCommand(second) || second == "demo" && words.count > 2 {
      return try help(second, words)
    }
    if first == "demo", let second, !Self.isFlag(second) { return described(["call"] + words) }
    if first == "call" || first == "wait" {
      if words.dropFirst().first.map(Self.isFlag) == true, let failure = tookSpec(Array(words.dropFirst())) { throw failure }
      return described(words)
    }
    if isCommand(first) { return words }
    if URLSpec.isURL(first) { throw .usage("a URL requires a method", hint: Self.line(URLSpec.advised(words))) }
    if URLSpec.isMethod(first), !finder.exists(first), !Self.hasEndpoint(words) {
      if words.contains("--help") || words.contains("-h") { return ["help", first.lowercased()] }
      throw tookSpec(given) ?? missingURL(words)
    }
    guard finder.exists(first) else { throw tookSpec(given) ?? unknown(first, second, words) }
    if words.dropFirst().first.map({ $0 == "--help" || $0 == "-h" }) == true { return ["describe", first] }
    guard let second, !Self.isFlag(second) || words.contains("--help") || words.contains("-h") || Self.hasEndpoint(words) else {
      throw try finder.missingEndpoint(of: first)
    }
    return described(["call"] + words)
  }

  private var finder: SpecFinder { SpecFinder(context: context) }

  private func isCommand(_ word: String) -> Bool { context.commands.contains(word) }

  private static func isFlag(_ word: String) -> Bool { LineReader.isFlag(word) }

  private static func tokens(_ words: [String]) -> LineReader { LineReader(words, CallCommand.rows) }

  /// Reads `dial --mock users getUser` as `dial users --mock getUser`: the first word that is neither a flag nor its value is the command
  /// or spec.
  private static func flagsBehind(_ words: [String]) -> [String] {
    guard let first = words.first, isFlag(first), !["--help", "-h", "--version", "--"].contains(first) else { return words }
    guard let index = tokens(words).first(where: { $0.kind == .operand })?.start else { return words }
    let endpoint = words[(index + 1)...].prefix(1).filter { !isFlag($0) }
    return [words[index]] + endpoint + words[..<index] + words[(index + 1 + endpoint.count)...]
  }

  private static let urlCommands = ["call", "wait", "each", "describe"]

  /// Reads `dial get URL` as a call of the endpoint `get` of the spec that stands for a URL; nil for other lines.
  private static func urlFirst(_ words: [String]) -> [String]? {
    let command = words.first.flatMap { urlCommands.contains($0) ? $0 : nil }
    let operands = tokens(words).filter { $0.kind == .operand }.dropFirst(command == nil ? 0 : 1).prefix(2)
    guard let method = operands.first, let url = operands.last, operands.count == 2, URLSpec.isMethod(method.name), URLSpec.isURL(url.name),
      command != nil || method.start == 0
    else { return nil }
    var (arguments, isValue): (Set<Int>, Bool) = ([], false)
    for token in tokens(words) {
      if token.kind == .operand, !isValue { arguments.insert(token.start) }
      // The next word may be its value.
      isValue = if case .fault = token.kind { true } else { false }
    }
    let rest = words.indices.dropFirst().filter { $0 != method.start && $0 != url.start }
    return [command ?? "call", url.name, method.name.lowercased()]
      + rest.flatMap { arguments.contains($0) ? URLSpec.words(for: words[$0]) : [words[$0]] }
  }

  /// Detects `dial -s users.yaml getUser`, where the value of a flag is a spec.
  private func tookSpec(_ words: [String]) -> Failure? {
    for token in Self.tokens(words) {
      guard token.kind != .operand, token.kind != .end else { return nil }
      guard case .flag(let index) = token.kind, let spec = token.value, token.end == token.start + 2, !Self.isFlag(spec),
        finder.exists(spec)
      else { continue }
      let value = CallCommand.rows[index].valueName?.uppercased() ?? ""
      let line = Self.line([spec] + words[..<token.start] + words[token.end...]) + " \(token.name) \(value)"
      let quiet = token.name == "-s" ? "; to hide warnings, use -q" : ""
      return .usage("'\(token.name)' took the spec '\(spec)' as its value", hint: "put the spec first: \(line)\(quiet)")
    }
    return nil
  }

  /// Whether a word after the flags is an endpoint, as in `dial users -o table getUser`.
  private static func hasEndpoint(_ words: [String]) -> Bool { tokens(words).filter { $0.kind == .operand }.count > 1 }

  /// Reads `dial call users getUser --help` as a description of the endpoint.
  private func described(_ words: [String]) -> [String] {
    let asks = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    guard asks, words.count > 3, !Self.isFlag(words[1]), !Self.isFlag(words[2]) else { return words }
    return ["describe", words[1], words[2]]
  }

  private func help(_ word: String, _ words: [String]) throws(Failure) -> [String] {
    if Self.isFlag(word) { return words }
    if finder.exists(word) { return ["describe"] + words.dropFirst() }
    if URLSpec.isMethod(word) { return ["help", word.lowercased()] }
    throw .usage(
      "unknown command '\(word)'\(Suggestion.question(for: word, among: CommandTable.current.names))",
      hint: "to list all commands, run: dial help")
  }

  /// Reports `dial get` without a URL, which a flag may have taken: curl's -O has no value.
  private func missingURL(_ words: [String]) -> Failure {
    for token in Self.tokens(words) {
      guard case .flag = token.kind, let url = token.value, URLSpec.isURL(url) else { continue }
      let rest = Array(words[..<token.start] + words[token.end...])
      return .usage(
        "'\(token.name)' took the URL as its value",
        hint: "put the URL first: "
          + Self.line([rest[0], url] + rest.dropFirst() + [token.name, ["-O", "--output-file"].contains(token.name) ? "." : "VALUE"]))
    }
    let method = words[0].lowercased()
    let example = "write it after the method, as in dial \(method) https://example.com"
    return .usage("missing URL", hint: "\(example); for help, run: dial help \(method)")
  }

  private static func line(_ words: [String]) -> String { (["dial"] + words).map(ShellWord.quoted).joined(separator: " ") }

  /// Reports a word that is neither a command nor a spec.
  private func unknown(_ word: String, _ second: String?, _ words: [String]) -> Failure {
    if let second, URLSpec.isMethod(word), !finder.exists(second) {
      if second.contains("://") {
        let scheme = second.prefix { $0 != ":" }.prefix(20)
        return .usage("'\(word)' requires a URL that starts with https:// or http://, but '\(scheme)://' is another scheme")
      }
      let scheme = second.hasPrefix("localhost") || second.hasPrefix("127.") || second.hasPrefix(":") ? "http://" : "https://"
      let url = scheme + (second.hasPrefix(":") ? "localhost" : "") + second
      return .usage("'\(word)' requires a URL that starts with https:// or http://", hint: Self.line([word, url] + words.dropFirst(2)))
    }
    if second != nil, let meant = Methods.all.contains(word) ? "call" : ForeignWords.commands[word] {
      let reason = Methods.all.contains(word) ? "the spec declares the method; to call an endpoint, run: " : ""
      return .usage("unknown command '\(word)'; did you mean '\(meant)'?", hint: reason + Self.line([meant] + words.dropFirst()))
    }
    if let second, URLSpec.isURL(second) {
      return .usage("unknown command '\(word)'", hint: "to call a URL, write a method: " + Self.line(["get"] + words.dropFirst()))
    }
    // A word with another first letter and an endpoint after it is probably a missing spec: 'nofile' does not mean 'profile'.
    if let nearest = Suggestion.nearest(to: word, among: CommandTable.current.names), second == nil || nearest.utf8.first == word.utf8.first
    {
      return .usage("unknown command '\(word)'; did you mean '\(nearest)'?", hint: Self.line([nearest] + words.dropFirst()))
    }
    if let second, SpecFinder.isName(word), finder.exists(second) {
      let line = Self.line([second, word] + words.dropFirst(2))
      return .usage("'\(word)' is not a command or a spec, but '\(second)' is a spec; put the spec first", hint: line)
    }
    return finder.missing(word, what: "unknown command or spec '\(word)'")
  }
}
