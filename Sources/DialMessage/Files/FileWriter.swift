import DialLibc
import DialModel

/// Writes an open file or device. Each write blocks a thread.
package final class FileWriter {
  package let path: String
  /// The path in errors.
  private let shown: String
  package let number: Int32
  /// The length of the file so far.
  package private(set) var length: Int64 = 0
  private var isOpen = true

  /// Opens a file; `flags` are added to those for writing. A new file gets the default mode of the process.
  package init(_ path: String, flags: Int32 = 0, mode: UInt32 = 0o666, shown: String? = nil) throws(TransportError) {
    self.path = path
    self.shown = shown ?? path
    number = open(path, O_WRONLY | O_CLOEXEC | flags, mode_t(mode))
    guard number >= 0 else {
      isOpen = false
      throw Self.fault(self.shown)
    }
  }

  deinit {
    guard isOpen else { return }
    // A process that is being started has a copy of the descriptor until it runs its program, which would keep a lock.
    flock(number, LOCK_UN)
    _ = DialLibc.close(number)
  }

  /// Uses an open file; `path` is the path that it will get.
  private init(_ number: Int32, _ path: String) { (self.path, shown, self.number) = (path, path, number) }

  /// Writes a file atomically: it takes its name when it is complete and, if `syncs`, on disk. Until then it has no name if the file system
  /// supports that, so that an interrupted process leaves nothing, otherwise a hidden one beside it. An existing file, or a link, is
  /// replaced, or with `mayReplace` false an error. The process takes bits from `mode`, but not from `exactMode`.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, exactMode: UInt32? = nil, mayReplace: Bool = true, syncs: Bool = true
  ) throws(TransportError) {
    if let writer = unnamed(for: path, mode: mode) {
      try writer.fill(bytes, exactMode, syncs)
      if try writer.take(name: path, mayReplace: mayReplace) { return try writer.close() }
    }
    let aside = aside(path)
    let writer = try FileWriter(aside, flags: O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode, shown: path)
    do throws(TransportError) {
      try writer.fill(bytes, exactMode, syncs)
      try writer.close()
      guard (mayReplace ? rename(aside, path) : link(aside, path)) == 0 else { throw fault(path) }
    } catch {
      unlink(aside)
      throw error
    }
    if !mayReplace { unlink(aside) }
  }

  private func fill(_ bytes: [UInt8], _ exactMode: UInt32?, _ syncs: Bool) throws(TransportError) {
    if let exactMode { fchmod(number, mode_t(exactMode)) }
    try append(bytes)
    if syncs { try sync() }
  }

  private static let aside = (prefix: ".dial-", suffix: ".part")

  private static func aside(_ path: String) -> String {
    "\(Disk.folder(of: path))/\(aside.prefix)\(String(UInt64.random(in: 0...(.max)), radix: 36))\(aside.suffix)"
  }

  /// Opens a file without a name in the folder of `path`; nil if the system or the file system does not support it.
  private static func unnamed(for path: String, mode: UInt32) -> FileWriter? {
    #if os(Linux)
      // O_TMPFILE, whose macro is too complex for Swift.
      let number = open(Disk.folder(of: path), O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, mode_t(mode))
      return number < 0 ? nil : FileWriter(number, path)
    #else
      return nil
    #endif
  }

  /// Gives the unnamed file its name. Returns false if the system cannot, as without `/proc`.
  private func take(name path: String, mayReplace: Bool) throws(TransportError) -> Bool {
    let own = "/proc/self/fd/\(number)"
    if linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return true }
    guard errno == EEXIST else { return false }
    guard mayReplace else { throw Self.fault(path) }
    // An existing name can be replaced only by another one.
    let aside = Self.aside(path)
    guard linkat(AT_FDCWD, own, AT_FDCWD, aside, AT_SYMLINK_FOLLOW) == 0 else { return false }
    guard rename(aside, path) == 0 else {
      let fault = Self.fault(path)
      unlink(aside)
      throw fault
    }
    return true
  }

  /// Removes the unfinished files that a killed process left in a folder an hour ago or earlier.
  package static func removeStale(in folder: String) {
    for name in CacheFolder.names(in: folder) where name.hasPrefix(aside.prefix) && name.hasSuffix(aside.suffix) {
      let path = "\(folder)/\(name)"
      guard let kind = FileKind(itself: path), kind.isOwn, Double(time(nil)) - kind.changed > 3600 else { continue }
      unlink(path)
    }
  }

  /// Returns the error for the last error of the system.
  package static func fault(_ path: String) -> TransportError { fault(path, SystemReason.last) }

  package static func fault(_ path: String, _ reason: String) -> TransportError {
    TransportError(.io, "cannot write '\(path)': \(reason)").about(.unwritableFile)
  }

  package func append(_ bytes: [UInt8]) throws(TransportError) {
    var done = 0
    while done < bytes.count {
      let wrote = bytes.withUnsafeBytes { rest in DialLibc.write(number, rest.baseAddress.map { $0 + done }, rest.count - done) }
      if wrote >= 0 {
        done += wrote
        length += Int64(wrote)
      } else if errno != EINTR {
        throw Self.fault(shown)
      }
    }
  }

  /// Truncates the file, and continues at its end.
  package func cut(to length: Int64) throws(TransportError) {
    guard ftruncate(number, off_t(length)) == 0, lseek(number, off_t(length), SEEK_SET) >= 0 else { throw Self.fault(shown) }
    self.length = length
  }

  /// Waits until everything is on disk.
  package func sync() throws(TransportError) {
    guard Disk.sync(number) else { throw Self.fault(shown) }
  }

  /// Waits until the bytes are on disk.
  package func syncData() throws(TransportError) {
    guard Disk.syncData(number) else { throw Self.fault(shown) }
  }

  /// Closes the file. Some file systems report only here that the disk is full.
  package func close() throws(TransportError) {
    guard isOpen else { return }
    isOpen = false
    guard DialLibc.close(number) == 0 else { throw Self.fault(shown) }
  }
}
