import DialJSON
import DialMessage
import HTTPTypes

/// What to do with a request, given the cached response (RFC 9111 section 4).
enum CacheDecision: Hashable {
  case give(CacheUse)
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
    let use = freshness.use(freshness.isFresh ? .fresh : .stale)
    switch mode {
    case .none, .reload: self = .ask
    case .revalidate: self = Self.validating(reply)
    case .preferCache, .onlyCache: self = .give(use)
    case .standard:
      self = Self.standard(reply, freshness, asked, use)
      if !mayAsk, self == .confirm || self == .ask { self = .miss }
    }
  }

  private static func standard(
    _ reply: StoredReply, _ freshness: Freshness, _ asked: CacheControl, _ use: CacheUse
  ) -> CacheDecision {
    let control = reply.control
    if asked.has("no-cache") || reply.mustBeConfirmed { return validating(reply) }
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
  private static func validating(_ reply: StoredReply) -> CacheDecision { reply.hasValidator ? .confirm : .ask }

  /// Whether a cached response may replace a failed one (RFC 5861 section 4).
  static func mayStandIn(_ reply: StoredReply, asked: CacheControl, at now: Double) -> Bool {
    let control = reply.control
    guard !control.has("must-revalidate"), !control.hasWhole("no-cache"), !asked.has("no-cache") else { return false }
    let staleness = Freshness(reply, at: now).staleness
    return [control, asked].contains { $0.seconds("stale-if-error").map { staleness < $0 } ?? false }
  }
}

extension StoredReply {
  /// Whether each use asks the origin first, unless the spec sets a lifetime.
  var mustBeConfirmed: Bool { control.hasWhole("no-cache") && lifetime == nil }
}

/// The age and the lifetime of a cached response (RFC 9111 section 4.2) at a given time.
struct Freshness {
  /// Seconds since the origin made or confirmed the response.
  let age: Double
  /// Seconds for which it is fresh.
  let lifetime: Double

  var isFresh: Bool { lifetime > age }
  /// Seconds since it became stale.
  var staleness: Double { max(0, age - lifetime) }

  init(_ reply: StoredReply, at now: Double) {
    age = Self.age(reply, at: now)
    lifetime = reply.lifetime ?? Self.lifetime(reply.status, reply.headers, answered: reply.answered)
  }

  func use(_ kind: CacheUse.Kind) -> CacheUse { CacheUse(kind, age: .seconds(Int(min(age, CacheControl.maxSeconds)))) }

  /// Computes the age (RFC 9111 section 4.2.3).
  private static func age(_ reply: StoredReply, at now: Double) -> Double {
    let date = reply.headers[.date].flatMap { Timestamp(httpDate: $0) }.map { Double($0.seconds) }
    let apparent = max(0, reply.answered.rounded(.down) - (date ?? reply.answered))
    // A clock that was set back must not make a response younger.
    let delay = max(0, reply.answered - reply.requested)
    let corrected = given(reply.headers) + delay
    return max(apparent, corrected) + max(0, now - reply.answered)
  }

  /// Reads the first member of the Age header; 0 if it is not a number (RFC 9111 section 5.1).
  private static func given(_ fields: HTTPFields) -> Double {
    fields[values: .age].first?.listItems.first.flatMap { CacheControl.seconds($0) } ?? 0
  }

  /// Returns `max-age`, otherwise the time until Expires, otherwise an estimate of at most one day (RFC 9111 section 4.2.1). An invalid
  /// date is in the past.
  static func lifetime(_ status: Int, _ fields: HTTPFields, answered: Double) -> Double {
    let control = CacheControl(fields)
    if let seconds = control.seconds("max-age") { return seconds }
    let date = fields[.date].flatMap { Timestamp(httpDate: $0) }.map { Double($0.seconds) } ?? answered.rounded(.down)
    let expires = fields[values: .expires]
    if let line = expires.first {
      guard expires.count == 1, let time = Timestamp(httpDate: line) else { return 0 }
      return max(0, Double(time.seconds) - date)
    }
    guard isUsuallyKept(status) || control.has("public"), let changed = fields[.lastModified].flatMap({ Timestamp(httpDate: $0) })
    else { return 0 }
    return min(max(0, date - Double(changed.seconds)) / 10, 86_400)
  }

  /// Whether a status is cacheable by default (RFC 9110 section 15.1).
  static func isUsuallyKept(_ status: Int) -> Bool {
    [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
  }
}
