import Dial
import Foundation
import Testing

/// Pages that list codes, flags and so on are complete.
struct CompletenessTests {
  @Test func everyCodeOfACallIsListed() throws {
    let sources = Page.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix("/CallError.swift") }
    let source = try String(contentsOf: sources.appending(path: #require(files.first)), encoding: .utf8)
    let codes = source.matches(of: #/= Code\(rawValue: "([a-z-]+)"\)/#).map { String($0.1) }
    #expect(codes.count >= 18)
    #expect(Self.missing(codes.map { "| `\($0)` |" }, in: Page(Page.catalogue + "/CallErrors.md").text) == [])
  }

  /// The table of the introduction to JMESPath, on the response above it.
  @Test func expressionsSelectWhatIsShown() throws {
    let section = try #require(Page(Page.catalogue + "/Responses.md").text.split(separator: "## JMESPath in short").last)
    let response = try JSON(parsing: String(try #require(section.firstMatch(of: #/response `(.+?)`,/#)).1))
    let rows = section.matches(of: #/\n\| `(.+?)` \| `(.+?)` \|/#)
    #expect(rows.count == 9)
    for row in rows {
      let selected = try JMESPath(String(row.1).replacing("\\|", with: "|")).select(response)
      #expect(try selected == JSON(parsing: String(row.2)), "\(row.1)")
    }
  }

  @Test func everyCommandAndFlagIsListed() async throws {
    let folder = try Page.readme.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let commands = try await Shell.run("dial --help", in: folder).matches(of: #/(?m)^  ([a-z]+)  +[A-Z]/#).map { String($0.1) }
    let line = "for name in \(commands.joined(separator: " ")); do dial $name --help; done"
    let flags = Set(try await Shell.run(line, in: folder).matches(of: #/(?m)^ +(?:-[a-zA-Z], )?(--[a-z-]+)/#).map { String($0.1) })
    #expect(flags.count >= 25 && commands.count >= 8)
    let page = Page(Page.catalogue + "/CommandLine.md").text
    #expect(Self.missing(flags.sorted() + commands.map { "dial \($0)" }, in: page) == [])
  }

  private static func missing(_ words: [String], in text: String) -> [String] { words.filter { !text.contains($0) } }
}
