import DialMessage
import DialModel

/// One response in a folder, for a list.
package struct DiskCacheEntry: Sendable {
  let path: String
  package let key: String
  package let reply: StoredReply
  /// The size of its file, and of its body, in bytes.
  package let size: Int
  package let bodySize: Int

  /// The age in seconds since the origin made or confirmed it, and for how many seconds it is fresh.
  package func freshness(at now: Double) -> (age: Double, lifetime: Double) {
    let freshness = Freshness(reply, at: now)
    return (freshness.age, freshness.lifetime)
  }
}

extension DiskCacheStore {
  /// Returns every response with a valid head, the newest first. Bodies are not read.
  package func entries() -> [DiskCacheEntry] {
    DiskCacheUsage(root).files.filter { !$0.isPart }.compactMap { file -> DiskCacheEntry? in
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

  /// Returns the key of a URL in this folder.
  package func key(of url: String) async -> String { CacheAddress.key(url, CacheDigest(key: await secret())) }

  package static func now() -> Double { WallClock.now() }
}
