import DialJSON
import DialModel

/// A token as a client has it in hand, with its end by a clock that nobody sets.
package struct HeldToken: Sendable {
  package typealias Instant = ContinuousClock.Instant

  let token: Token
  /// When it ends; nil where nobody tells.
  let end: Instant?
  /// From when on a new one is asked for: 30 seconds before the end, or a tenth of the time that is left, whichever is less.
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
