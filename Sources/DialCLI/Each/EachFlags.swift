import Dial
import DialConsole
import DialFlags

/// Flags of `dial each`.
struct EachFlags: FlagGroup {
  enum Sync: String, FlagWord { case always, none }
  enum Failures: String, FlagWord { case fail, ok }

  var rows: String?
  var format: RowFormat?
  var columns: String?
  var hasHeader = false
  var maps: [String] = []
  var parallel: String?
  var unordered = false
  var checksRows = false
  var failed: String?
  var failures = Failures.fail
  var maxFailures: String?
  var journal: String?
  var sync = Sync.always
  var onlyNew = false
  var resendsUnknown = false
  var key: String?
  var keyPrefix: String?
  var run: String?
  var share: String?
  var shareOf: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--rows", sets: \.rows, to: "file", help: "the rows: JSON Lines, CSV or TSV by its extension ('-': standard input)"),
    FlagDefinition("--rows-format", chooses: \.format, of: "format", help: "format of the rows"),
    FlagDefinition("--columns", sets: \.columns, to: "names", help: "names of the columns of CSV or TSV without a line of names"),
    FlagDefinition("--rows-header", switches: \.hasHeader, help: "the first line of TSV has the names of the columns"),
    FlagDefinition("--map", adds: \.maps, of: "name=column", help: "pass a column, or a member, as the argument of this name (repeatable)"),
    FlagDefinition("--parallel", sets: \.parallel, to: "n", help: "maximum number of calls at once (default: 8)"),
    FlagDefinition("--unordered", switches: \.unordered, help: "print results as they come, not in the order of the rows"),
    FlagDefinition("--check-rows", switches: \.checksRows, help: "check all rows before the first is sent"),
    FlagDefinition("--failed", sets: \.failed, to: "file", help: "write the rows that failed to a file, which can be the next --rows"),
    FlagDefinition("--failures", chooses: \.failures, of: "mode", help: "whether rows that failed make the exit code 12"),
    FlagDefinition("--max-failures", sets: \.maxFailures, to: "n", help: "stop when more rows failed than this number, or part: 5%"),
    FlagDefinition(
      "--journal", sets: \.journal, to: "file",
      help: "record what was sent and what came of it, so that the same command continues after an interruption"),
    FlagDefinition("--journal-sync", chooses: \.sync, of: "mode", help: "whether results are on disk before they are printed"),
    FlagDefinition("--only-new", switches: \.onlyNew, help: "do not print the results of earlier runs again"),
    FlagDefinition(
      "--resend-unknown", switches: \.resendsUnknown, help: "send rows again that may have been sent, although they can act twice"),
    FlagDefinition("--key", sets: \.key, to: "name", help: "the member that identifies a row (default: its position)"),
    FlagDefinition("--key-prefix", sets: \.keyPrefix, to: "text", help: "what precedes each key, for rows that are a part of a whole"),
    FlagDefinition("--run-id", sets: \.run, to: "text", help: "what idempotency keys are made of, for runs that share no journal"),
    FlagDefinition(
      "--share", sets: \.share, to: "folder", help: "keep the rates of 'limit' together with all processes that name this folder"),
    FlagDefinition("--share-of", sets: \.shareOf, to: "i/n", help: "use only this part of each rate, such as 1/16"),
  ]

  func makeParallel() throws(Failure) -> Int {
    try FlagValue.number(parallel, "--parallel", in: 1...10_000, "an integer from 1 to 10000") ?? 8
  }

  /// Returns the names of arguments by column.
  func makeMap() throws(Failure) -> [String: String] {
    var map: [String: String] = [:]
    for text in maps {
      guard let mark = text.firstIndex(of: "="), mark != text.startIndex, text.index(after: mark) != text.endIndex else {
        throw .usage("--map must be name=column, but is '\(text)'", hint: "write the argument first, as in --map id=user_id")
      }
      let column = String(text[text.index(after: mark)...])
      guard map.updateValue(String(text[..<mark]), forKey: column) == nil else {
        throw .usage("--map: the column '\(column)' is used twice")
      }
    }
    return map
  }

  func makeColumns() throws(Failure) -> [String]? {
    guard let columns else { return nil }
    let names = columns.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty }), Set(names).count == names.count else {
      throw .usage("--columns must be different names separated by commas, such as id,name, but is '\(columns)'")
    }
    return names
  }

  func makeBound() throws(Failure) -> FailureBound? {
    guard let text = maxFailures else { return nil }
    if let count = Int(text), count >= 0 { return .count(count) }
    if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) { return .percent(percent) }
    throw .usage("--max-failures must be a number of rows or a part such as 5%, but is '\(text)'")
  }

  func makePart() throws(Failure) -> (number: Int, of: Int)? {
    guard let text = shareOf else { return nil }
    let sides = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let number = sides[0], let count = sides[1], (1...1_000_000).contains(count), (1...count).contains(number)
    else {
      throw .usage("--share-of must be a part such as 1/16, but is '\(text)'")
    }
    return (number, count)
  }
}

extension RowFormat: FlagWord {}
