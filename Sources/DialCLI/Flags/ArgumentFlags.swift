import ArgumentParser

/// Arguments that are not on the line.
struct ArgumentFlags: FlagGroup {
  var args: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--args", sets: \.args, to: "file", help: "A JSON or YAML object of arguments; '-' for standard input.")
  ]
}
