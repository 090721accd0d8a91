import Foundation

/// The peak memory of this process in bytes.
enum PeakMemory {
  static var bytes: Int {
    #if os(Linux)
      // The value of getrusage includes the process that started this one, see cbench_peak.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
