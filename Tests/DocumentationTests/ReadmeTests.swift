import Foundation
import Testing

/// The commands and links of the README, and its table of the language.
struct ReadmeTests {
  @Test func thereAreCommands() {
    let lines = Page.readme.blocks("console").flatMap { $0.split(separator: "\n") }
    #expect(lines.count { $0.hasPrefix("$ dial ") } >= 9)
  }

  @Test func linksLeadSomewhere() {
    let links = Page.readme.text.matches(of: #/\]\(([^):]+)\)/#).map { String($0.1) }
    #expect(links.count >= 20)
    for link in links { #expect(FileManager.default.fileExists(atPath: Page.root.appending(path: link).path), "\(link)") }
  }

  /// The samples of `LanguageReference.md` that are whole endpoints or whole keys of one.
  @Test func theTableOfTheLanguageIsAccepted() throws {
    let code = Page(Page.catalogue + "/LanguageReference.md").text.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
    let endpoints = code.filter { $0.contains(#/^(list: )?(GET|PUT|POST) /#) }
    let names = #/^(headers|query|auth|style|timeout|retry|limit|redirects|cookies|compress|decode|use|accept|cache|body|params|mock): /#
    let keys = code.filter { $0.contains(names) }
    try #require(endpoints.count >= 8 && keys.count >= 12)
    for line in endpoints {
      expectAccepted("e: " + line.replacing("list: ", with: ""))
    }
    for key in keys {
      expectAccepted("e:\n    POST: /a (from?, note?)\n    " + key)
    }
  }

  private func expectAccepted(_ endpoint: String) {
    #expect(SpecTests.problems(in: "base: https://api.test\ntypes:\n  User: {id: Int}\nendpoints:\n  \(endpoint)\n") == "")
  }
}
