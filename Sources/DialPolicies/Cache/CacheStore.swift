/// Where a client keeps answers: ``MemoryCacheStore``, ``DiskCacheStore``, or one of your own.
///
/// A store is asked by keys that tell nothing about URL and user. It may forget what it likes, and never fails: what it cannot read
/// is not there, what it cannot write is not kept.
///
/// ```swift
/// users.cache.store = DiskCacheStore("/var/cache/app")
/// ```
public protocol CacheStore: Sendable {
  /// What keys and credentials are hashed with: bytes that nobody can guess, the same as long as answers are kept.
  func secret() async -> [UInt8]
  /// Whether a body that shows a credential of its request may be kept: only where nobody else ever reads it.
  var keepsSecrets: Bool { get }
  /// All answers under a key, in any order.
  func replies(_ key: String) async -> [StoredReply]
  /// Keeps an answer under a key, in the place of one of the same ``StoredReply/variant``.
  func keep(_ reply: StoredReply, _ key: String) async
  /// Forgets all answers under a key.
  func remove(_ key: String) async
  /// Forgets one of the answers under a key. A store without this function of its own forgets all, and keeps the others again.
  func remove(_ key: String, variant: String) async
  /// Forgets everything.
  func clear() async
}

extension CacheStore {
  /// Forgets all answers under a key, and keeps those again that are of another variant.
  public func remove(_ key: String, variant: String) async {
    let others = await replies(key).filter { $0.variant != variant }
    await remove(key)
    for reply in others { await keep(reply, key) }
  }
}
