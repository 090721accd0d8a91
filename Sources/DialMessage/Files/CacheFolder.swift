import Crypto
import DialLibc
import DialModel

/// The files of a ``DiskCacheStore``: readable only by their owner, and written atomically.
package struct CacheFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

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

  /// Creates the folder and its parents. Refuses a folder that others can write to or own. With `isOurs`, restricts its mode.
  package func make(isOurs: Bool = false) -> Bool {
    try? PrivateFolder.make(path)
    guard let kind = FileKind(itself: path), kind.isFolder, kind.isOfThisUser, kind.mode & 0o022 == 0 else { return false }
    return !isOurs || kind.mode & 0o077 == 0 || chmod(path, 0o700) == 0
  }

  /// Opens a file that the user owns; returns nil if there is none, or if it has more than `links` names.
  package static func open(_ path: String, links: Int = 1) -> OpenFile? {
    guard let file = OpenFile(path, O_NOFOLLOW | O_NONBLOCK), file.kind.isOwn(links: links) else { return nil }
    return file
  }

  /// Returns all bytes of a file that the user owns; nil if there is none, if it is larger than the maximum, or if it has more than `links`
  /// names.
  package static func read(_ path: String, maximum: Int64, links: Int = 1) -> [UInt8]? {
    guard let file = open(path, links: links), file.size <= maximum else { return nil }
    return file.bytes(0..<file.size)
  }

  package static func beginning(_ path: String, _ count: Int) -> [UInt8]? {
    open(path).flatMap { $0.bytes(0..<min(count, $0.size)) }
  }

  /// Writes a file atomically, after syncing it to disk.
  package static func write(_ bytes: [UInt8], to path: String, mayReplace: Bool = true) -> Bool {
    (try? FileWriter.write(bytes, to: path, mayReplace: mayReplace)) != nil
  }

  /// Marks a file as used now, so that it is removed late.
  package static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

  package static func remove(_ path: String) { unlink(path) }
}

/// Hashes secrets for comparison: HMAC-SHA-256 with the key of a store (RFC 2104), without which nobody can guess them.
package struct CacheDigest: Sendable {
  private let key: SymmetricKey
  /// Whether responses to requests that differ in a header are kept apart, whatever their `Vary` says.
  package let separatesCallers: Bool

  package init(key: [UInt8], separatesCallers: Bool = true) {
    self.key = SymmetricKey(data: key)
    self.separatesCallers = separatesCallers
  }

  /// Returns 64 hexadecimal digits.
  package func hex(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in PercentEncoding.hex(HMAC<SHA256>.authenticationCode(for: UnsafeRawBufferPointer(bytes), using: key)) }
  }

  /// Returns the SHA-256 of stored bytes, to detect damage.
  package static func sum(_ bytes: [UInt8]) -> String { PercentEncoding.hex(SHA256.hash(data: bytes)) }

  package static func key() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }
}
