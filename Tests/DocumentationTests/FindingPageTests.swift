import Dial
import DialBuild
import DialOpenAPI
import DialSyntax
import Foundation
import TestSupport
import Testing

/// Each kind of finding has a section of `Findings.md`, which teaches what is true and shows the real output.
struct FindingPageTests {
  private static let page = Page("\(Page.catalogue)/Findings.md")
  /// A section is a page with the name of its finding.
  private static let sections = page.text.components(separatedBy: "\n### ").dropFirst().map { text in
    Page(path: String(text.prefix { $0 != "\n" }), text: text)
  }

  @Test func everyIDHasASection() {
    let ids =
      SyntaxDiagnosticID.allCases.map(\.rawValue) + FindingID.allCases.map(\.rawValue)
      + DocumentFindingID.allCases.map(\.rawValue) + OverlayDiagnosticID.allCases.map(\.rawValue)
    #expect(Self.sections.map(\.path).sorted() == ids.sorted())
  }

  @Test func printWhatIsShown() throws {
    let printed = try Self.sections.map { try Self.printed(try Self.wrong($0)) + "\n" }
    try Recording.keep(printed, as: "text", of: Self.page)
    #expect(Page(Self.page.path).blocks("text") == printed, "write it with: DIAL_RECORD=1 swift test --filter FindingPageTests")
  }

  @Test(arguments: sections) func isUniform(_ section: Page) {
    let lines = section.text.split(separator: "\n", omittingEmptySubsequences: false)
    let marks = lines.filter { $0.hasPrefix("```") || $0.hasPrefix("**") || $0.hasPrefix("See ") || $0.hasPrefix("## ") }
    let sample = section.blocks("sh").isEmpty ? "```yaml" : "```sh"
    let expected = ["**Example:**", sample, "```", "```text", "```", "**How to fix it:**", "```yaml", "```", "**Why:**"]
    #expect(marks.prefix(expected.count).map(String.init) == expected)
    let rest = marks.dropFirst(expected.count)
    #expect(rest.first?.hasPrefix("See <doc:") == true && rest.dropFirst().allSatisfy { $0.hasPrefix("## ") })
    #expect(lines[1] == "" && lines[2].hasSuffix(".") && lines[3] == "" && lines[5] == "" && lines[6] == "**Example:**")
  }

  @Test(arguments: sections) func teachesWhatIsTrue(_ section: Page) throws {
    let found = try Self.found(try Self.wrong(section))
    #expect(Set(found.map(\.id)) == [section.path])
    #expect(try Self.printed(Array(try #require(section.blocks("yaml").last).utf8)) == "")
    let severity = section.text.split(separator: "\n")[2].lowercased()
    for finding in found { #expect(severity.contains(finding.severity.rawValue)) }
    let see = section.text.matches(of: #/<doc:(\w+)>/#).map { String($0.1) }
    #expect(Set(see).isSubset(of: Page.guides.map(\.name)) && !see.isEmpty)
  }

  /// Returns the wrong sample. For bytes that a page cannot show, it is a command that writes the file.
  private static func wrong(_ section: Page) throws -> [UInt8] {
    if let line = section.blocks("sh").first { return try Shell.spec(madeBy: line) }
    return Array(try #require(section.blocks("yaml").first).utf8)
  }

  private static func printed(_ spec: [UInt8]) throws -> String { DiagnosticPrinter(color: false).text(try found(spec)) }

  /// Returns the findings of a sample. Those of documents and overlays have files beside them.
  private static func found(_ spec: [UInt8]) throws -> [Diagnostic] {
    let text = String(decoding: spec, as: UTF8.self)
    guard text.contains("openapi:") || text.contains(": pets.yaml") else { return Spec.check(yaml: spec, name: "spec.yaml") }
    let folder = try TemporaryFolder(["pets.yaml": pets])
    // A document says itself what is in the file of its source.
    if let source = text.firstMatch(of: /# spec.yaml.source: (.*)/) { try folder.write("spec.yaml.source", String(source.1)) }
    return Spec.check(spec, name: "spec.yaml", folder: folder.path).all
  }

  /// The document that the overlays of the page change.
  private static let pets = """
    openapi: 3.1.0
    info: {title: Pets, version: "1"}
    servers: [{url: "https://api.pets.io"}]
    tags: [{name: pets}]
    paths:
      /pets: {get: {operationId: listPets, tags: [pets]}}
    """
}
