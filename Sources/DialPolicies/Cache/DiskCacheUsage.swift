import DialMessage
import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures the files of a ``DiskCacheStore``, and removes the oldest.
package struct DiskCacheUsage {
  package struct File {
    var path: String
    var size: Int64
    var used: Double
    /// Whether it is incomplete: it is being written, or its writer was stopped.
    var isPart: Bool
  }

  /// An incomplete file that is older than an hour has no writer any more.
  private static let patience = 3600.0

  private let root: String

  init(_ root: String) { self.root = root }

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

  /// If the files exceed the limit, removes the least recently used ones until an eighth is free. Returns the remaining bytes.
  func shrink(to limit: Int64) -> Int64 {
    let all = files
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

  /// Removes every response. The secret is kept, because another process may use it.
  func clear() {
    for file in files { CacheFolder.remove(file.path) }
    for shard in shards { rmdir(shard) }
  }
}
