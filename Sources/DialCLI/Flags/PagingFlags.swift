import ArgumentParser
import DialCore

/// How many pages of an endpoint are walked.
struct PagingFlags: FlagGroup {
  var all = false
  var maxItems: String?
  var maxPages: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--all", switches: \.all, help: "All pages, joined in order; a selection is applied to each."),
    FlagDefinition("--max-items", sets: \.maxItems, to: "n", help: "At most so many items, of as many pages as that takes."),
    FlagDefinition("--max-pages", sets: \.maxPages, to: "n", help: "At most so many pages."),
  ]

  /// nil where one reply is wanted.
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
