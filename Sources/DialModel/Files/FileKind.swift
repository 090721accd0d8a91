#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is at a path, links followed where nothing else is said.
package struct FileKind {
  private let info: stat

  /// nil where nothing is.
  package init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    self.info = info
  }

  /// A link itself, where there is one.
  package init?(itself path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    self.info = info
  }

  /// What is open.
  package init?(open number: Int32) {
    var info = stat()
    guard fstat(number, &info) == 0 else { return nil }
    self.info = info
  }

  package var isFolder: Bool { info.st_mode & S_IFMT == S_IFDIR }
  package var isRegular: Bool { info.st_mode & S_IFMT == S_IFREG }
  package var size: Int64 { Int64(info.st_size) }
  /// A file that nobody else has made, or has another name for.
  package var isOwn: Bool { isOwn(links: 1) }
  /// The same, where it may have so many names.
  package func isOwn(links: Int) -> Bool { isRegular && info.st_uid == geteuid() && info.st_nlink <= links }
  /// Whether it belongs to the user that the process acts for.
  package var isOfThisUser: Bool { info.st_uid == geteuid() }
  /// When its content was last changed, or marked as used: seconds since 1970.
  package var changed: Double {
    #if canImport(Darwin)
      Double(info.st_mtimespec.tv_sec) + Double(info.st_mtimespec.tv_nsec) / 1e9
    #else
      Double(info.st_mtim.tv_sec) + Double(info.st_mtim.tv_nsec) / 1e9
    #endif
  }
  /// Which file in which state.
  package var identity: FileIdentity {
    #if canImport(Darwin)
      let (content, change) = (info.st_mtimespec, info.st_ctimespec)
    #else
      let (content, change) = (info.st_mtim, info.st_ctim)
    #endif
    func nanoseconds(_ time: timespec) -> UInt64 { UInt64(bitPattern: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)) }
    return FileIdentity(words: [
      UInt64(truncatingIfNeeded: info.st_dev), UInt64(info.st_ino), UInt64(bitPattern: size), nanoseconds(content), nanoseconds(change),
    ])
  }
  /// A file of this user that nobody else may read or change.
  package var isPrivate: Bool { isRegular && info.st_uid == geteuid() && info.st_mode & 0o077 == 0 }
  /// Who may do what with it, without its kind and whom it runs as.
  package var mode: UInt32 { UInt32(info.st_mode & 0o777) }

  package func isSame(as other: FileKind) -> Bool { info.st_dev == other.info.st_dev && info.st_ino == other.info.st_ino }
}

/// Which file it is, and which state of it: another content has another time of change, which no program can set back.
package struct FileIdentity: Equatable {
  /// Device, number, size, time of the content, time of any change in nanoseconds since 1970.
  package let words: [UInt64]

  package init(words: [UInt64]) {
    self.words = words
  }
}

/// What the system says about its last error, in lower case.
package enum SystemReason {
  package static var last: String {
    let number = errno
    let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
