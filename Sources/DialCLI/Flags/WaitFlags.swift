import ArgumentParser
import DialCore

/// What `dial wait` waits for; what is not given is left to the `poll:` of the spec.
struct WaitFlags: FlagGroup {
  var until: String?
  var fail: String?
  var every: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--until", sets: \.until, to: "expression", help: "Done when this holds: \"state == 'done'\"."),
    FlagDefinition("--fail", sets: \.fail, to: "expression", help: "Failed when this holds."),
    FlagDefinition("--every", sets: \.every, to: "duration", help: "The time between two looks: 500ms, 2s, 1m."),
  ]

  func makeEvery() throws(Failure) -> Duration? {
    guard let every else { return nil }
    return try FlagDuration.read(every, "--every", "500ms, 2s or 1m30s")
  }
}
