import DialLibc
public import DialMessage
import DialModel
import Synchronization

/// Stores responses in a folder that several processes can use, in files that are written atomically and readable only by their owner. If
/// the folder exceeds its limit, the least recently used ones are removed.
///
/// Damaged files are removed. Responses that repeat a credential or a header of the caller, or set a cookie, are not stored.
///
/// ```swift
/// users.cache.store = DiskCacheStore("/home/ann/.cache/app", limit: 64 << 20)
/// ```
public final class DiskCacheStore: CacheStore {
  private struct State {
    var secret: [UInt8]?
    var isUsable: Bool?
    /// The bytes written since the folder was last measured; nil before the first time.
    var written: Int64?
    /// The free space at the last measurement.
    var room: Int64 = 0
  }

  static let maxBytes: Int64 = 256 << 20

  /// The folder, created when the first response is stored.
  public let folder: String
  /// The maximum size of all files in bytes.
  public let limit: Int
  private let state = Mutex(State())

  /// Creates a store with a limit, by default 256 MiB. Nothing is read or created before the first lookup.
  public init(_ folder: String, limit: Int = 256 << 20) {
    self.folder = folder
    self.limit = limit
  }

  public var keepsSecrets: Bool { false }

  /// The folder of this layout, so that versions with other layouts do not disturb each other.
  var root: String { folder + "/v1" }

  func shard(_ key: String) -> String { "\(root)/\(key.prefix(2))" }

  func path(_ key: String, _ variant: String) -> String { "\(shard(key))/\(key).\(variant)" }

  public func secret() async -> [UInt8] { state.withLock { $0.secret.value { readSecret() ?? makeSecret() } } }

  private func readSecret() -> [UInt8]? {
    // While it is created, the file has two names. It is complete from the start.
    CacheFolder.read(root + "/secret", maximum: 1024, links: 2).flatMap { $0.count == 32 ? $0 : nil }
  }

  /// Creates one secret for all processes; the first one wins. Without a folder, the secret is temporary.
  private func makeSecret() -> [UInt8] {
    let fresh = CacheDigest.key()
    guard makeRoot() else { return fresh }
    let path = root + "/secret"
    if CacheFolder.write(fresh, to: path, mayReplace: false) { return fresh }
    if let other = readSecret() { return other }
    // The existing secret is invalid, so responses stored with it cannot be found any more.
    CacheFolder.remove(path)
    return CacheFolder.write(fresh, to: path, mayReplace: false) ? fresh : readSecret() ?? fresh
  }

  public func replies(_ key: String) async -> [StoredReply] {
    guard Self.isKey(key) else { return [] }
    return CacheFolder.names(in: shard(key)).filter { $0.hasPrefix(key + ".") && !$0.hasSuffix(".part") }.compactMap { name in
      let path = "\(shard(key))/\(name)"
      guard let bytes = CacheFolder.read(path, maximum: Self.maxBytes) else { return nil }
      guard let reply = StoredReply(bytes: bytes), name == "\(key).\(reply.variant)" else {
        CacheFolder.remove(path)
        return nil
      }
      CacheFolder.touch(path)
      return reply
    }
  }

  public func keep(_ reply: StoredReply, _ key: String) async {
    let bytes = reply.bytes
    guard Self.isKey(key), bytes.count <= limit, Int64(bytes.count) <= Self.maxBytes, isUsable(),
      CacheFolder(path: shard(key)).make(isOurs: true)
    else { return }
    guard CacheFolder.write(bytes, to: path(key, reply.variant)) else { return }
    state.withLock { state in
      state.written? += Int64(bytes.count)
      guard state.written.map({ $0 > state.room }) ?? true else { return }
      // Frees more than needed, so that the folder is not scanned for each response.
      let left = shrink()
      state.room = max(Int64(limit) - left, 0) / 4
      state.written = 0
    }
  }

  public func remove(_ key: String) async {
    guard Self.isKey(key) else { return }
    for name in CacheFolder.names(in: shard(key)) where name.hasPrefix(key + ".") { CacheFolder.remove("\(shard(key))/\(name)") }
  }

  public func remove(_ key: String, variant: String) async {
    guard Self.isKey(key), variant.utf8.allSatisfy(PercentEncoding.isHex) else { return }
    CacheFolder.remove(path(key, variant))
  }

  /// Removes every response. The secret is kept, because another process may use it.
  public func clear() async {
    for file in files { CacheFolder.remove(file.path) }
    for shard in shards { rmdir(shard) }
  }

  struct File {
    var path: String
    var size: Int64
    var used: Double
    /// Whether it is incomplete: it is being written, or its writer was stopped.
    var isPart: Bool
  }

  var files: [File] {
    shards.flatMap { shard in
      CacheFolder.names(in: shard).compactMap { name in
        let path = "\(shard)/\(name)"
        guard let kind = FileKind(itself: path), kind.isRegular else { return nil }
        return File(path: path, size: kind.size, used: kind.changed, isPart: name.hasSuffix(".part"))
      }
    }
  }

  private var shards: [String] {
    CacheFolder.names(in: root).filter { $0.utf8.count == 2 && $0.utf8.allSatisfy(PercentEncoding.isHex) }.map { "\(root)/\($0)" }
  }

  /// An incomplete file that is older than an hour has no writer any more.
  private static let patience = 3600.0

  /// If the files exceed the limit, removes the least recently used ones until an eighth is free. Returns the remaining bytes.
  private func shrink() -> Int64 {
    let (all, limit) = (files, Int64(limit))
    let now = WallClock.now()
    for file in all where file.isPart && now - file.used > Self.patience { CacheFolder.remove(file.path) }
    let whole = all.filter { !$0.isPart }
    var left = whole.reduce(0) { $0 + $1.size }
    guard left > limit else { return left }
    for file in whole.sorted(by: { $0.used < $1.used }) where left > limit - limit / 8 {
      CacheFolder.remove(file.path)
      left -= file.size
    }
    return left
  }

  private func makeRoot() -> Bool { CacheFolder(path: folder).make() && CacheFolder(path: root).make(isOurs: true) }

  private func isUsable() -> Bool { state.withLock { $0.isUsable.value(orMake: makeRoot) } }

  /// A key is a digest. Anything else could be a path.
  private static func isKey(_ key: String) -> Bool { key.utf8.count == 64 && key.utf8.allSatisfy(PercentEncoding.isHex) }

  /// Returns every response with a valid head, the newest first. Bodies are not read.
  package func entries() -> [DiskCacheEntry] {
    files.filter { !$0.isPart }.compactMap { file -> DiskCacheEntry? in
      guard let beginning = CacheFolder.beginning(file.path, 65_536),
        let reply = StoredReply(headOf: beginning)
          ?? CacheFolder.read(file.path, maximum: Self.maxBytes).flatMap(StoredReply.init(headOf:)),
        let name = file.path.split(separator: "/").last, let dot = name.firstIndex(of: ".")
      else { return nil }
      let head = StoredReply.headLength(beginning) ?? 0
      return DiskCacheEntry(
        path: file.path, key: String(name[..<dot]), reply: reply, size: Int(file.size), bodySize: max(0, Int(file.size) - head))
    }
    .sorted { ($0.reply.answered, $0.key) > ($1.reply.answered, $1.key) }
  }

  /// Returns the body of a response; empty if it is damaged or was removed.
  package static func body(of entry: DiskCacheEntry) -> [UInt8] {
    CacheFolder.read(entry.path, maximum: maxBytes).flatMap { StoredReply(bytes: $0) }?.body ?? []
  }

  package func key(of url: String) async -> String { CacheAddress.key(url, CacheDigest(key: await secret())) }
}

/// One response in a folder, for a list.
package struct DiskCacheEntry: Sendable {
  let path: String
  package let key: String
  package let reply: StoredReply
  /// The size of its file, and of its body, in bytes.
  package let size: Int
  package let bodySize: Int

  /// The age in seconds since the origin made or confirmed it, and for how many seconds it is fresh: none if each call confirms it.
  package func freshness(at now: Double) -> (age: Double, lifetime: Double) {
    let freshness = Freshness(reply, at: now)
    return (freshness.age, reply.mustBeConfirmed ? 0 : freshness.lifetime)
  }
}

extension DiskCacheStore: SecretHolder {
  /// The name of the type, without responses.
  public var description: String { "DiskCacheStore" }
}
