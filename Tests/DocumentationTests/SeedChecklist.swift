import Foundation

/// The list of what the systems that Dial follows can do, and of the tests that show it.
struct SeedChecklist {
  /// Of the list as it was agreed on: no row leaves it, and none is counted twice.
  static let ids = [("N", 46), ("M", 21), ("S", 18), ("D", 27), ("A", 18), ("G", 23), ("T", 21)].flatMap { letter, count in
    (1...count).map { "\(letter)\($0)" }
  }

  private let text: String
  private let ids: [String]

  init(_ text: String, ids: [String] = Self.ids) {
    self.text = text
    self.ids = ids
  }

  /// The columns of each row: id, feature, state, tests, what is missing.
  private var rows: [[String]] {
    text.split(separator: "\n").filter { $0.prefixMatch(of: #/\| [A-Z]+[0-9]+ \|/#) != nil }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// What is wrong with the list; nothing, where all that it names is there.
  var problems: [String] {
    let rows = rows
    let found = Dictionary(grouping: rows) { $0[0] }
    let unknown = rows.map { $0[0] }.filter { !ids.contains($0) }.map { "\($0) is no row of the list" }
    let missing = ids.filter { found[$0] == nil }.map { "\($0) is missing" }
    let doubled = ids.filter { found[$0, default: []].count > 1 }.map { "\($0) stands there twice" }
    return unknown + missing + doubled + rows.flatMap(Self.problems) + problemsOfTotals(rows)
  }

  private static func problems(of row: [String]) -> [String] {
    guard row.count == 5 else { return ["\(row[0]) has \(row.count) columns, not 5"] }
    var problems: [String] = []
    if row[2].wholeMatch(of: #/[✓○◐✗–]|→ [0-9]+/#) == nil { problems.append("'\(row[2])' is no state") }
    let tests = row[3] == "–" ? [] : row[3].components(separatedBy: "<br>")
    if row[2] == "✓" && tests.isEmpty { problems.append("it works, and no test is named") }
    return (problems + tests.compactMap(Self.problem)).map { "\(row[0]): \($0)" }
  }

  private static func problem(ofTest named: String) -> String? {
    guard let match = named.wholeMatch(of: #/`([^`]+)` (.+)/#) else { return "'\(named)' is not a regular file and function" }
    let (file, name) = (String(match.1), String(match.2))
    let source = Page("Tests/\(file).swift").text
    if source.isEmpty { return "there is no 'Tests/\(file).swift'" }
    let pair = name.wholeMatch(of: #/printsTheFindings\((.+)\)/#)?.1
    if !has(test: pair == nil ? name : "printsTheFindings", in: source) { return "'Tests/\(file).swift' has no test '\(name)'" }
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    guard let pair, Page("Tests/\(folder)/Fixtures/bad/\(pair).yaml").text.isEmpty else { return nil }
    return "'Tests/\(folder)' has no golden pair '\(pair)'"
  }

  /// Whether the source declares the function, behind an '@Test' that belongs to no function before it.
  private static func has(test name: String, in source: String) -> Bool {
    let word = name.contains(" ") ? "`\(name)`" : name
    guard let function = source.range(of: "func \(word)(") else { return false }
    let before = source[..<function.lowerBound]
    guard let test = before.range(of: "@Test", options: .backwards) else { return false }
    return !before[test.upperBound...].contains("func ")
  }

  private func problemsOfTotals(_ rows: [[String]]) -> [String] {
    let states = rows.compactMap { $0.count == 5 ? $0[2].first : nil }
    let totals = "✓○◐✗→–".map { state in "\(state) \(states.filter { $0 == state }.count)" }.joined(separator: " · ")
    return text.contains("\nTotals: \(totals)\n") ? [] : ["the totals are \(totals)"]
  }
}
