import Foundation

/// Keeps what was printed in the pages themselves: `DIAL_RECORD=1 swift test --filter DocumentationTests`, then look at the changes.
enum Recording {
  private static let isOn = ProcessInfo.processInfo.environment["DIAL_RECORD"] == "1"

  static func keep(_ printed: [String], inPlaceOf blocks: [String], of page: Page) throws {
    guard isOn, printed != blocks else { return }
    let file = Page.root.appending(path: page.path)
    var text = try String(contentsOf: file, encoding: .utf8)
    for (block, output) in zip(blocks, printed) where block != output {
      if let range = text.firstRange(of: "\n\(block)```") { text.replaceSubrange(range, with: "\n\(output)```") }
    }
    try Data(text.utf8).write(to: file)
  }
}
