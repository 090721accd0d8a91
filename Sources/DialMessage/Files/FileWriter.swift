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

  deinit { if isOpen { _ = DialLibc.close(number) } }

  /// Writes a file atomically: as a hidden file beside it, which takes its name when it is complete and, if `syncs`, on disk. An existing
  /// file, or a link, is replaced, or with `mayReplace` false an error.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, mayReplace: Bool = true, syncs: Bool = true
  ) throws(TransportError) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let aside = "\(folder).dial-\(String(UInt64.random(in: 0...(.max)), radix: 36)).part"
    let writer = try FileWriter(aside, flags: O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode, shown: path)
    do throws(TransportError) {
      try writer.append(bytes)
      if syncs { try writer.sync() }
      try writer.close()
      guard (mayReplace ? rename(aside, path) : link(aside, path)) == 0 else { throw fault(path) }
    } catch {
      unlink(aside)
      throw error
    }
    if !mayReplace { unlink(aside) }
  }

  /// Returns the error for the last error of the system.
  package static func fault(_ path: String) -> TransportError { fault(path, SystemReason.last) }

  /// Returns the error for a file that cannot be written for this reason.
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

  /// Closes the file. Some file systems report only here that the disk is full.
  package func close() throws(TransportError) {
    guard isOpen else { return }
    isOpen = false
    guard DialLibc.close(number) == 0 else { throw Self.fault(shown) }
  }
}
