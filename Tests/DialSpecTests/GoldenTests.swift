import Dial
import DialSyntax
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Golden pairs: `bad/NAME.err` is the output for `bad/NAME.yaml`. `DIAL_RECORD=1` records it.
struct GoldenTests {
  static let names = fixtures.names("bad", ending: "yaml")

  @Test(arguments: names)
  func printsTheFindings(name: String) throws {
    let findings = Spec.check(yaml: try fixtures.bytes("bad/\(name).yaml"), name: "\(name).yaml")
    let printed = DiagnosticPrinter(color: false).text(findings) + "\n"
    #expect(printed == (try fixtures.golden("bad/\(name).err", printed)))
  }

  @Test(arguments: FindingID.allCases)
  func everyIDHasAGoldenPair(id: FindingID) throws {
    let printed = try fixtures.names("bad", ending: "err").map { try fixtures.text("bad/\($0).err") }
    #expect(printed.contains { $0.contains("[\(id.rawValue)]") })
  }

  @Test func everyFileHasItsPair() {
    #expect(Self.names == fixtures.names("bad", ending: "err"))
  }
}
