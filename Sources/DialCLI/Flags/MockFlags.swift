import ArgumentParser
import DialSpec
import DialTesting

/// Flags of `dial mock`.
struct MockFlags: FlagGroup {
  var delay: String?
  var fail: String?
  var seed: String?
  var record: String?
  var replay: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition(
      "--delay", sets: \.delay, to: "duration",
      help: "Before each answer, beside the 'delay' of its mock: 50ms, or 50ms..200ms for a time between."),
    FlagDefinition("--fail", sets: \.fail, to: "share", help: "The share of connections that end without an answer, such as 5%."),
    FlagDefinition(
      "--seed", sets: \.seed, to: "number",
      help: "Begins the random numbers of --delay and --fail: the same one, the same failures. Default: 1."),
    FlagDefinition(
      "--record", sets: \.record, to: "file",
      help: "Send requests on to the base, and add them with their answers to a recording, a HAR file."),
    FlagDefinition("--replay", sets: \.replay, to: "file", help: "Answer from a recording, in place of the mocks."),
  ]

  func checkFiles() throws(Failure) {
    if record != nil, replay != nil { throw .usage("--record and --replay exclude each other") }
    for (flag, path) in [("--record", record), ("--replay", replay)] where path == "-" || path == "" {
      throw .usage("\(flag) takes the name of a file, not '\(path ?? "")'")
    }
  }

  func makeOptions() throws(Failure) -> MockOptions {
    MockOptions(delay: try makeDelay(), failureRate: try makeRate(), seed: try makeSeed())
  }

  private func makeSeed() throws(Failure) -> UInt64 {
    guard let seed else { return 1 }
    if let number = UInt64(seed) { return number }
    throw .usage("--seed takes a whole number, not '\(seed)'")
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
      "--delay takes a duration such as 50ms, or a range such as 50ms..200ms, not '\(delay)'",
      hint: delay.contains("..") ? nil : Values.durationHint(delay))
  }

  private func makeRate() throws(Failure) -> Double {
    guard let fail else { return 0 }
    if fail.hasSuffix("%"), let share = Double(fail.dropLast()), (0...100).contains(share) { return share / 100 }
    throw .usage("--fail takes a share such as 5%, not '\(fail)'")
  }
}
