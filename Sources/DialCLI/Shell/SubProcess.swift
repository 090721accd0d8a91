import DialMessage
import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Another program, started without a shell: its words are its own.
struct SubProcess {
  let words: [String]
  /// How long it may take to write and to end.
  private let patience: Duration

  /// It has two minutes unless it is said: a person may have to unlock something.
  init(_ words: [String], patience: Duration = .seconds(120)) { (self.words, self.patience) = (words, patience) }

  /// Starts it and leaves it alone; false where it cannot be started.
  func start() -> Bool { spawn(out: .null) != nil }

  /// Gives it a text as its standard input, lets it write where this process does, and waits for its end; false where it cannot be started.
  func feed(_ text: [UInt8]) -> Bool {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = spawn(input: ends[0], out: .own)
    close(ends[0])
    // Who has seen enough reads no further.
    if process != nil { try? FileDescriptor.write(text, to: ends[1]) }
    close(ends[1])
    guard let process else { return false }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The shell says so where there is no such program.
    return (status >> 8) & 0xFF != 127
  }

  /// What it writes to standard output, once it has ended well. It reads nothing, and its errors go to standard error. One that writes more
  /// than `limit`, or takes too long, is ended.
  func output(limit: Int = 64 << 10) throws(Failure) -> [UInt8] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .io("cannot run '\(words[0])': \(FileDescriptor.reason(errno))") }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let process = spawn(out: .descriptor(ends[1]))
    close(ends[1])
    guard let process else {
      close(ends[0])
      throw .io("cannot run '\(words[0])'")
    }
    let end = ContinuousClock.now + patience
    let written = Result { () throws(Failure) in try gather(ends[0], limit: limit, until: end) }
    // Who still writes would wait for a reader for ever.
    close(ends[0])
    if case .failure = written { kill(process, SIGKILL) }
    let status = Self.ended(process, until: end)
    guard let bytes = try written.get(), let status else {
      throw .io("'\(words[0])' timed out after \(DurationText.text(patience)) and was killed")
    }
    guard status == 0 else { throw .io("'\(words[0])' \(Self.told(status))") }
    return bytes
  }

  /// Everything up to the end of a stream; nil where the time is over before.
  private func gather(_ number: Int32, limit: Int, until end: ContinuousClock.Instant) throws(Failure) -> [UInt8]? {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return nil }
      var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, Int32(min(left / .milliseconds(1), 60_000)) + 1) > 0 else { continue }
      let got = read(number, &piece, piece.count)
      if got == 0 { return all }
      if got < 0 {
        if errno == EINTR { continue }
        throw .io("cannot read the output of '\(words[0])': \(FileDescriptor.reason(errno))")
      }
      all += piece[..<got]
      if all.count > limit { throw .io("'\(words[0])' wrote more than \(ByteCount.text(limit)) and was killed") }
    }
  }

  /// How it ended; nil where it had to be ended. Nobody of ours is left running, nor unburied.
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

  /// Where a program writes to.
  private enum Output {
    case null, own
    case descriptor(Int32)
  }

  private func spawn(input: Int32? = nil, out: Output) -> pid_t? {
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
    // What `Signals` blocks and ignores is our own: another program is to be ended by Ctrl-C, and by a pipe that nobody reads.
    var (blocked, usual) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    switch out {
    case .own: break
    case .null: posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    case .descriptor(let number): posix_spawn_file_actions_adddup2(&actions, number, STDOUT_FILENO)
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    return posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ) == 0 ? process : nil
  }
}

/// Opens a page in the browser of the user, where there is one.
enum Browser {
  /// False where nothing could be started: then the user opens the address by hand.
  static func open(_ address: String) -> Bool {
    #if os(macOS)
      return SubProcess(["open", address]).start()
    #else
      guard Console.environment("DISPLAY") != nil || Console.environment("WAYLAND_DISPLAY") != nil else { return false }
      return SubProcess(["xdg-open", address]).start()
    #endif
  }
}
