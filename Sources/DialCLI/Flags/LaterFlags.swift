import ArgumentParser

/// Flags of later versions: known, so that they are refused by name and never ignored.
struct LaterFlags: ParsableArguments, Sendable {
  @Option(help: .hidden) var retry: String?
  @Option(name: .shortAndLong, help: .hidden) var profile: String?

  /// Throws the first flag that was given; `--retry 0` is what happens anyway.
  func refuse() throws(Failure) {
    let given: [(String, Bool)] = [
      ("--retry", (retry ?? "0") != "0"), ("--profile", profile != nil),
    ]
    if let first = given.first(where: \.1) { throw .later("'\(first.0)'") }
  }
}
