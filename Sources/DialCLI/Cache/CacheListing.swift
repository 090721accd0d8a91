import Dial
import DialConsole
import DialText

struct CacheListing {
  let store: DiskCacheStore
  /// The current time in seconds since 1970.
  let now: Double

  func table(_ entries: [DiskCacheEntry], width: Int?) -> String {
    guard !entries.isEmpty else { return "" }
    let rows = entries.map { entry -> [JSON] in
      [
        JSON(Self.name(entry)), JSON(entry.reply.status), JSON(ByteCount.text(Int64(entry.bodySize))), JSON(state(entry)),
        JSON("\(entry.reply.method) \(entry.reply.url)"),
      ]
    }
    return Table(width: width).text(Grid(rows: rows, names: ["key", "status", "size", "state", "request"]))
  }

  func json(_ entry: DiskCacheEntry) -> JSON {
    let (age, lifetime) = entry.freshness(at: now)
    return [
      "key": JSON(entry.key), "variant": JSON(entry.reply.variant), "method": JSON(entry.reply.method), "url": JSON(entry.reply.url),
      "status": JSON(entry.reply.status), "size": JSON(entry.bodySize), "age": JSON(Int(min(age, 1e11))),
      "lifetime": JSON(Int(min(lifetime, 1e11))), "fresh": JSON(lifetime > age),
    ]
  }

  static func head(_ entry: DiskCacheEntry) -> [(String, JSON)] {
    let lines = entry.reply.headers.map { field -> JSON in .array([JSON(field.name.rawName), JSON(field.value)]) }
    return [("url", JSON(entry.reply.url)), ("status", JSON(entry.reply.status)), ("headers", .array(lines))]
  }

  /// Returns the responses of a URL, or with a key that begins like this.
  func found(_ name: String) async throws(Failure) -> [DiskCacheEntry] {
    let entries = store.entries()
    let found: [DiskCacheEntry]
    if entries.isEmpty {
      found = []
    } else if name.contains("://") {
      let key = await store.key(of: name)
      found = entries.filter { $0.key == key }
    } else {
      guard name.utf8.count >= 4 else { throw .usage("'\(name)' is too short for a key; write at least four characters") }
      found = entries.filter { $0.key.hasPrefix(name.lowercased()) || Self.name($0).hasPrefix(name.lowercased()) }
    }
    if found.isEmpty {
      throw Failure(
        "cache-miss", "'\(name)' is not in the cache", exit: ExitStatus.failure, hint: "to list the cached responses, run: dial cache")
    }
    return found
  }

  /// Returns the beginning of the key and, after a dot, of the variant.
  static func name(_ entry: DiskCacheEntry) -> String { "\(entry.key.prefix(12)).\(entry.reply.variant.prefix(4))" }

  /// `3 responses cached, 1.2 MB`
  static func sum(_ entries: [DiskCacheEntry], _ what: String) -> String {
    let size = entries.reduce(Int64(0)) { $0 + Int64($1.size) }
    return "\(entries.count.counted("response")) \(what), \(ByteCount.text(size))"
  }

  /// `fresh for 48s`, `stale for 2m`, `fresh until it is removed`
  private func state(_ entry: DiskCacheEntry) -> String {
    let (age, lifetime) = entry.freshness(at: now)
    if lifetime >= 1e11 { return "fresh until removed" }
    let left = lifetime - age
    if lifetime <= 0 { return "stale" }
    return left > 0 ? "fresh for \(Self.about(left))" : "stale for \(Self.about(-left))"
  }

  private static func about(_ seconds: Double) -> String {
    for (unit, length) in [("d", 86_400.0), ("h", 3600), ("m", 60)] where seconds >= length { return "\(Int(seconds / length))\(unit)" }
    return "\(Int(seconds))s"
  }
}
