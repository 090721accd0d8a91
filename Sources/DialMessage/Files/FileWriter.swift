import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes an open file or device. Each write blocks a thread.
package final class FileWriter {
  package let path: String
  package let number: Int32
  /// The length of the file so far.
  package private(set) var length: Int64 = 0
  private var isOpen = true

  /// Opens a file; `flags` are added to those for writing. A new file gets the default mode of the process.
  package init(_ path: String, flags: Int32 = 0, mode: UInt32 = 0o666) throws(TransportError) {
    self.path = path
    number = open(path, O_WRONLY | O_CLOEXEC | flags, mode_t(mode))
    guard number >= 0 else {
      isOpen = false
      throw Self.fault(path)
    }
  }

  deinit { if isOpen { platformClose(number) } }

  package static func fault(_ path: String) -> TransportError { TransportError(.io, "cannot write '\(path)': \(SystemReason.last)") }

  package func append(_ bytes: [UInt8]) throws(TransportError) {
    var done = 0
    while done < bytes.count {
      let wrote = bytes.withUnsafeBytes { rest in platformWrite(number, rest.baseAddress.map { $0 + done }, rest.count - done) }
      if wrote >= 0 {
        done += wrote
        length += Int64(wrote)
      } else if errno != EINTR {
        throw Self.fault(path)
      }
    }
  }

  /// Truncates the file, and continues at its end.
  package func cut(to length: Int64) throws(TransportError) {
    guard ftruncate(number, off_t(length)) == 0, lseek(number, off_t(length), SEEK_SET) >= 0 else { throw Self.fault(path) }
    self.length = length
  }

  /// Waits until everything is on disk.
  package func sync() throws(TransportError) {
    guard Disk.sync(number) else { throw Self.fault(path) }
  }

  /// Closes the file. Some file systems report only here that the disk is full.
  package func close() throws(TransportError) {
    guard isOpen else { return }
    isOpen = false
    guard platformClose(number) == 0 else { throw Self.fault(path) }
  }
}

@discardableResult
private func platformClose(_ number: Int32) -> Int32 { close(number) }

private func platformWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int { write(number, start, count) }
