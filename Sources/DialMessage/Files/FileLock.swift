#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Excludes other processes, and other tasks of this one, from changing a file. The system releases it when the process ends.
package struct FileLock: ~Copyable {
  private let file: FileWriter

  /// Waits for the lock, at most half a minute.
  package init(_ path: String) async throws {
    let writer = try FileWriter(path, flags: O_CREAT | O_NOFOLLOW, mode: 0o600)
    let end = ContinuousClock.now + .seconds(30)
    while flock(writer.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw FileWriter.fault(path) }
      guard .now < end else { throw TransportError(.io, "'\(path)' is locked by another process") }
      try await Task.sleep(for: .milliseconds(10))
    }
    file = writer
  }

  package borrowing func release() { try? file.close() }
}
