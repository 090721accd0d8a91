import Dial
package import DialFlags
package import DialTesting

package struct MockFlags: FlagGroup {
  package var delay: String?
  package var fail: String?
  var seed: String?
  var cors = false
  package var record: String?
  package var replay: String?

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--delay", sets: \.delay, to: "duration", help: "extra delay before each response: 50ms, or a range 50ms..200ms"),
    FlagDefinition("--fail", sets: \.fail, to: "percentage", help: "percentage of requests that fail without a response, such as 5%"),
    FlagDefinition(
      "--seed", sets: \.seed, to: "number",
      help: "seed of the random numbers of --delay and --fail (default: 1)"),
    FlagDefinition("--cors", switches: \.cors, help: "let pages of any origin call the server from a browser"),
    FlagDefinition(
      "--record", sets: \.record, to: "file",
      help: "forward requests to the base, and record them in a HAR file"),
    FlagDefinition("--replay", sets: \.replay, to: "file", help: "respond from a recording instead of the mocks"),
  ]

  package func checkFiles() throws(Failure) {
    var inspection = InspectionFlags()
    (inspection.record, inspection.replay) = (record, replay)
    try inspection.checkDoubles()
  }

  package func makeOptions() throws(Failure) -> MockOptions {
    let seed = try FlagValue.number(seed, "--seed", in: 0...UInt64.max, "a non-negative integer")
    return MockOptions(delay: try makeDelay(), failureRate: try makeRate(), seed: seed ?? 1, allowsOrigins: cors)
  }

  private func makeDelay() throws(Failure) -> ClosedRange<Duration>? {
    guard let delay else { return nil }
    if let time = Values.duration(delay) { return time...time }
    if let dots = delay.firstRange(of: ".."), let minimum = Values.duration(String(delay[..<dots.lowerBound])),
      let longest = Values.duration(String(delay[dots.upperBound...])), minimum <= longest
    {
      return minimum...longest
    }
    throw .usage(
      "--delay must be a duration such as 50ms or a range such as 50ms..200ms, but is '\(delay)'",
      hint: delay.contains("..") ? nil : Values.durationHint(delay))
  }

  private func makeRate() throws(Failure) -> Double {
    guard let fail else { return 0 }
    if fail.hasSuffix("%"), let share = Double(fail.dropLast()), (0...100).contains(share) { return share / 100 }
    throw .usage("--fail must be a percentage such as 5%, but is '\(fail)'")
  }
}
