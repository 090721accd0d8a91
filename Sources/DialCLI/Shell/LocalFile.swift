import Dial
import DialLibc
import Dispatch
import Synchronization

/// Files on the command line, including pipes such as `<(…)` of a shell.
struct LocalFile {
  /// The maximum size in bytes.
  static let limit = 512 << 20

  let path: String

  init(_ path: String) { self.path = path }

  var exists: Bool { mode.map { $0 != S_IFDIR } ?? false }

  var isFolder: Bool { mode == S_IFDIR }

  /// Whether the file has a size and can be read twice.
  var isRegular: Bool { mode == S_IFREG }

  private var mode: mode_t? {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
  }

  static func isRegular(_ descriptor: Int32) -> Bool {
    var info = stat()
    return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  static func isPipe(_ descriptor: Int32) -> Bool {
    var info = stat()
    return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFIFO
  }

  /// The destination of a symbolic link, so that writing keeps the link.
  var destination: String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    // The destination may not exist yet.
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return path }
    let there = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return there.hasPrefix("/") ? there : path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)] + there
  }

  /// Returns the content. The reason in an error follows "cannot read 'x': ".
  func read() throws(Unreadable) -> [UInt8] {
    if mode == S_IFDIR { throw Unreadable(reason: "it is a folder") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unreadable(reason: errno == ENOENT ? "it does not exist" : FileDescriptor.reason(errno)) }
    defer { close(descriptor) }
    do throws(Failure) {
      return try FileDescriptor.readAll(descriptor, limit: Self.limit)
    } catch {
      throw Unreadable(reason: error.message)
    }
  }

  struct Unreadable: Error { var reason: String }
}

/// A folder that is searched for suggestions and completion.
struct LocalFolder {
  let path: String

  init(_ path: String) { self.path = path }

  var names: [String] {
    CacheFolder.names(in: path).sorted()
  }
}

/// Reads and writes whole streams without buffering.
enum FileDescriptor {
  /// Writes all bytes. A closed pipe ends the process silently, like SIGPIPE.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let wrote = bytes.withUnsafeBytes { rest in DialLibc.write(descriptor, rest.baseAddress.map { $0 + done }, rest.count - done) }
      if wrote >= 0 {
        done += wrote
      } else if errno == EPIPE, descriptor == STDOUT_FILENO {
        Exit.now(ExitStatus.brokenPipe)
      } else if errno != EINTR, errno != EAGAIN {
        throw Failure.io(reason(errno))
      }
    }
  }

  static func readAll(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = read(descriptor, &piece, piece.count)
      if got == 0 { return all }
      if got < 0 {
        if errno == EINTR { continue }
        throw Failure.io(reason(errno))
      }
      all += piece[..<got]
      if all.count > limit { throw Failure.io("it is larger than \(ByteCount.text(limit))") }
    }
  }

  /// Columns of the terminal; 80 if unknown.
  static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    let answered = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return answered ? Int(size.ws_col) : Console.environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Lines of the terminal; nil if unknown.
  static func height(of descriptor: Int32) -> Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : nil
  }

  static func reason(_ number: Int32) -> String {
    let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension FileDescriptor {
  /// Returns the available bytes of a stream; empty at its end. Blocks its own thread, because the wait can be unlimited.
  static func piece(_ descriptor: Int32) async throws(Failure) -> [UInt8] {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: nextPiece(descriptor)) }
    }
    return try result.get()
  }

  private static func nextPiece(_ descriptor: Int32) -> Result<[UInt8], Failure> {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = read(descriptor, &piece, piece.count)
      if got >= 0 { return .success(Array(piece[..<got])) }
      if errno != EINTR { return .failure(.io("cannot read standard input: \(reason(errno))")) }
    }
  }
}

/// A file that is written under another name and renamed when it is complete and on disk, so that an error leaves the old file unchanged.
struct FileTarget {
  let path: String

  init(_ path: String) { self.path = path }

  /// Checks before a request that the file can be written.
  func check() throws(Failure) {
    var info = stat()
    let kind = stat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
    if kind == S_IFDIR { throw fault("it is a folder") }
    if let kind, kind != S_IFREG {
      guard access(path, W_OK) == 0 else { throw fault(FileDescriptor.reason(errno)) }
      return
    }
    if path.hasSuffix("/") { throw fault("the folder does not exist") }
    let folder = Disk.folder(of: LocalFile(path).destination)
    guard LocalFile(folder).isFolder else { throw fault("the folder '\(folder)' does not exist") }
    guard access(folder, W_OK | X_OK) == 0 else { throw fault(FileDescriptor.reason(errno)) }
  }

  /// Saves an incomplete result next to `path`. Returns its path; nil if that fails.
  static func keep(_ bytes: [UInt8], besides path: String) -> String? {
    let beside = path + ".partial"
    var info = stat()
    // Nothing can be saved next to a device or a pipe.
    if bytes.isEmpty || stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG { return nil }
    do throws(Failure) { try FileTarget(beside).write(bytes) } catch { return nil }
    return beside
  }

  private func fault(_ reason: String) -> Failure { .io("cannot write '\(path)': \(reason)") }

  func write(_ bytes: [UInt8]) throws(Failure) {
    var info = stat()
    let exists = stat(path, &info) == 0
    if exists, info.st_mode & S_IFMT == S_IFDIR { throw fault("it is a folder") }
    // A device or a pipe is written, never replaced.
    if exists, info.st_mode & S_IFMT != S_IFREG { return try direct(bytes) }
    let target = LocalFile(path).destination
    let aside = Self.aside(target)
    let descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw fault(FileDescriptor.reason(errno)) }
    PartialFiles.add(aside)
    do throws(Failure) {
      if exists { fchmod(descriptor, info.st_mode & 0o7777) }
      try fill(descriptor, bytes)
      guard rename(aside, target) == 0 else { throw fault(FileDescriptor.reason(errno)) }
      Disk.syncFolder(of: target)
    } catch {
      unlink(aside)
      PartialFiles.forget(aside)
      throw error
    }
    PartialFiles.forget(aside)
  }

  private func fill(_ descriptor: Int32, _ bytes: [UInt8]) throws(Failure) {
    do throws(Failure) {
      try FileDescriptor.write(bytes, to: descriptor)
    } catch {
      close(descriptor)
      throw fault(error.message)
    }
    let isSafe = Disk.sync(descriptor)
    let reason = isSafe ? "" : FileDescriptor.reason(errno)
    let isClosed = close(descriptor) == 0
    guard isSafe else { throw fault(reason) }
    guard isClosed else { throw fault(FileDescriptor.reason(errno)) }
  }

  private func direct(_ bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(FileDescriptor.reason(errno)) }
    try fill(descriptor, bytes)
  }

  private static func aside(_ path: String) -> String {
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return path[..<cut] + ".\(path[cut...]).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
  }
}

/// Unfinished files, which are removed if the process ends early.
enum PartialFiles {
  private static let paths = Mutex<Set<String>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  static func removeAll() {
    paths.withLock { paths in
      for path in paths { unlink(path) }
      paths.removeAll()
    }
  }
}

/// The folders of the user (XDG Base Directory Specification); nil if the home folder is unknown.
struct UserFolders: Sendable {
  /// For files that the user writes: `~/.config/dial`.
  var config: String?
  /// For files that commands write: `~/.local/share/dial`.
  var data: String?

  static var standard: UserFolders {
    func folder(_ variable: String, _ usual: String) -> String? {
      // The specification says to ignore relative paths.
      if let path = Console.environment(variable), path.hasPrefix("/") { return path + "/dial" }
      return Console.environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(usual)/dial" : nil }
    }
    return UserFolders(config: folder("XDG_CONFIG_HOME", ".config"), data: folder("XDG_DATA_HOME", ".local/share"))
  }

  var tokens: String? { data.map { "\($0)/tokens.json" } }
  var profiles: String? { config.map { "\($0)/profiles.yaml" } }

  /// The folder of cached responses: `$XDG_CACHE_HOME/dial`, otherwise `~/.cache/dial`; nil if unknown.
  static var cache: String? {
    if let folder = Console.environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/dial" }
    return Console.environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.cache/dial" }
  }

  /// The folders that are searched for specs by name, in order.
  static var specs: [String] {
    let listed = (Console.environment("DIAL_PATH") ?? "").split(separator: ":").map(String.init)
    let home = Console.environment("HOME").map { ["\($0)/.config/dial/specs"] } ?? []
    return listed + ["./specs"] + home
  }
}
