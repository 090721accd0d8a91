import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program on its own terminal, with typed input.
final class PseudoTerminal {
  struct Failed: Error, CustomStringConvertible { var description: String }

  private let master: Int32
  private let child: pid_t
  private(set) var shown: [UInt8] = []

  /// Starts a shell line on a terminal with this number of columns. It is the controlling terminal, so that Ctrl-C is a signal.
  init(_ line: String, in folder: String, environment: [String: String], columns: UInt16) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    // ttyname has one buffer for all threads, so that a test could get the terminal of another one.
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&master, &slave, nil, nil, &size) == 0, ttyname_r(slave, &name, name.count) == 0 else {
      throw Failed(description: "no pseudo-terminal")
    }
    self.master = master
    // Not inherited by children of other tests.
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    defer { close(slave) }
    child = try Self.spawn(
      "cd '\(folder)' && exec \(line)", String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), environment)
    _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    kill(child, SIGKILL)
    close(master)
    var status: Int32 = 0
    waitpid(child, &status, 0)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Waits for a text after an offset; returns the offset after it.
  @discardableResult
  func wait(for text: String, after start: Int = 0, seconds: Double = 60) async throws -> Int {
    let wanted = Array(text.utf8)
    let end = Date().addingTimeInterval(seconds)
    while true {
      read()
      if let place = Self.place(of: wanted, in: shown, from: start) { return place }
      guard Date() < end else {
        throw Failed(description: "'\(text)' was not shown within \(seconds) s, but: \(String(decoding: shown[start...], as: UTF8.self))")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func read() {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      #if canImport(Glibc)
        let got = Glibc.read(master, &piece, piece.count)
      #elseif canImport(Musl)
        let got = Musl.read(master, &piece, piece.count)
      #else
        let got = Darwin.read(master, &piece, piece.count)
      #endif
      guard got > 0 else { return }
      shown += piece[..<got]
    }
  }

  private static func place(of wanted: [UInt8], in shown: [UInt8], from start: Int) -> Int? {
    guard shown.count >= start + wanted.count else { return nil }
    for place in start...(shown.count - wanted.count) where shown[place...].starts(with: wanted) { return place + wanted.count }
    return nil
  }

  /// Starts a session whose controlling terminal is the first one it opens.
  private static func spawn(_ line: String, _ terminal: String, _ environment: [String: String]) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    #if canImport(Darwin)
      let flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #else
      let flags = 0x80 | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    #endif
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var words: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", line].map { (word: String) in strdup(word) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] = environment.map { pair in strdup("\(pair.key)=\(pair.value)") } + [nil]
    defer { for pointer in words + values { free(pointer) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, &values)
    guard result == 0 else { throw Failed(description: "cannot start '\(line)': \(result)") }
    return child
  }
}
