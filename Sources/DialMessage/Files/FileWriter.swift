import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file or device that is written to its end. Writing blocks a thread for a piece at a time.
package final class FileWriter {
  package let path: String
  package let number: Int32
  /// Bytes from the beginning of the file.
  package private(set) var length: Int64 = 0
  private var isOpen = true

  /// `flags` beside those for writing; what is made gets the mode that the process gives to its files.
  package init(_ path: String, flags: Int32 = 0, mode: UInt32 = 0o666) throws(TransportError) {
    self.path = path
    number = open(path, O_WRONLY | O_CLOEXEC | flags, mode_t(mode))
    guard number >= 0 else {
      isOpen = false
      throw Self.fault(path)
    }
  }

  deinit { if isOpen { platformClose(number) } }

  /// Why the path cannot be written, as the system says it of its last error.
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

  /// Goes to a place of the file; what was behind it is gone.
  package func cut(to length: Int64) throws(TransportError) {
    guard ftruncate(number, off_t(length)) == 0, lseek(number, off_t(length), SEEK_SET) >= 0 else { throw Self.fault(path) }
    self.length = length
  }

  /// Waits until all is on the disk.
  package func sync() throws(TransportError) {
    guard Disk.sync(number) else { throw Self.fault(path) }
  }

  /// Some file systems tell only here that there was no room.
  package func close() throws(TransportError) {
    guard isOpen else { return }
    isOpen = false
    guard platformClose(number) == 0 else { throw Self.fault(path) }
  }
}

@discardableResult
private func platformClose(_ number: Int32) -> Int32 { close(number) }

private func platformWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int { write(number, start, count) }
