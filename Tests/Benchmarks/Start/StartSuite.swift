import Foundation

/// The time of a command from start to end, compared with the start of curl. Measures elapsed time, because a start includes the kernel.
struct StartSuite {
  private let table: Table

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
    try large(10_000)
  }

  private func large(_ endpoints: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "large.yaml")
    try Data(SpecText.endpoints(endpoints).utf8).write(to: file)
    // Older than the minimum age of a trusted file time.
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: file.path)
    setenv("XDG_CACHE_HOME", folder.path, 1)
    defer { unsetenv("XDG_CACHE_HOME") }
    let words = ["call", file.path, "getItem0", "id=7", "--var", "API_TOKEN=none", "--dry-run"]
    sleep(3)
    try compare("`dial call --dry-run`, \(endpoints) endpoints, kept", words)
  }

  private func compare(_ name: String, _ words: [String]) throws {
    try table.compare("start", name, [Command.dial] + words, against: "`curl --version`", ["curl", "--version"])
  }
}
