import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process around the commands: parses words, runs one command, reports what went wrong, exits.
enum Shell {
  /// Runs the words of a command line and leaves the process.
  ///
  /// The calling thread only waits for signals; the work is done in a task that can be cancelled.
  static func main(_ words: [String]) -> Never {
    Signals.prepare()
    let work = Task {
      let status = await run(words, .standard)
      leave(Signals.caughtStatus ?? status)
    }
    Signals.wait { work.cancel() }
  }

  /// Runs the words of a command line; gives the exit code.
  static func run(_ words: [String], _ console: Console, context: Context = Context()) async -> Int32 {
    var console = console
    let errors = ErrorForm(words)
    console.isJSON = errors.isJSON
    do {
      if let fault = ProcessWords.fault(in: words) { throw fault }
      guard let command = try parse(CommandWords(context: context).expanded(words), console, context) else { return ExitStatus.done }
      if let color = command.color { console.color = color }
      try await command.perform(console, context)
      return ExitStatus.done
    } catch let stop as Stop {
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

  /// Ends the process at once. Everything was written unbuffered, so nothing is lost; half-written files are removed, and a terminal that
  /// did not show what is typed shows it again.
  static func leave(_ status: Int32) -> Never {
    HalfWritten.removeAll()
    Terminal.restore()
    _exit(status)
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
    if let failure = UsageMessage.forgottenValue(words) { throw failure }
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
  private static func shown(_ text: String, _ console: Console) throws -> Stop {
    try console.out(Array(text.utf8))
    return Stop(exit: ExitStatus.done)
  }

  /// The help about a command, or about the program.
  private static func help(_ name: String?, _ console: Console) -> String {
    let help = HelpText(table: .current, width: console.outIsTerminal ? console.width : 80, hasColor: console.outHasColor)
    return name.flatMap(help.table.command).map(help.text) ?? help.overview
  }
}

/// Ends a command early without a word.
struct Stop: Error {
  var exit: Int32
}

/// A command of the shell.
protocol ShellCommand: ParsableCommand, Sendable {
  /// The colours asked for by flag.
  var color: Console.Color? { get }

  func perform(_ console: Console, _ context: Context) async throws
}

extension ShellCommand {
  var color: Console.Color? { nil }
}

/// What the surroundings of a command give it; the demo brings its own spec and service.
struct Context: Sendable {
  /// Specs by name that need no file.
  var builtIn: [String: String] = [DemoSpec.name: DemoSpec.text]
  /// Whether they come before files of the same name.
  var prefersBuiltIn = false
  /// Where specs are looked for by name.
  var folders = SpecFinder.standardFolders
  /// Where answers are kept between two runs; nil for not at all.
  var cacheFolder = CacheText.standardFolder
  /// A base for built-in specs.
  var base: String?
  /// Where what belongs to the user is kept.
  var user = UserFolders.standard
  /// The profile of the surroundings.
  var profile = Console.environment("DIAL_PROFILE")
  /// Asks the user for a line; nil where there is nobody to ask. A hidden answer is not shown while it is typed.
  var ask: @Sendable (_ question: String, _ isHidden: Bool) -> String? = { Terminal.ask($0, isHidden: $1) }
  /// Whether standard input is a terminal, where nothing comes before somebody types it.
  var stdinIsTerminal = isatty(STDIN_FILENO) == 1
  /// Shows an address to the user; false where that cannot be done.
  var browse: @Sendable (_ address: String) -> Bool = { Browser.open($0) }
  /// Reads the next bytes of standard input; none at its end.
  var piece: @Sendable () async throws(Failure) -> [UInt8] = { () async throws(Failure) in try await Descriptor.piece(STDIN_FILENO) }
  /// Reads the whole of standard input.
  var stdin: @Sendable () throws(Failure) -> [UInt8] = { () throws(Failure) in try Descriptor.readAll(STDIN_FILENO, limit: 512 << 20) }
}
