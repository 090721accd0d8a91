import Crypto
import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files of a `DiskCacheStore`: readable only by their owner, and written atomically.
package struct CacheFolder: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

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

  /// Creates the folder and its parents. Refuses a folder that others can write to or own.
  ///
  /// - Parameter isOurs: whether only the cache uses the folder, so that its mode can be restricted. A folder that a program names may
  ///   have other uses, and keeps its mode.
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

  /// Returns all bytes of a file that the user owns; nil if there is none, or if it is larger than the maximum.
  ///
  /// - Parameter links: the maximum number of its names. It has two for a moment while ``write(_:to:mayReplace:)`` creates it without
  ///   replacing one.
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

  /// Returns the first bytes of a file that the user owns.
  package static func beginning(_ path: String, _ count: Int) -> [UInt8]? {
    var reader = FileReader(path: path, from: 0, count: nil, flags: O_NOFOLLOW | O_NONBLOCK)
    guard let kind = try? reader.kind(), kind.isOwn else { return nil }
    var all: [UInt8] = []
    while all.count < count, let piece = try? reader.next() { all += piece }
    return all
  }

  /// Writes a file atomically, after syncing it to disk.
  ///
  /// - Parameter mayReplace: whether to replace an existing file.
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

  /// Marks a file as used now, so that it is removed late.
  package static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

  package static func remove(_ path: String) { unlink(path) }
}

/// Hashes secrets for comparison: HMAC-SHA-256 with the key of a store (RFC 2104). Without the key, it is impossible to derive or guess a URL, a
/// credential or a header.
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
    return text.withUTF8 { bytes in Self.hex(HMAC<SHA256>.authenticationCode(for: UnsafeRawBufferPointer(bytes), using: key)) }
  }

  /// Returns the SHA-256 of stored bytes, to detect damage.
  package static func sum(_ bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

  package static func key() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
