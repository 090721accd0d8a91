#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sees to it that what was written outlasts a machine that stops: first the bytes of a file, then its name in its folder.
package enum Disk {
  /// Waits until the bytes of an open file are on the disk. False where they are not, with the reason in `errno`; what has no disk, such
  /// as a pipe, has nothing to wait for.
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

  /// The same for the names in the folder of a file. Where that cannot be done nothing is lost but the certainty.
  package static func syncFolder(of path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    _ = sync(number)
    close(number)
  }
}
