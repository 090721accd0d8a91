import DialMessage
import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of a recording: readable only by its owner, and written atomically.
struct HARFile: Sendable {
  /// The maximum size of a recording.
  private static let limit: Int64 = 512 << 20

  let path: String

  /// Reads the recording. Throws if there is no file, or if it is not a recording.
  func read() throws(CallError) -> HARDocument {
    switch File(path).contents(upTo: Self.limit) {
    case .failure(let fault): throw cannot("read", fault.reason)
    case .success(let bytes): return try reading { () throws(HARFault) in try HARDocument(parsing: bytes) }
    }
  }

  /// Converts a parse error to an error of a call.
  func reading<Value>(_ read: () throws(HARFault) -> Value) throws(CallError) -> Value {
    do throws(HARFault) { return try read() } catch { throw cannot("read", error.message) }
  }

  private func cannot(_ verb: String, _ reason: String) -> CallError {
    CallError(.io, "cannot \(verb) the recording '\(path)': \(reason)")
  }

  /// Throws if the recording could not be written, before anything is sent.
  func check() throws(CallError) {
    _ = try existing()
    guard access(folder, W_OK) == 0 else {
      throw cannot("write", errno == ENOENT ? "the folder '\(folder)' does not exist" : "its folder is not writable")
    }
  }

  /// Adds entries to the recording, or creates one.
  ///
  /// - Parameter replaces: whether to replace the existing recording.
  func append(_ entries: [HAREntry], replaces: Bool) throws(CallError) {
    let lock = try lock()
    defer { if let lock { close(lock) } }
    let existing = try existing()
    var document = replaces ? HARDocument() : existing ?? HARDocument()
    document.append(entries)
    try store(document.bytes)
  }

  /// Returns the existing recording; nil if there is no file or an empty one. Throws for any other file, which must not be lost.
  private func existing() throws(CallError) -> HARDocument? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    guard info.st_mode & S_IFMT == S_IFREG else { throw cannot("write", "it is not a regular file") }
    guard info.st_size > 0 else { return nil }
    do throws(CallError) {
      return try read()
    } catch {
      var error = error
      error.hint = "choose another file, or remove this one; only recordings are overwritten"
      throw error
    }
  }

  private var folder: String {
    guard let slash = target.lastIndex(of: "/") else { return "." }
    return slash == target.startIndex ? "/" : String(target[..<slash])
  }

  /// The destination of a symbolic link, so that the link stays one.
  private var target: String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Waits for other processes of a script that write the same file. Returns nil if the folder cannot be locked.
  private func lock() throws(CallError) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    for _ in 0..<1000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(10_000)
    }
    let isBusy = errno == EWOULDBLOCK
    close(descriptor)
    if isBusy { throw cannot("write", "its folder is locked by another process") }
    return nil
  }

  private func store(_ bytes: [UInt8]) throws(CallError) {
    let target = target
    let name = target.lastIndex(of: "/").map { target[target.index(after: $0)...] } ?? target[...]
    let aside = "\(folder)/.\(name).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
    let descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw cannot("write", Self.reason()) }
    let isWritten = Self.fill(descriptor, bytes) && Disk.sync(descriptor)
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, rename(aside, target) == 0 else {
      let reason = Self.reason()
      unlink(aside)
      throw cannot("write", reason)
    }
    Disk.syncFolder(of: target)
  }

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer
      while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return true
    }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}

/// Why a text is not a recording, as words that follow its name.
struct HARFault: Error, Equatable {
  var message: String

  init(_ message: String) { self.message = message }
}
