import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  var builtIn: [String: String] = [:]
  /// Whether they come before files of the same name.
  var prefersBuiltIn = false
  /// Where specs are looked for by name.
  var folders = UserFolders.specs
  /// Where answers are kept between two runs; nil for not at all.
  var cacheFolder = UserFolders.cache
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
  /// Whether another program writes to standard input.
  var stdinIsPipe = LocalFile.isPipe(STDIN_FILENO)
  /// Whether standard input is a pipe or a file.
  var stdinHasText = LocalFile.isPipe(STDIN_FILENO) || LocalFile.isRegular(STDIN_FILENO)
  /// Shows an address to the user; false where that cannot be done.
  var browse: @Sendable (_ address: String) -> Bool = { Browser.open($0) }
  /// Reads the next bytes of standard input; none at its end.
  var piece: @Sendable () async throws(Failure) -> [UInt8] = { () async throws(Failure) in try await Descriptor.piece(STDIN_FILENO) }
  /// Reads the whole of standard input.
  var stdin: @Sendable () throws(Failure) -> [UInt8] = { () throws(Failure) in try Descriptor.readAll(STDIN_FILENO, limit: 512 << 20) }
  /// The names of all commands.
  var commands: [String] = []
  /// Runs another command line, as the demo does; gives its exit code.
  var run: @Sendable (_ words: [String], _ console: Console, _ context: Context) async -> Int32 = { _, _, _ in ExitStatus.failure }
}
