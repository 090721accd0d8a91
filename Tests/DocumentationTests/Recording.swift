import Foundation
import Testing

/// Records output in the pages: `DIAL_RECORD=1 swift test --filter DocumentationTests`, then review the changes.
struct Recording {
  private static let isOn = ProcessInfo.processInfo.environment["DIAL_RECORD"] == "1"

  /// Replaces the blocks of a language while recording.
  static func keep(_ printed: [String], as language: String, of page: Page) throws {
    guard isOn, printed != page.blocks(language) else { return }
    try Data(text(of: page, with: printed, as: language).utf8).write(to: Page.root.appending(path: page.path))
  }

  private static func text(of page: Page, with printed: [String], as language: String) -> String {
    var text = page.text
    for (block, output) in zip(page.blocks(language), printed) where block != output {
      if let range = text.firstRange(of: "```\(language)\n\(block)```") {
        text.replaceSubrange(range, with: "```\(language)\n\(output)```")
      }
    }
    return text
  }

  @Test func onlyBlocksOfTheLanguageAreWritten() {
    let page = Page(path: "a.md", text: "```yaml\na: 1\n```\n\n```text\n```\n\n```text\nold\n```\n")
    #expect(Self.text(of: page, with: ["new\n", "b\n"], as: "text") == "```yaml\na: 1\n```\n\n```text\nnew\n```\n\n```text\nb\n```\n")
  }
}
