import ArgumentParser
import DialStreams

/// Flags for the number of pages.
struct PagingFlags: FlagGroup {
  var all = false
  var maxItems: String?
  var maxPages: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--all", switches: \.all, help: "All pages, joined in order; a selection is applied to each."),
    FlagDefinition("--max-items", sets: \.maxItems, to: "n", help: "At most so many items, of as many pages as that takes."),
    FlagDefinition("--max-pages", sets: \.maxPages, to: "n", help: "At most so many pages."),
  ]

  /// Returns nil for a single response.
  func makeOptions() throws(Failure) -> PageOptions? {
    guard all || maxItems != nil || maxPages != nil else { return nil }
    return PageOptions(maxPages: try Self.count(maxPages, "--max-pages"), maxItems: try Self.count(maxItems, "--max-items"))
  }

  private static func count(_ text: String?, _ flag: String) throws(Failure) -> Int? {
    guard let text else { return nil }
    if let count = Int(text), count > 0 { return count }
    throw .usage("\(flag) takes a whole number from 1 on, not '\(text)'")
  }
}

/// Flags of `dial wait`; others are those of `poll:` in the spec.
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
