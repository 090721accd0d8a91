import Dial
import DialLibc

/// Another program, started without a shell, so its words are not interpreted.
package struct SubProcess {
  package let words: [String]
  /// How long it may take to write its output and to end.
  private let patience: Duration

  /// The default is two minutes, because the user may have to unlock something.
  package init(_ words: [String], patience: Duration = .seconds(120)) { (self.words, self.patience) = (words, patience) }

  /// Starts the program without waiting; false if that fails.
  package func start() -> Bool { spawn() != nil }

  /// Starts the program with a text as its standard input and waits for it; false if it cannot be started.
  package func feed(_ text: [UInt8]) -> Bool {
    guard let ends = Self.pipe() else { return false }
    let process = spawn(input: ends[0], output: STDOUT_FILENO)
    close(ends[0])
    // Ignore errors: the program may close its input early.
    if process != nil { try? FileDescriptor.write(text, to: ends[1]) }
    close(ends[1])
    guard let process else { return false }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // 127 is the code of a shell for an unknown program.
    return (status >> 8) & 0xFF != 127
  }

  /// Returns its standard output if it succeeds. Standard input is empty, errors go to standard error. It is ended if it takes too long, or
  /// writes more than `limit` bytes.
  package func output(limit: Int = 64 << 10) throws(Failure) -> [UInt8] {
    guard let ends = Self.pipe() else { throw .io("cannot run '\(words[0])': \(SystemReason.last)") }
    let process = spawn(output: ends[1])
    close(ends[1])
    guard let process else {
      close(ends[0])
      throw .io("cannot run '\(words[0])'")
    }
    let end = ContinuousClock.now + patience
    let written = Result { () throws(Failure) in try gather(ends[0], limit: limit, until: end) }
    // A program that still writes would wait forever for a reader.
    close(ends[0])
    if case .failure = written { kill(process, SIGKILL) }
    let status = Self.ended(process, until: end)
    guard let bytes = try written.get(), let status else {
      throw .io("'\(words[0])' timed out after \(DurationText.text(patience)) and was killed")
    }
    guard status == 0 else { throw .io("'\(words[0])' \(Self.told(status))") }
    return bytes
  }

  /// Returns the ends of a pipe for reading and writing, which other programs do not get; nil if there are too many open files.
  private static func pipe() -> [Int32]? {
    var ends: [Int32] = [0, 0]
    guard DialLibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// Reads a stream to its end; nil if that takes too long.
  private func gather(_ number: Int32, limit: Int, until end: ContinuousClock.Instant) throws(Failure) -> [UInt8]? {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return nil }
      var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, Int32(min(left / .milliseconds(1), 60_000)) + 1) > 0 else { continue }
      let got: Int
      do throws(Failure) { got = try FileDescriptor.read(number, &piece) } catch {
        throw .io("cannot read the output of '\(words[0])': \(error.message)")
      }
      if got == 0 { return all }
      all += piece[..<got]
      if all.count > limit { throw .io("'\(words[0])' wrote more than \(ByteCount.text(limit)) and was killed") }
    }
  }

  /// Waits for the program and returns its status; nil if it had to be ended. It is always reaped.
  private static func ended(_ process: pid_t, until end: ContinuousClock.Instant) -> Int32? {
    var status: Int32 = 0
    while true {
      let got = waitpid(process, &status, WNOHANG)
      if got == process { return status }
      if got < 0, errno != EINTR { return nil }
      guard ContinuousClock.now < end else { break }
      usleep(2000)
    }
    kill(process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return nil
  }

  private static func told(_ status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0 ? "failed with exit code \((status >> 8) & 0xFF)" : "was killed by signal \(signal)"
  }

  /// Starts the program; nil if that fails. Without a descriptor, its input is empty and its output is dropped.
  private func spawn(input: Int32? = nil, output: Int32? = nil) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Reset the signals that `Signals` blocks and ignores, so that the program ends at Ctrl-C and closed pipes.
    var (blocked, usual) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    for (given, number, mode) in [(input, STDIN_FILENO, O_RDONLY), (output, STDOUT_FILENO, O_WRONLY)] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
      }
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    return posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ) == 0 ? process : nil
  }
}

/// Opens a page in the browser of the user.
package enum Browser {
  /// Returns false if no browser could be started; then the user opens the address.
  package static func open(_ address: String) -> Bool {
    #if os(macOS)
      return SubProcess(["open", address]).start()
    #else
      guard Console.environment("DISPLAY") != nil || Console.environment("WAYLAND_DISPLAY") != nil else { return false }
      return SubProcess(["xdg-open", address]).start()
    #endif
  }
}
