#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes files survive a crash of the machine: first the bytes of a file, then its name in the folder.
package enum Disk {
  /// Waits until the bytes of a file are on disk. Returns false, with the reason in `errno`, if it fails. Does nothing for files that are
  /// not on disk, such as pipes.
  package static func sync(_ number: Int32) -> Bool {
    while fsync(number) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, ENOTSUP, EROFS: return true
      default: return false
      }
    }
    return true
  }

  /// Waits until the names in the folder of a file are on disk. An error is ignored, because the file itself is complete.
  package static func syncFolder(of path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    _ = sync(number)
    close(number)
  }
}
