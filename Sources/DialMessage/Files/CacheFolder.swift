import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files of a ``DiskCacheStore``: made for their owner alone, and there only when they are whole.
package struct CacheFolder: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// What is in a folder, by name.
  package static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var found: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { found.append(name) }
    }
    return found
  }

  /// Makes the folder and those around it. A folder that others may write in, or that is somebody else's, is not used.
  ///
  /// - Parameter isOurs: whether only a cache has put it there: nobody else gets to look into it, whatever its mode was. The folder that a
  ///   program names may be one of other things, too, and keeps its mode.
  package func make(isOurs: Bool = false) -> Bool {
    var around = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      around += part + "/"
      if !part.isEmpty { mkdir(around, 0o700) }
    }
    mkdir(path, 0o700)
    guard let kind = FileKind(itself: path) else { return false }
    guard kind.isFolder, kind.isOfThisUser, kind.mode & 0o022 == 0 else { return false }
    return !isOurs || kind.mode & 0o077 == 0 || chmod(path, 0o700) == 0
  }

  /// All bytes of a file of ours; nil where there is none. `most` bounds them: a longer file is none.
  ///
  /// - Parameter links: how many names it may have. It has two for a moment when ``write(_:to:mayReplace:)`` does not replace one.
  package static func read(_ path: String, maximum: Int64, links: Int = 1) -> [UInt8]? {
    var reader = FileReader(path: path, from: 0, count: nil, flags: O_NOFOLLOW | O_NONBLOCK)
    guard let kind = try? reader.kind(), kind.isOwn(links: links), kind.size <= maximum else { return nil }
    var all: [UInt8] = []
    all.reserveCapacity(Int(kind.size))
    while true {
      guard let piece = try? reader.next() else { return Int64(all.count) >= kind.size ? all : nil }
      all += piece
    }
  }

  /// The first bytes of a file of ours.
  package static func beginning(_ path: String, _ count: Int) -> [UInt8]? {
    var reader = FileReader(path: path, from: 0, count: nil, flags: O_NOFOLLOW | O_NONBLOCK)
    guard let kind = try? reader.kind(), kind.isOwn else { return nil }
    var all: [UInt8] = []
    while all.count < count, let piece = try? reader.next() { all += piece }
    return all
  }

  /// Writes a file aside, has it on the disk, and gives it its name at once: nobody ever sees a part of it.
  ///
  /// - Parameter mayReplace: else a file that is there stays.
  package static func write(_ bytes: [UInt8], to path: String, mayReplace: Bool = true) -> Bool {
    let aside = "\(path)-\(getpid())-\(String(UInt64.random(in: 0...(.max)), radix: 36)).part"
    guard let pen = try? FileWriter(aside, flags: O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) else { return false }
    do {
      try pen.append(bytes)
      try pen.sync()
      try pen.close()
    } catch {
      unlink(aside)
      return false
    }
    let isDone = mayReplace ? rename(aside, path) == 0 : link(aside, path) == 0
    if !isDone || !mayReplace { unlink(aside) }
    return isDone
  }

  /// Marks a file as used now, so that it is among the last to go.
  package static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

  package static func remove(_ path: String) { unlink(path) }
}
