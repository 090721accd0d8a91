import ArgumentParser
import DialStreams

/// How many pages of an endpoint are walked.
struct PagingFlags: FlagGroup {
  var all = false
  var maxItems: String?
  var maxPages: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--all", switches: \.all, help: "get all pages and join them; a selection applies to each page"),
    FlagDefinition("--max-items", sets: \.maxItems, to: "n", help: "maximum number of items, from as many pages as needed"),
    FlagDefinition("--max-pages", sets: \.maxPages, to: "n", help: "maximum number of pages"),
  ]

  /// nil where one reply is wanted.
  func makeOptions() throws(Failure) -> PageOptions? {
    guard all || maxItems != nil || maxPages != nil else { return nil }
    return PageOptions(maxPages: try Self.count(maxPages, "--max-pages"), maxItems: try Self.count(maxItems, "--max-items"))
  }

  private static func count(_ text: String?, _ flag: String) throws(Failure) -> Int? {
    guard let text else { return nil }
    if let count = Int(text), count > 0 { return count }
    throw .usage("\(flag) must be a positive integer, but is '\(text)'")
  }
}

/// What `dial wait` waits for; what is not given is left to the `poll:` of the spec.
struct WaitFlags: FlagGroup {
  var until: String?
  var fail: String?
  var every: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--until", sets: \.until, to: "expression", help: "stop when this is true, such as \"state == 'done'\""),
    FlagDefinition("--fail", sets: \.fail, to: "expression", help: "fail when this is true"),
    FlagDefinition("--every", sets: \.every, to: "duration", help: "time between polls, such as 500ms, 2s or 1m"),
  ]

  func makeEvery() throws(Failure) -> Duration? {
    guard let every else { return nil }
    return try FlagDuration.read(every, "--every", "500ms, 2s or 1m30s")
  }
}
