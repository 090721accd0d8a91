import DialSyntax
import TestSupport
import Testing

/// Golden pairs: `bad/NAME.err` is the output for `bad/NAME.yaml`. `DIAL_RECORD=1` records it.
struct GoldenTests {
  static let names = fixtures.names("bad", ending: "yaml")

  @Test(arguments: names)
  func printsTheFindings(name: String) throws {
    let document = YAMLReader.read(try fixtures.bytes("bad/\(name).yaml"), name: "\(name).yaml", limits: limits(for: name))
    let printed = DiagnosticPrinter(color: false).text(document.diagnostics) + "\n"
    #expect(printed == (try fixtures.golden("bad/\(name).err", printed)))
  }

  @Test(arguments: SyntaxDiagnosticID.allCases)
  func everyIDHasAGoldenPair(id: SyntaxDiagnosticID) throws {
    let printed = try Self.names.map { try fixtures.text("bad/\($0).err") }
    #expect(printed.contains { $0.contains("[\(id.rawValue)]") })
  }

  private func limits(for name: String) -> YAMLLimits {
    switch name {
    case "yaml-size": YAMLLimits(maxBytes: 16)
    case "node-limit": YAMLLimits(maxNodes: 4)
    case "alias-text-limit": YAMLLimits(maxAliasBytes: 1000)
    default: YAMLLimits()
    }
  }
}
