#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock of the calendar, for dates that servers give.
package enum WallClock {
  /// Seconds since 1970.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whole seconds since 1970.
  package static var seconds: Int64 { Int64(now()) }
}
