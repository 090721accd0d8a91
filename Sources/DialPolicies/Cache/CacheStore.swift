/// Stores the responses of a client: ``MemoryCacheStore``, ``DiskCacheStore``, or your own.
///
/// Keys reveal neither URL nor user. A store can drop entries at any time, and never fails: what it cannot read is absent, and what it
/// cannot write is not stored.
///
/// ```swift
/// users.cache.store = DiskCacheStore("/var/cache/app")
/// ```
public protocol CacheStore: Sendable {
  /// The secret for the hashes of keys and credentials: random bytes that stay the same as long as the entries.
  func secret() async -> [UInt8]
  /// Whether a body that contains a credential of its request may be stored. True only if no other user can read the store.
  var keepsSecrets: Bool { get }
  /// Returns all responses for a key, in any order.
  func replies(_ key: String) async -> [StoredReply]
  /// Stores a response for a key, and replaces the one with the same ``StoredReply/variant``.
  func keep(_ reply: StoredReply, _ key: String) async
  /// Removes all responses for a key.
  func remove(_ key: String) async
  /// Removes one of the responses for a key. The default implementation removes all and stores the others again.
  func remove(_ key: String, variant: String) async
  /// Removes all responses.
  func clear() async
}

extension CacheStore {
  /// Removes all responses for a key, and stores those of other variants again.
  public func remove(_ key: String, variant: String) async {
    let others = await replies(key).filter { $0.variant != variant }
    await remove(key)
    for reply in others { await keep(reply, key) }
  }
}
