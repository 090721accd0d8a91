import Foundation

/// How long a command takes from its start to its end, next to the start of curl. Time by the wall: a start waits for the kernel too.
struct StartSuite {
  private let table: Table
  private let dial = ProcessInfo.processInfo.environment["DIAL"] ?? ".build/release/dial"
  /// Starts in one round.
  private static let starts = 10

  init(_ table: Table) {
    self.table = table
  }

  func run() throws {
    guard table.wants("start") else { return }
    try compare("`dial version`", ["version"])
    try compare("`dial --help`", ["--help"])
    try compare("`dial call --dry-run`, a small spec", ["call", "specs/demo.yaml", "getUser", "id=7", "--dry-run"])
    try compare(
      "`dial call --dry-run`, specs/github.yaml",
      ["call", "specs/github.yaml", "repos.get", "owner=swiftlang", "repo=swift", "--var", "GITHUB_TOKEN=none", "--dry-run"])
  }

  private func compare(_ name: String, _ words: [String]) throws {
    guard table.wants("start", name) else { return }
    let (ours, theirs) = (try Command([dial] + words), try Command(["curl", "--version"]))
    let rounds = try Rounds {
      try ours.seconds(of: Self.starts)
    } _: {
      try theirs.seconds(of: Self.starts)
    }
    table.row("start", name, against: "`curl --version`", rounds, .processor(ours.processor, theirs.processor))
  }
}
