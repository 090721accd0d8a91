import DialLibc
import DialModel

/// A small file with secrets, readable only by its owner and written atomically.
package struct PrivateFile: Sendable {
  package let path: String
  private static let limit = 16 << 20

  package init(path: String) { self.path = path }

  /// Returns all bytes. Refuses a file that others can read or own.
  package func read() throws(TransportError) -> [UInt8] {
    guard let file = OpenFile(path, O_NONBLOCK) else { throw TransportError(.io, "the file '\(path)' cannot be opened") }
    guard file.kind.isRegular else { throw TransportError(.io, "'\(path)' is not a regular file") }
    guard file.kind.isPrivate else {
      throw TransportError(
        .io, "'\(path)' contains secrets but is readable by other users; run: chmod 600 '\(path)', then replace the secrets")
    }
    guard file.size <= Self.limit else { throw TransportError(.io, "'\(path)' is larger than \(ByteCount.text(Self.limit))") }
    guard let bytes = file.bytes(0..<file.size) else { throw TransportError(.io, "the file '\(path)' cannot be read") }
    return bytes
  }

  package func write(_ bytes: [UInt8]) throws(TransportError) {
    FileWriter.removeStale(in: Disk.folder(of: path))
    try FileWriter.write(bytes, to: path)
    Disk.syncFolder(of: path)
  }
}

/// A folder for files with secrets.
package enum PrivateFolder {
  /// Creates the folder and missing parents with mode 0700.
  package static func make(_ path: String) throws(TransportError) {
    if FileKind(path)?.isFolder == true { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try make(String(path[..<slash])) }
    // Another process may make it at the same time.
    guard mkdir(path, 0o700) == 0 || errno == EEXIST && FileKind(path)?.isFolder == true else {
      throw TransportError(.io, "cannot create the folder '\(path)': \(SystemReason.last)")
    }
  }

  /// Creates the folder if it is missing, and checks that only this user can replace files in it: it is the user's or the system's, and
  /// others cannot write to it, or, as in `/tmp`, only replace their own files.
  package static func makeOwn(_ path: String) throws(TransportError) {
    try make(path)
    guard let kind = FileKind(path) else { throw TransportError(.io, "cannot read the folder '\(path)': \(SystemReason.last)") }
    guard kind.isOfThisUser || kind.isOfSystem else {
      throw TransportError(.io, "the folder '\(path)' belongs to another user; use one of your own")
    }
    if kind.mode & 0o022 != 0, !kind.isSticky {
      throw TransportError(.io, "other users can write to the folder '\(path)'; forbid it with: chmod go-w \(ShellWord.quoted(path))")
    }
  }
}

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
