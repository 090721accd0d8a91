import DialLibc

/// What exists at a path, by default after following links.
package struct FileKind {
  private let info: stat

  package init?(_ path: String) {
    if let place = MountedFiles.place(of: path) {
      self.init { info in
        guard let found = place.kind else {
          errno = ENOENT
          return -1
        }
        info.pointee = found
        return 0
      }
    } else {
      self.init { stat(path, $0) }
    }
  }

  /// Describes a link itself instead of its destination.
  package init?(itself path: String) { self.init { lstat(path, $0) } }

  package init?(open number: Int32) { self.init { fstat(number, $0) } }

  private init?(_ read: (UnsafeMutablePointer<stat>) -> Int32) {
    var info = stat()
    guard read(&info) == 0 else { return nil }
    self.info = info
  }

  package var isFolder: Bool { info.st_mode & S_IFMT == S_IFDIR }
  package var isRegular: Bool { info.st_mode & S_IFMT == S_IFREG }
  package var isSocket: Bool { info.st_mode & S_IFMT == S_IFSOCK }
  package var isPipe: Bool { info.st_mode & S_IFMT == S_IFIFO }
  package var size: Int64 { Int64(info.st_size) }
  /// Whether it is a regular file that the user owns and that has only one name.
  package var isOwn: Bool { isOwn(links: 1) }
  package func isOwn(links: Int) -> Bool { isRegular && info.st_uid == geteuid() && info.st_nlink <= links }
  package var isOfThisUser: Bool { info.st_uid == geteuid() }
  package var isOfSystem: Bool { info.st_uid == 0 }
  /// Whether users can replace only their own files in the folder, as in `/tmp`.
  package var isSticky: Bool { UInt32(info.st_mode) & 0o1000 != 0 }
  /// When its content was last changed, or marked as used, in seconds since 1970.
  package var changed: Double {
    #if canImport(Darwin)
      Double(info.st_mtimespec.tv_sec) + Double(info.st_mtimespec.tv_nsec) / 1e9
    #else
      Double(info.st_mtim.tv_sec) + Double(info.st_mtim.tv_nsec) / 1e9
    #endif
  }
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
  /// Whether it is a regular file of this user that others can neither read nor change.
  package var isPrivate: Bool { isRegular && info.st_uid == geteuid() && info.st_mode & 0o077 == 0 }
  /// The permissions, without the file type and set-id bits.
  package var mode: UInt32 { UInt32(info.st_mode & 0o777) }

  package func isSame(as other: FileKind) -> Bool { info.st_dev == other.info.st_dev && info.st_ino == other.info.st_ino }
}

/// Identifies a file and its state. Changing the content changes a time that no program can set back.
package struct FileIdentity: Equatable {
  /// Device, inode, size, and the times of the last change of content and of anything, in nanoseconds since 1970.
  package let words: [UInt64]

  package init(words: [UInt64]) {
    self.words = words
  }
}

/// The message for the last error of the system, in lowercase.
package enum SystemReason {
  package static var last: String {
    let number = errno
    let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Folders, and files that survive a crash of the machine: first the bytes are synced, then the name in the folder.
package enum Disk {
  /// Waits until the bytes of a file are on disk. Returns false, with the reason in `errno`, if it fails.
  package static func sync(_ number: Int32) -> Bool { sync(number, fsync) }

  /// Waits until the bytes of a file are on disk, and of what is known about it only what reading them needs.
  package static func syncData(_ number: Int32) -> Bool {
    #if os(Linux)
      sync(number, fdatasync)
    #else
      sync(number, fsync)
    #endif
  }

  private static func sync(_ number: Int32, _ sync: (Int32) -> Int32) -> Bool {
    while sync(number) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, ENOTSUP, EROFS: return true
      default: return false
      }
    }
    return true
  }

  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Waits until the names in the folder of a file are on disk. An error is ignored, because the file itself is complete.
  package static func syncFolder(of path: String) {
    let number = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    _ = sync(number)
    close(number)
  }
}
