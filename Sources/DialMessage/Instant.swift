/// An instant of the continuous clock, relative to a fixed instant of the process.
///
/// The size of the standard `Instant` is known only at run time, and so is that of every type that contains one. Copying a request would
/// then need a witness call instead of a few moves.
package struct Instant: Sendable {
  private var sinceOrigin: Duration
  private static let origin = ContinuousClock.now

  init(_ instant: ContinuousClock.Instant) { sinceOrigin = instant - Self.origin }

  package static var now: Instant { Instant(.now) }

  package var instant: ContinuousClock.Instant { Self.origin + sinceOrigin }

  package static func - (end: Instant, start: Instant) -> Duration { end.sinceOrigin - start.sinceOrigin }
  package static func + (start: Instant, time: Duration) -> Instant {
    var end = start
    end.sinceOrigin += time
    return end
  }
}
