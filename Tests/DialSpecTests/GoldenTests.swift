import DialSyntax
import Testing

@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec
@testable import DialStreams

/// Golden pairs: `bad/NAME.yaml` is checked, and all that is printed about it stands in `bad/NAME.err`.
struct GoldenTests {
  static let names = fixtureNames("bad", ending: "yaml")

  @Test(arguments: names)
  func printsTheFindings(name: String) throws {
    let expected = String(decoding: try fixture("bad/\(name).err"), as: UTF8.self)
    let findings = Spec.check(yaml: try fixture("bad/\(name).yaml"), name: "\(name).yaml")
    #expect(DiagnosticPrinter(color: false).text(findings) + "\n" == expected)
  }

  @Test(arguments: FindingID.allCases)
  func everyIDHasAGoldenPair(id: FindingID) throws {
    let printed = try fixtureNames("bad", ending: "err").map { String(decoding: try fixture("bad/\($0).err"), as: UTF8.self) }
    #expect(printed.contains { $0.contains("[\(id.rawValue)]") })
  }

  @Test func everyFileHasItsPair() {
    #expect(Self.names == fixtureNames("bad", ending: "err"))
  }
}
