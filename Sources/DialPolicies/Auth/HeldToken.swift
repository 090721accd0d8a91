import DialJSON
import DialModel

/// A token of a client, with its expiry on a monotonic clock.
package struct HeldToken: Sendable {
  package typealias Instant = ContinuousClock.Instant

  let token: Token
  /// When it expires; nil if unknown.
  let end: Instant?
  /// When to renew it: 30 seconds before it expires, or earlier by a tenth of its remaining time, whichever is less.
  var soon: Instant?

  init(_ token: Token, now: Instant = .now, wall: Int64 = Int64(WallClock.now())) {
    self.token = token
    guard let expires = token.expires else {
      (end, soon) = (nil, nil)
      return
    }
    let left = Duration.seconds(expires.seconds - wall)
    end = now + left
    soon = now + left - min(.seconds(30), max(.zero, left / 10))
  }

  func isOver(_ now: Instant = .now) -> Bool { end.map { $0 <= now } ?? false }
  func isStale(_ now: Instant = .now) -> Bool { soon.map { $0 <= now } ?? false }
}
