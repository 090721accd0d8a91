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

  init(_ words: [String]) { self.words = words }

  /// Starts it and leaves it alone; false where it cannot be started.
  func start() -> Bool { spawn(out: nil) != nil }

  /// What it writes to standard output, once it has ended well. It reads nothing, and its errors go to standard error.
  func output(limit: Int = 64 << 10) throws(Failure) -> [UInt8] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .io("cannot run '\(words[0])': \(Descriptor.reason(errno))") }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    let process = spawn(out: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    guard let process else { throw .io("cannot run '\(words[0])'") }
    let read = Result { () throws(Failure) in try Descriptor.readAll(ends[0], limit: limit) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let bytes = try read.get()
    guard status == 0 else { throw .io("'\(words[0])' ended with \((status >> 8) & 0xFF)") }
    return bytes
  }

  private func spawn(out: Int32?) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let out {
      posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    return posix_spawnp(&process, words[0], &actions, nil, &arguments, environ) == 0 ? process : nil
  }
}
