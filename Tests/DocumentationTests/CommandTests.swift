import Foundation
import Testing

/// The commands of the documentation print what the pages show.
struct CommandTests {
  static let pages = ([.readme] + Page.guides).filter { !$0.blocks("console").isEmpty }

  @Test func aWrongOutputIsNoticed() async throws {
    let spec = "```yaml\n# a.yaml\nbase: here\nendpoints: {a: GET /a}\n```\n"
    let page = Page(path: "wrong.md", text: "```console\n$ dial check a.yaml\na.yaml: fine\n```\n\n\(spec)")
    let printed = try await Self.printed(page)
    #expect(
      printed == [
        """
        $ dial check a.yaml
        a.yaml:2:7: error: 'base' must start with https:// or http:// [invalid-base]
        base: here
              ^~~~
        a.yaml: 1 error

        """
      ])
    #expect(printed != page.blocks("console"))
  }

  @Test(arguments: pages) func printWhatIsShown(_ page: Page) async throws {
    let printed = try await Self.printed(page)
    try Recording.keep(printed, as: "console", of: page)
    for (block, output) in zip(page.blocks("console"), printed) { #expect(block == output) }
  }

  /// Runs the commands of a page in a folder with its specs, and returns their output.
  private static func printed(_ page: Page) async throws -> [String] {
    let folder = try page.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var blocks: [String] = []
    for block in page.blocks("console") {
      var lines: [String] = []
      for line in block.split(separator: "\n") where line.hasPrefix("$ ") {
        let output = try await Shell.run(String(line.dropFirst(2)), in: folder)
        lines += [String(line)] + (output.isEmpty ? [] : [output])
      }
      blocks.append(lines.joined(separator: "\n") + "\n")
    }
    return blocks
  }
}
