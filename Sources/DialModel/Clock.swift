#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calendar clock, for dates of servers.
package enum WallClock {
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whole seconds since 1970.
  package static var seconds: Int64 { Int64(now()) }
}

/// Formats a duration as in a spec, with the largest unit that gives an integer: `300ms`, `2s`, `90s`, `10m`, `1h`.
package enum DurationText {
  package static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds != 0, seconds < 60 {
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
      if seconds < 1 { return "\(milliseconds)ms" }
      return milliseconds % 1000 < 100 ? "\(seconds)s" : "\(seconds).\(milliseconds % 1000 / 100)s"
    }
    if seconds != 0, seconds % 86_400 == 0 { return "\(seconds / 86_400)d" }
    if seconds != 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    if seconds != 0, seconds % 60 == 0 { return "\(seconds / 60)m" }
    return "\(seconds)s"
  }
}
