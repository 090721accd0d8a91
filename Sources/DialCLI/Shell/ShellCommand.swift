import ArgumentParser
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends a command early without a word.
struct SilentExit: Error {
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
  var piece: @Sendable () async throws(Failure) -> [UInt8] = { () async throws(Failure) in try await FileDescriptor.piece(STDIN_FILENO) }
  /// Reads the whole of standard input.
  var stdin: @Sendable () throws(Failure) -> [UInt8] = { () throws(Failure) in try FileDescriptor.readAll(STDIN_FILENO, limit: 512 << 20) }
  /// The names of all commands.
  var commands: [String] = []
  /// Runs another command line, as the demo does; gives its exit code.
  var run: @Sendable (_ words: [String], _ console: Console, _ context: Context) async -> Int32 = { _, _, _ in ExitStatus.failure }
}

/// SIGINT, SIGTERM and SIGHUP cancel the work, and then end the process as they would have without a handler: a shell stops its loop only
/// where the program died of the signal. A closed pipe is told by the write that meets it.
enum Signals {
  private static let received = Atomic<Int32>(0)
  private static let isServing = Atomic<Bool>(false)

  /// Whether another program has the terminal, which SIGINT is for.
  private static let isAway = Atomic<Bool>(false)

  static func leave(_ isAway: Bool) { self.isAway.store(isAway, ordering: .relaxed) }

  /// From now on a signal is how the work is meant to end: a server that is told to stop has done what it should.
  static func serve() { isServing.store(true, ordering: .relaxed) }

  /// To be called before the first thread is made: every thread inherits what is blocked.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var set = caught
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for a signal for as long as the process lives. The second one does not wait for the work to end.
  static func wait(cancel: () -> Void) -> Never {
    while true {
      var set = caught
      var got: Int32 = 0
      guard sigwait(&set, &got) == 0 else { continue }
      if got == SIGINT, isAway.load(ordering: .relaxed) { continue }
      let isFirst = received.exchange(got, ordering: .relaxed) == 0
      if !isFirst { end(with: ExitStatus.done) }
      // A terminal shows ^C where it is pressed. A shell goes to the next line itself where the program dies of the signal.
      if got == SIGINT, isServing.load(ordering: .relaxed), isatty(STDERR_FILENO) == 1 {
        try? FileDescriptor.write([0x0A], to: STDERR_FILENO)
      }
      cancel()
      Task.detached {
        // The work has this long to end by itself and to clean up; a server may have more to end.
        try? await Task.sleep(for: isServing.load(ordering: .relaxed) ? .seconds(5) : .milliseconds(200))
        end(with: ExitStatus.done)
      }
    }
  }

  /// Ends the process: with a status, or by the signal that ended the work. A server that was told to stop ends well.
  static func end(with status: Int32) -> Never {
    let signal = received.load(ordering: .relaxed)
    if signal == 0 { Exit.now(status) }
    if isServing.load(ordering: .relaxed) { Exit.now(ExitStatus.done) }
    Exit.die(of: signal)
  }

  private static var caught: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    if !ignoresHangup { sigaddset(&set, SIGHUP) }
    return set
  }

  /// `nohup dial …` goes on when its terminal is closed.
  private static let ignoresHangup: Bool = {
    var action = sigaction()
    guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
    return isIgnored(action)
  }()

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The end of the process.
enum Exit {
  /// Ends the process at once. Everything was written unbuffered, so nothing is lost; half-written files are removed, and a terminal that
  /// did not show what is typed shows it again.
  static func now(_ status: Int32) -> Never {
    cleanUp()
    _exit(status)
  }

  /// Ends the process by a signal, as if it had never been caught: `$?` of a shell is 128 and its number.
  static func die(of number: Int32) -> Never {
    cleanUp()
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    _exit(128 + number)
  }

  private static func cleanUp() {
    PartialFiles.removeAll()
    Terminal.restore()
  }
}

/// Standard input, which one word of a command line can ask for.
final class StandardInput: Sendable {
  private let context: Context
  private let owner = Mutex<String?>(nil)

  init(context: Context) { self.context = context }

  /// Says what standard input is for. Throws where something else has it.
  func reserve(_ what: String) throws(Failure) {
    let other = owner.withLock { owner in
      defer { owner = owner ?? what }
      return owner
    }
    if let other { throw .usage("standard input can be read only once, but \(other) and \(what) both use it") }
  }

  /// Whether nothing has asked for it.
  var isFree: Bool { owner.withLock { $0 == nil } }

  func read(for what: String) throws(Failure) -> [UInt8] {
    try reserve(what)
    do throws(Failure) {
      return try context.stdin()
    } catch {
      throw .io("cannot read standard input for \(what): \(error.message)")
    }
  }
}

/// A word of a command line as it is typed at a shell.
enum ShellWord {
  /// Quoted for a POSIX shell where that is needed.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "_-./:@%+=,".utf8.contains(byte)
        }
      }
    if isPlain { return text }
    if text.contains("'"), !text.contains(where: { "\"$`\\!".contains($0) }) { return "\"\(text)\"" }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
