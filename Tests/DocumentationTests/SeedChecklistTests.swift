import Testing

/// The tests in the checklist exist, and no row is missing.
struct SeedChecklistTests {
  private static let totals = "\nTotals: ✓ 1 · ○ 0 · ◐ 0 · ✗ 0 · → 0 · – 0\n\n"

  /// Returns the problems of a list with the row N1 and these columns.
  private func problems(_ columns: String) -> [String] {
    SeedChecklist("\(Self.totals)| N1 | \(columns) |\n", ids: ["N1"]).problems
  }

  @Test(arguments: [
    ("| M1 | a | ○ | – |  |", "M1 is no row of the list"), ("", "N2 is missing"), ("| N1 | b | ○ | – |  |", "N1 stands there twice"),
    ("| N2 | b | ✓ |  |", "N2 has 4 columns, not 5"), ("| N2 | b | ✓ | – |  |", "N2: it works, and no test is named"),
    ("| N2 | b | ✔ | – |  |", "N2: '✔' is no state"), ("| N2 | b | → | – |  |", "N2: '→' is no state"),
    ("| N2 | b | ○ | – |  |", "the totals are ✓ 0 · ○ 2 · ◐ 0 · ✗ 0 · → 0 · – 0"),
  ])
  func aWrongRowIsNoticed(row: String, problem: String) {
    let text = "\(Self.totals)| N1 | a | ○ | – |  |\n\(row)\n"
    #expect(SeedChecklist(text, ids: ["N1", "N2"]).problems.contains(problem))
  }

  @Test(arguments: [
    ("DialTests/CallingTests", "'DialTests/CallingTests' is not a regular file and function"),
    ("`DialTests/NoTests` aTest", "there is no 'Tests/DialTests/NoTests.swift'"),
    ("`DocumentationTests/CommandTests` printed", "'Tests/DocumentationTests/CommandTests.swift' has no test 'printed'"),
    ("`DocumentationTests/CommandTests` isNotThere", "'Tests/DocumentationTests/CommandTests.swift' has no test 'isNotThere'"),
    ("`DocumentationTests/CommandTests` printWhat", "'Tests/DocumentationTests/CommandTests.swift' has no test 'printWhat'"),
    ("`DialTests/RequestTests` an own wrapper", "'Tests/DialTests/RequestTests.swift' has no test 'an own wrapper'"),
    ("`DialSpecTests/GoldenTests` printsTheFindings(none)", "'Tests/DialSpecTests' has no golden pair 'none'"),
    ("`DocumentationTests/CommandTests` printWhatIsShown<br>`Nowhere` x", "there is no 'Tests/Nowhere.swift'"),
  ])
  func aTestThatIsNotThereIsNoticed(tests: String, problem: String) {
    #expect(problems("a | ✓ | \(tests) | ") == ["N1: \(problem)"])
  }

  @Test(arguments: [
    "`DocumentationTests/CommandTests` printWhatIsShown", "`DialTests/RequestTests` an own wrapper joins",
    "`DialSpecTests/GoldenTests` printsTheFindings", "`DialSpecTests/GoldenTests` printsTheFindings(method)",
    "`DialEngineTests/Bind/QueryTests` writes<br>`DialEngineTests/Bind/QueryTests` refuses",
  ])
  func aTestThatIsThereIsFound(tests: String) { #expect(problems("a | ✓ | \(tests) | ") == []) }

  @Test func whatIsNamedIsThere() {
    #expect(SeedChecklist.ids.count == 174)
    #expect(SeedChecklist(Page("Tests/SeedChecklist.md").text).problems == [])
  }
}
