import ArgumentParser

/// What `dial wait` waits for; what is not given is left to the `poll:` of the spec.
struct WaitFlags: ParsableArguments, Sendable {
  @Option(parsing: .unconditional, help: ArgumentHelp("Done when this holds: \"state == 'done'\".", valueName: "expression"))
  var until: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Failed when this holds.", valueName: "expression"))
  var fail: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The time between two looks: 500ms, 2s, 1m.", valueName: "duration"))
  var every: String?

  func makeEvery() throws(Failure) -> Duration? {
    guard let every else { return nil }
    return try FlagDuration.read(every, "--every", "500ms, 2s or 1m30s")
  }
}
