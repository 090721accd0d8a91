import DialSpec
import DialSyntax
import Foundation
import Testing

/// Each kind of finding has a page that is made from the catalogue and shows the real output.
struct FindingPageTests {
  private static let ids = SyntaxDiagnosticID.allCases.map(\.rawValue) + FindingID.allCases.map(\.rawValue)

  @Test func everyIDHasAPage() {
    #expect(FindingPage.all.map(\.id).sorted() == Self.ids.sorted())
    #expect(Page.errors.map(\.name).sorted() == Self.ids.sorted())
  }

  @Test(arguments: ids) func everyIDIsListed(_ id: String) throws {
    let overview = try #require(Page.guides.first { $0.name == "SpecErrors" })
    #expect(overview.text.contains("<doc:\(id)>"))
  }

  @Test(arguments: FindingPage.all) func isWritten(_ page: FindingPage) throws {
    let path = "\(Page.catalogue)/Errors/\(page.id).md"
    let text = page.markdown(printed: FindingPage.printed(try Self.wrong(page)))
    try Recording.keep(text, at: path)
    #expect(Page(path).text == text, "write it with: DIAL_RECORD=1 swift test --filter FindingPageTests")
  }

  @Test(arguments: FindingPage.all) func teachesWhatIsTrue(_ page: FindingPage) throws {
    #expect(Set(Spec.check(yaml: try Self.wrong(page), name: "spec.yaml").map(\.id)) == [page.id])
    #expect(FindingPage.printed(Array(page.right.text.utf8)) == "")
    let severities = Set(Spec.check(yaml: try Self.wrong(page), name: "spec.yaml").map(\.severity.rawValue))
    for severity in severities { #expect(page.severity.lowercased().contains(severity)) }
    #expect(Set(page.see).isSubset(of: Page.guides.map(\.name)) && !page.see.isEmpty)
  }

  private static func wrong(_ page: FindingPage) throws -> [UInt8] {
    switch page.wrong {
    case .yaml(let text): Array((text + "\n").utf8)
    case .shell(let line): try Shell.spec(madeBy: line)
    }
  }
}

extension FindingPage: CustomTestStringConvertible {
  public var testDescription: String { id }
}
