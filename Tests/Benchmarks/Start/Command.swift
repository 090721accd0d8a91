import Foundation

/// A program and its words, run to the end with its output thrown away.
struct Command {
  private let words: [String]

  /// Runs it once, to see that it does what it should.
  init(_ words: [String]) throws {
    self.words = words
    _ = try seconds(of: 1)
  }

  /// Seconds of one run, the mean of some.
  func seconds(of runs: Int) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<runs { try run() }
    return (clock.now - start) / .seconds(runs)
  }

  private func run() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var (process, status) = (pid_t(), CInt())
    let failure = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    guard failure == 0 else { throw PeerError(description: "'\(words[0])' cannot be started: \(String(cString: strerror(failure)))") }
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else { throw PeerError(description: "'\(words.joined(separator: " "))' failed") }
  }
}
