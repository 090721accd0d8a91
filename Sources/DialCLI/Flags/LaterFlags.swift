import ArgumentParser

/// Flags of later versions: known, so that they are refused by name and never ignored.
struct LaterFlags: ParsableArguments, Sendable {
  @Option(help: .hidden) var cache: String?
  @Option(name: .shortAndLong, help: .hidden) var profile: String?

  /// Throws the first flag that was given; `--cache none` is what happens anyway.
  func refuse() throws(Failure) {
    let given: [(String, Bool)] = [
      ("--cache", (cache ?? "none") != "none"), ("--profile", profile != nil),
    ]
    if let first = given.first(where: \.1) { throw .later("'\(first.0)'") }
  }
}
