package import Dial
import DialLibc
import Dispatch
package import Synchronization

/// Files on the command line, including pipes such as `<(…)` of a shell.
package struct LocalFile {
  /// The maximum size in bytes.
  package static let limit = 512 << 20

  package let path: String

  package init(_ path: String) { self.path = path }

  package var exists: Bool { FileKind(path)?.isFolder == false }

  package var isFolder: Bool { FileKind(path)?.isFolder == true }

  /// Whether the file has a size and can be read twice.
  package var isRegular: Bool { FileKind(path)?.isRegular == true }

  /// The destination of a symbolic link, so that writing keeps the link.
  package var destination: String {
    if let real = File.resolved(path) { return real }
    // The destination may not exist yet.
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return path }
    let there = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return there.hasPrefix("/") ? there : path[..<Self.name(in: path)] + there
  }

  /// Returns where the name of a file begins in its path.
  package static func name(in path: String) -> String.Index { path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex }

  package func read() throws(Failure) -> [UInt8] {
    if isFolder { throw unreadable("it is a folder") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(errno == ENOENT ? "it does not exist" : SystemReason.last) }
    defer { close(descriptor) }
    do throws(Failure) { return try FileDescriptor.readAll(descriptor, limit: Self.limit) } catch { throw unreadable(error.message) }
  }

  /// Opens the file for reading, until the process ends.
  package func opened() throws(Failure) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(SystemReason.last) }
    return descriptor
  }

  private func unreadable(_ reason: String) -> Failure { .io("cannot read '\(path)': \(reason)") }

  /// Returns the text of bytes without its last line end.
  package static func line(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}

/// Reads and writes whole streams without buffering.
package enum FileDescriptor {
  /// Whether a closed pipe is an error like any other, because calls are under way whose end must be recorded.
  package static let keepsRunning = Atomic(false)

  /// Writes all bytes. A closed pipe ends the process silently, like SIGPIPE.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let wrote = bytes.withUnsafeBytes { rest in DialLibc.write(descriptor, rest.baseAddress.map { $0 + done }, rest.count - done) }
      if wrote >= 0 {
        done += wrote
      } else if errno == EPIPE, descriptor == STDOUT_FILENO, !keepsRunning.load(ordering: .relaxed) {
        Exit.now(ExitStatus.brokenPipe)
      } else if errno != EINTR, errno != EAGAIN {
        throw Failure.io(SystemReason.last)
      }
    }
  }

  /// Whether a descriptor is a pipe with bytes to read, or one whose other end may still write some.
  static func isOpenPipe(_ descriptor: Int32) -> Bool {
    guard FileKind(open: descriptor)?.isPipe == true else { return false }
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) == 0 || Int32(state.revents) & POLLIN != 0
  }

  /// Whether bytes or the end of a descriptor arrive within this many milliseconds.
  static func hasInput(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) != 0
  }

  /// Whether a descriptor is a pipe that nobody reads any more.
  package static func isAbandoned(_ descriptor: Int32) -> Bool {
    guard let kind = FileKind(open: descriptor), kind.isPipe || kind.isSocket else { return false }
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1 && Int32(state.revents) & (POLLERR | POLLHUP) != 0
  }

  /// Whether a descriptor is a file that is not empty, at its start.
  static func isUnreadFile(_ descriptor: Int32) -> Bool {
    guard let kind = FileKind(open: descriptor), kind.isRegular else { return false }
    return kind.size > 0 && lseek(descriptor, 0, SEEK_CUR) == 0
  }

  /// Standard input as a file: a pipe, or a regular file from the current position; nil for a terminal or a socket.
  package static var standardInput: File? {
    guard let kind = FileKind(open: STDIN_FILENO) else { return nil }
    // It is opened again, which another user than that of the pipe may not do (sudo).
    guard kind.isPipe || kind.isRegular, access("/dev/stdin", R_OK) == 0 else { return nil }
    if kind.isPipe { return File("/dev/stdin") }
    let position = Int64(lseek(STDIN_FILENO, 0, SEEK_CUR))
    return position > 0 ? File("/dev/stdin", range: position..<max(kind.size, position)) : File("/dev/stdin")
  }

  /// Reads what is available; returns 0 at the end.
  package static func read(_ descriptor: Int32, _ piece: inout [UInt8]) throws(Failure) -> Int {
    while true {
      let got = DialLibc.read(descriptor, &piece, piece.count)
      if got >= 0 { return got }
      if errno != EINTR { throw .io(SystemReason.last) }
    }
  }

  static func readAll(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = try read(descriptor, &piece)
      if got == 0 { return all }
      all += piece[..<got]
      if all.count > limit { throw Failure.io("it is larger than \(ByteCount.text(limit))") }
    }
  }
}

extension FileDescriptor {
  /// Returns the available bytes of a stream; empty at its end. Blocks its own thread, because the wait can be unlimited.
  package static func piece(_ descriptor: Int32) async throws(Failure) -> [UInt8] {
    let result: Result<[UInt8], Failure> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let available = Result<[UInt8], Failure> { () throws(Failure) in
          var piece = [UInt8](repeating: 0, count: 65_536)
          let got = try read(descriptor, &piece)
          return Array(piece[..<got])
        }
        continuation.resume(returning: available.mapError { .io("cannot read standard input: \($0.message)") })
      }
    }
    return try result.get()
  }
}

/// A file that is written under another name and renamed when it is complete and on disk, so that an error leaves the old file unchanged.
package struct FileTarget {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Checks before a request that the file can be written.
  package func check() throws(Failure) {
    let kind = FileKind(path)
    if kind?.isFolder == true {
      let inside = (path.hasSuffix("/") ? path : path + "/") + "NAME"
      throw fault("it is a folder", hint: "only bytes are written into a folder; add a file name: -O \(ShellWord.quoted(inside))")
    }
    if kind?.isRegular == false {
      guard access(path, W_OK) == 0 else { throw fault(SystemReason.last) }
      return
    }
    if path.hasSuffix("/") { throw fault("the folder does not exist") }
    let folder = Disk.folder(of: LocalFile(path).destination)
    guard LocalFile(folder).isFolder else { throw fault("the folder '\(folder)' does not exist") }
    guard access(folder, W_OK | X_OK) == 0 else { throw fault(SystemReason.last) }
  }

  /// Saves an incomplete result next to `path`. Returns its path; nil if that fails.
  package static func keep(_ bytes: [UInt8], besides path: String) -> String? {
    let beside = path + ".partial"
    // Nothing can be saved next to a device or a pipe.
    if bytes.isEmpty || FileKind(path)?.isRegular == false { return nil }
    do throws(Failure) { try FileTarget(beside).write(bytes) } catch { return nil }
    return beside
  }

  private func fault(_ reason: String, hint: String? = nil) -> Failure { .io("cannot write '\(path)': \(reason)", hint: hint) }

  /// - Parameter isPrivate: whether a new file can be read only by its owner.
  package func write(_ bytes: [UInt8], isPrivate: Bool = false) throws(Failure) {
    let kind = FileKind(path)
    if kind?.isFolder == true { throw fault("it is a folder") }
    try Failure.wrapping { () throws(TransportError) in
      // A device or a pipe is written, never replaced.
      if kind?.isRegular == false {
        let writer = try FileWriter(path)
        try writer.append(bytes)
        return try writer.close()
      }
      let target = LocalFile(path).destination
      try FileWriter.write(bytes, to: target, mode: isPrivate ? 0o600 : 0o666, exactMode: kind.map { UInt32($0.mode) })
      Disk.syncFolder(of: target)
    }
  }
}

/// The folders of the user (XDG Base Directory Specification); nil if the home folder is unknown.
package struct UserFolders: Sendable {
  /// For files that the user writes: `~/.config/dial`.
  package var config: String?
  /// For files that commands write: `~/.local/share/dial`.
  package var data: String?

  package static var standard: UserFolders {
    UserFolders(config: folder("XDG_CONFIG_HOME", ".config"), data: folder("XDG_DATA_HOME", ".local/share"))
  }

  private static func folder(_ variable: String, _ usual: String) -> String? {
    // The specification says to ignore relative paths.
    if let path = Console.environment(variable), path.hasPrefix("/") { return path + "/dial" }
    return Console.environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(usual)/dial" : nil }
  }

  package var tokens: String? { data.map { "\($0)/tokens.json" } }
  package var cookies: String? { data.map { "\($0)/cookies.json" } }
  package var profiles: String? { config.map { "\($0)/profiles.yaml" } }

  /// The folder of cached responses: `$XDG_CACHE_HOME/dial`, otherwise `~/.cache/dial`; nil if unknown.
  package static var cache: String? { folder("XDG_CACHE_HOME", ".cache") }

  /// The folders that are searched for specs by name, in order.
  package static var specs: [String] {
    let listed = (Console.environment("DIAL_PATH") ?? "").split(separator: ":").map(String.init)
    let home = Console.environment("HOME").map { ["\($0)/.config/dial/specs"] } ?? []
    return listed + ["./specs"] + home
  }
}
