import Foundation

/// A command line that is run without its output.
final class Command {
  static let dial = ProcessInfo.processInfo.environment["DIAL"] ?? ".build/release/dial"
  private let words: [String]
  private(set) var processor: [Double] = []

  /// Runs it once, to check its result and to load it into memory.
  init(_ words: [String], trial: Bool = true) throws {
    self.words = words
    if trial { _ = try seconds(of: 1) }
  }

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
    var (process, status, usage) = (pid_t(), CInt(), rusage())
    let failure = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    guard failure == 0 else { throw PeerError(description: "'\(words[0])' cannot be started: \(String(cString: strerror(failure)))") }
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    guard status == 0 else { throw PeerError(description: "'\(words.joined(separator: " "))' failed") }
    processor.append(Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime))
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

extension Table {
  func compare(_ suite: String, _ name: String, _ words: [String], against peer: String, _ others: [String]) throws {
    guard wants(suite, name) else { return }
    let (ours, theirs) = (try Command(words), try Command(others))
    let runs = 10
    let rounds = try Rounds {
      try ours.seconds(of: runs)
    } _: {
      try theirs.seconds(of: runs)
    }
    row(suite, name, against: peer, rounds, .processor(ours.processor, theirs.processor))
  }
}
