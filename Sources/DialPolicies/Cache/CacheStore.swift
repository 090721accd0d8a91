public import DialMessage
import Synchronization

/// Stores the responses of a client: ``MemoryCacheStore``, ``DiskCacheStore``, or your own.
///
/// Keys reveal neither URL nor user. A store can drop entries at any time, and never fails.
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
  public func remove(_ key: String, variant: String) async {
    let others = await replies(key).filter { $0.variant != variant }
    await remove(key)
    for reply in others { await keep(reply, key) }
  }
}

/// Stores responses in memory, up to a limit. The least recently used ones are removed first.
///
/// ```swift
/// users.cache.store = MemoryCacheStore(limit: 8 << 20)
/// ```
public final class MemoryCacheStore: CacheStore {
  private struct Kept {
    var reply: StoredReply
    var used: UInt64
  }

  private struct State {
    var kept: [String: [Kept]] = [:]
    var size = 0
    var uses: UInt64 = 0

    mutating func tick() -> UInt64 {
      uses += 1
      return uses
    }
  }

  /// The approximate maximum size of all headers and bodies in bytes.
  public let limit: Int
  private let key = CacheDigest.key()
  private let state = Mutex(State())

  /// Creates an empty store with a limit, by default 64 MiB.
  public init(limit: Int = 64 << 20) { self.limit = limit }

  /// The approximate size of the stored responses in bytes, never more than ``limit``.
  public var size: Int { state.withLock { $0.size } }

  public var keepsSecrets: Bool { true }

  public func secret() async -> [UInt8] { key }

  public func replies(_ key: String) async -> [StoredReply] {
    state.withLock { state in
      guard let count = state.kept[key]?.count else { return [] }
      let now = state.tick()
      for index in 0..<count { state.kept[key]?[index].used = now }
      return state.kept[key]?.map(\.reply) ?? []
    }
  }

  public func keep(_ reply: StoredReply, _ key: String) async {
    state.withLock { state in
      forget(&state, key) { $0.variant == reply.variant }
      guard reply.size <= limit else { return }
      state.kept[key, default: []].append(Kept(reply: reply, used: state.tick()))
      state.size += reply.size
      if state.size > limit { shrink(&state) }
    }
  }

  public func remove(_ key: String) async { state.withLock { forget(&$0, key) { _ in true } } }

  public func remove(_ key: String, variant: String) async { state.withLock { forget(&$0, key) { $0.variant == variant } } }

  public func clear() async { state.withLock { ($0.kept, $0.size) = ([:], 0) } }

  private func forget(_ state: inout State, _ key: String, where isMeant: (StoredReply) -> Bool) {
    guard let all = state.kept[key] else { return }
    let rest = all.filter { !isMeant($0.reply) }
    state.size -= all.reduce(0) { $0 + $1.reply.size } - rest.reduce(0) { $0 + $1.reply.size }
    state.kept[key] = rest.isEmpty ? nil : rest
  }

  /// Removes more than one response, so that not every insertion has to search for the oldest.
  private func shrink(_ state: inout State) {
    let byUse = state.kept.flatMap { key, all in all.map { (key, $0.reply.variant, $0.used) } }.sorted { $0.2 < $1.2 }
    for (key, variant, used) in byUse where state.size > limit - limit / 8 && used < state.uses {
      forget(&state, key) { $0.variant == variant }
    }
  }
}

extension MemoryCacheStore: SecretHolder {
  /// The name of the type, without responses.
  public var description: String { "MemoryCacheStore" }
}
