import DialMessage
import HTTPTypes

/// What to do with a request, given the cached response (RFC 9111 section 4).
enum CacheDecision: Hashable {
  /// Use the cached response.
  case give(CacheUse)
  /// Use the cached response, and request a new one in the background (RFC 5861 section 3).
  case giveAndRefresh(CacheUse)
  /// Ask the server whether the cached response is still valid.
  case confirm
  /// Ask the server as if nothing were cached.
  case ask
  /// Nothing fits, and the server must not be asked.
  case miss

  init(_ mode: CacheMode, _ reply: StoredReply?, asked: CacheControl, at now: Double) {
    let mayAsk = mode != .onlyCache && !asked.has("only-if-cached")
    guard let reply else {
      self = mayAsk ? .ask : .miss
      return
    }
    let freshness = Freshness(reply, at: now)
    let use = CacheUse(freshness.isFresh ? .fresh : .stale, age: .seconds(Int(min(freshness.age, CacheControl.maxSeconds))))
    switch mode {
    case .none, .reload: self = .ask
    case .revalidate: self = Self.validating(reply)
    case .preferCache, .onlyCache: self = .give(use)
    case .standard:
      self = Self.standard(reply, reply.control, freshness, asked, use)
      if !mayAsk, self == .confirm || self == .ask { self = .miss }
    }
  }

  private static func standard(
    _ reply: StoredReply, _ control: CacheControl, _ freshness: Freshness, _ asked: CacheControl, _ use: CacheUse
  ) -> CacheDecision {
    if asked.has("no-cache") || control.hasWhole("no-cache") && reply.lifetime == nil { return validating(reply) }
    let isTooOld = asked.seconds("max-age").map { freshness.age > $0 } ?? false
    let isTooStale = asked.seconds("min-fresh").map { freshness.lifetime - freshness.age < $0 } ?? false
    if freshness.isFresh, !isTooOld, !isTooStale { return .give(use) }
    guard !isTooOld, !isTooStale, !control.has("must-revalidate") else { return validating(reply) }
    if asked.has("max-stale") {
      let maximum = asked.hasWhole("max-stale") ? Double.infinity : asked.seconds("max-stale") ?? 0
      if freshness.staleness <= maximum { return .give(use) }
    }
    if let window = control.seconds("stale-while-revalidate"), freshness.staleness < window { return .giveAndRefresh(use) }
    return validating(reply)
  }

  /// Revalidates a response if it has a validator, otherwise asks the server.
  private static func validating(_ reply: StoredReply) -> CacheDecision {
    reply.headers[.eTag] != nil || reply.headers[.lastModified] != nil ? .confirm : .ask
  }

  /// Whether a cached response may replace a failed one (RFC 5861 section 4).
  static func mayStandIn(_ reply: StoredReply, asked: CacheControl, at now: Double) -> Bool {
    let control = reply.control
    guard !control.has("must-revalidate"), !control.hasWhole("no-cache"), !asked.has("no-cache") else { return false }
    let staleness = Freshness(reply, at: now).staleness
    return [control, asked].contains { $0.seconds("stale-if-error").map { staleness < $0 } ?? false }
  }
}
