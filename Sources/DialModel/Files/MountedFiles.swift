import DialLibc
import Synchronization

/// Files that are part of the program instead of the disk.
package protocol FileArchive: Sendable {
  /// A SHA-256 that is the same only for the same files.
  var digest: [UInt8] { get }

  /// The paths of all files.
  var paths: [String] { get }

  /// Returns the size of a file in bytes; nil if there is none of this path.
  func size(of path: String) -> Int?

  /// Returns a file; nil if it is damaged.
  func bytes(of path: String) -> [UInt8]?
}

/// The archives of the program, each below a path that begins with its root: `bundle:/users.yaml`. A program mounts them before it reads
/// its first file.
package enum MountedFiles {
  /// A path below a root, which exists or not.
  package struct Place: Sendable {
    let root: String
    let archive: any FileArchive
    let path: String

    /// The path in this process and in any other with the same archive, but in none with another one.
    package var resolved: String? {
      guard kind != nil else { return nil }
      let archive = root + archive.digest.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      return path.isEmpty ? archive : "\(archive)/\(path)"
    }

    package var size: Int? { archive.size(of: path) }

    /// The content of a file; nil if it is damaged or does not exist.
    package var bytes: [UInt8]? { archive.bytes(of: path) }

    var kind: stat? {
      var info = stat()
      info.st_uid = geteuid()
      info.st_nlink = 1
      if let size = archive.size(of: path) {
        info.st_mode = S_IFREG | 0o444
        info.st_size = off_t(size)
        // The digest identifies the content, as the times do for files on disk.
        info.st_ino = archive.digest.prefix(8).reduce(0) { $0 << 8 | ino_t($1) }
      } else if path.isEmpty || archive.paths.contains(where: { $0.hasPrefix(path + "/") }) {
        info.st_mode = S_IFDIR | 0o555
      } else {
        return nil
      }
      return info
    }
  }

  private static let isUsed = Atomic(false)
  private static let archives = Mutex<[String: any FileArchive]>([:])

  /// - Parameter root: the first part of the paths, such as `bundle:`.
  package static func mount(_ archive: any FileArchive, at root: String) {
    archives.withLock { $0[root] = archive }
    isUsed.store(true, ordering: .releasing)
  }

  /// Returns the place of a path in an archive; nil if it is one of the disk.
  package static func place(of path: String) -> Place? {
    guard isUsed.load(ordering: .acquiring) else { return nil }
    let root = String(path.prefix { $0 != "/" })
    guard let archive = archives.withLock({ $0[root] }) else { return nil }
    let steps = path.dropFirst(root.count).split(separator: "/").filter { $0 != "." }
    return Place(root: root, archive: archive, path: steps.joined(separator: "/"))
  }
}
