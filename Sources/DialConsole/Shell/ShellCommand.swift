package import Dial
package import DialBundle
package import DialFlags
import DialLibc
import Synchronization

/// Ends a command without a message.
package struct SilentExit: Error {
  package var exit: Int32

  package init(exit: Int32) { self.exit = exit }
}

/// What help texts say about a command, apart from its flags.
package struct CommandAbout: Sendable {
  package let note: String
  package var usage: [String]
  /// The paragraphs of the introduction, each as one line.
  package let paragraphs: [String]
  package var sections: [(title: String, lines: [String])]

  /// - Parameters:
  ///   - text: paragraphs, separated by empty lines.
  ///   - sections: lines by heading, in capitals.
  package init(_ note: String, usage: String = "", text: String = "", sections: KeyValuePairs<String, String> = [:]) {
    func lines(_ text: String) -> [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    (self.note, self.usage) = (note, usage.isEmpty ? [] : lines(usage))
    paragraphs = text.split(separator: "\n\n").map { String($0.replacing("\n", with: " ")) }
    self.sections = sections.map { ($0, lines($1)) }
  }
}

package protocol ShellCommand: CommandGrammar {
  static var about: CommandAbout { get }

  /// Sets what flags say about all output.
  func configure(_ console: inout Console)

  func perform(_ console: Console, _ context: Context) async throws
}

extension ShellCommand {
  package func configure(_ console: inout Console) {}
}

/// The environment of a command. The demo uses its own spec and service.
package struct Context: Sendable {
  /// Built-in specs by name.
  package var builtIn: [String: String] = [:]
  /// Whether built-in specs take precedence over files.
  package var prefersBuiltIn = false
  /// The folders that are searched for specs.
  package var folders = UserFolders.specs
  /// The folder of cached responses; nil disables the cache on disk.
  package var cacheFolder = UserFolders.cache
  package var base: String?
  /// The folders of the user.
  package var user = UserFolders.standard
  package var profile = Console.environment("DIAL_PROFILE")
  /// Asks the user for a line; nil if there is no terminal. With `isHidden`, the answer is not echoed.
  package var ask: @Sendable (_ question: String, _ isHidden: Bool) -> String? = { Terminal.ask($0, isHidden: $1) }
  /// Whether standard input is a terminal, so that reading waits for the user.
  package var stdinIsTerminal = isatty(STDIN_FILENO) == 1
  /// Whether standard input is a pipe that is not at its end.
  package var stdinIsPipe = FileDescriptor.isOpenPipe(STDIN_FILENO)
  /// Whether standard input is such a pipe, or a file of which nothing was read. A loop of a shell reads a file before its commands.
  package var stdinHasText = FileDescriptor.isOpenPipe(STDIN_FILENO) || FileDescriptor.isUnreadFile(STDIN_FILENO)
  /// Whether nothing comes from standard input, a pipe, for two seconds.
  package var stdinIsLate: @Sendable () -> Bool = { !FileDescriptor.hasInput(STDIN_FILENO, within: 2000) }
  /// Opens a URL in the browser; false if that fails.
  package var browse: @Sendable (_ address: String) -> Bool = { Browser.open($0) }
  package var piece: @Sendable () async throws(Failure) -> [UInt8] = { () async throws(Failure) in
    try await FileDescriptor.piece(STDIN_FILENO)
  }
  package var stdin: @Sendable () throws(Failure) -> [UInt8] = { () throws(Failure) in
    try FileDescriptor.readAll(STDIN_FILENO, limit: 512 << 20)
  }
  /// Standard input as a file to send: a pipe, which is sent while it is read, or the unread part of a regular file; otherwise nil.
  package var stdinFile: @Sendable () -> File? = { FileDescriptor.standardInput }
  /// How long a WebSocket stays open after the last line while the server is silent.
  package var patience = Duration.seconds(1)
  package var commands: [String] = []
  /// The command line of a program with a spec of its own; nil for `dial` itself.
  package var bundle: BundledCommands?
  /// Opens the file of the program.
  package var program: @Sendable () -> OpenFile? = { OwnFile.open() }
  package let afterwards = Afterwards()
  /// Runs another command line and returns its exit code; for the demo.
  package var run: @Sendable (_ words: [String], _ console: Console, _ context: Context) async -> Int32 = { _, _, _ in ExitStatus.failure }

  package init() {}
}

/// The work that a command leaves for when its output is written.
package final class Afterwards: Sendable {
  private let work = Mutex<[@Sendable () -> Void]>([])

  package func add(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0.append(work) } }

  package func run() {
    let all = work.withLock { work in
      defer { work = [] }
      return work
    }
    for work in all { work() }
  }
}

/// Cancels the work on SIGINT, SIGTERM and SIGHUP, and then ends the process by the same signal, because a shell stops its loop only then.
/// A closed pipe is reported by the write.
package enum Signals {
  private static let received = Atomic<Int32>(0)
  private static let isServing = Atomic<Bool>(false)
  /// What the first signal does instead of cancelling the work.
  private static let drain = Mutex<(@Sendable () -> Void)?>(nil)

  /// Whether another program, such as a pager, handles SIGINT.
  private static let isAway = Atomic<Bool>(false)

  package static func leave(_ isAway: Bool) { self.isAway.store(isAway, ordering: .relaxed) }

  /// Makes the first signal call `stop`, after which the work ends by itself, for a run whose calls under way must end.
  package static func drain(_ stop: (@Sendable () -> Void)?) { drain.withLock { $0 = stop } }

  /// Makes a signal a successful end from now on, for servers.
  package static func serve() { isServing.store(true, ordering: .relaxed) }

  /// Call it before the first thread starts, because threads inherit the signal mask.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var set = caught
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Handles signals until the process ends. A second signal ends it at once.
  package static func wait(cancel: () -> Void) -> Never {
    while true {
      var set = caught
      var got: Int32 = 0
      guard sigwait(&set, &got) == 0 else { continue }
      if got == SIGINT, isAway.load(ordering: .relaxed) || ignored.contains(SIGINT) && !isServing.load(ordering: .relaxed) { continue }
      let isFirst = received.exchange(got, ordering: .relaxed) == 0
      if !isFirst { end(with: ExitStatus.done) }
      if let stop = drain.withLock({ $0 }) {
        stop()
        continue
      }
      // Move below the ^C of the terminal. A shell does that if the process ends by the signal.
      if got == SIGINT, isServing.load(ordering: .relaxed), isatty(STDERR_FILENO) == 1 {
        try? FileDescriptor.write([0x0A], to: STDERR_FILENO)
      }
      cancel()
      Task.detached {
        // Time for the work to end after being cancelled; a server has more connections to close.
        try? await Task.sleep(for: isServing.load(ordering: .relaxed) ? .seconds(5) : .milliseconds(200))
        end(with: ExitStatus.done)
      }
    }
  }

  /// Ends the process with a status or by the received signal. A stopped server ends with success.
  package static func end(with status: Int32) -> Never {
    let signal = received.load(ordering: .relaxed)
    if signal == 0 { Exit.now(status) }
    if isServing.load(ordering: .relaxed) { Exit.now(ExitStatus.done) }
    Exit.die(of: signal)
  }

  /// Whether the process goes on when its terminal or its shell ends (`nohup`).
  package static var outlivesTerminal: Bool { ignored.contains(SIGHUP) }

  private static let caught: sigset_t = {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] where signal != SIGHUP || !ignored.contains(SIGHUP) { sigaddset(&set, signal) }
    return set
  }()

  /// The signals that the process ignores since its start: SIGHUP with `nohup dial …`, SIGINT with `dial … &` in a script. A server ends by
  /// SIGINT even then, so that a script can stop it.
  private static let ignored: Set<Int32> = {
    var ignored: Set<Int32> = []
    for signal in [SIGINT, SIGHUP] {
      var action = sigaction()
      if sigaction(signal, nil, &action) == 0, isIgnored(action) { ignored.insert(signal) }
    }
    return ignored
  }()

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // Swift cannot compare C functions. Both are pointers, as large as Int.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

package enum Exit {
  /// Ends the process at once. Output is unbuffered, so nothing is lost. Unfinished files are removed, and the echo of the terminal is
  /// turned on.
  package static func now(_ status: Int32) -> Never {
    Terminal.restore()
    _exit(status)
  }

  /// Ends the process by a signal as if it were not handled: `$?` is 128 plus its number.
  static func die(of number: Int32) -> Never {
    Terminal.restore()
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    _exit(128 + number)
  }
}

/// Standard input, which only one word of a command line can use.
package final class StandardInput: Sendable {
  private let context: Context
  private let owner = Mutex<String?>(nil)
  /// What was read before it was known which word uses it.
  private let held = Mutex<[UInt8]?>(nil)

  package init(context: Context) { self.context = context }

  /// Reserves standard input; throws if it is in use.
  package func reserve(_ what: String) throws(Failure) {
    let other = owner.withLock { owner in
      defer { owner = owner ?? what }
      return owner
    }
    if let other { throw .usage("standard input can be read only once, but \(other) and \(what) both use it") }
  }

  package var isFree: Bool { owner.withLock { $0 == nil } }

  /// Returns standard input as a file, which is not read yet; nil if it has to be read as a whole.
  package func file(for what: String) throws(Failure) -> File? {
    guard held.withLock({ $0 == nil }), let file = context.stdinFile() else { return nil }
    try reserve(what)
    return file
  }

  /// Reads standard input, which a word uses later.
  package func hold(for what: String) throws(Failure) -> [UInt8] {
    let bytes = try read(for: what)
    owner.withLock { $0 = nil }
    held.withLock { $0 = bytes }
    return bytes
  }

  package func read(for what: String) throws(Failure) -> [UInt8] {
    try reserve(what)
    if let bytes = held.withLock({ $0 }) { return bytes }
    do throws(Failure) {
      return try context.stdin()
    } catch {
      throw .io("cannot read standard input for \(what): \(error.message)")
    }
  }
}
