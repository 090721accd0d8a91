import Testing

@testable import DialCLI
@testable import DialConsole
@testable import DialText

@Suite struct WrapTests {
  @Test(arguments: [
    ("one two three four five", ["one two three four", "five"]),
    ("- one two three four five\n* six", ["- one two three four", "  five", "* six"]),
    ("    laid out: as it is, longer than a line", ["    laid out: as it is, longer than a line"]),
    ("averyveryverylongwordindeed and", ["averyveryverylongwordindeed", "and"]),
    ("a\n\nb\n\n", ["a", "", "b"]), ("日本語の名前です 日本語の", ["日本語の名前です", "日本語の"]), ("\u{1B}[1m", ["\\u{1B}[1m"]), ("", []),
  ])
  func lines(_ text: String, _ lines: [String]) {
    #expect(Wrap(20).lines(text) == lines)
  }

  @Test func aFileGetsWholeParagraphs() {
    let text = String(repeating: "word ", count: 100)
    #expect(Wrap(nil).lines(text) == [text])
    #expect(Wrap(1000).lines(text).allSatisfy { $0.count <= 100 })
  }
}
