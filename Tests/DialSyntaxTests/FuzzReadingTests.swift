import DialSyntax
import Testing

/// Repeated pieces that took quadratic time or memory, found by fuzzing.
struct FuzzReadingTests {
  @Test(.timeLimit(.minutes(1))) func unknownAliasesBesideManyAnchorsAreFoundInTime() {
    let text = (0..<10_000).map { "- &k\($0) x\n- *q\($0)\n" }.joined()
    let findings = YAMLReader.read(text: text, name: "t").diagnostics
    #expect(findings.count == 10_000)
    #expect(findings.allSatisfy { $0.id == "yaml-alias" })
  }

  @Test(.timeLimit(.minutes(1))) func everySliceOfALongTextIsPlacedInTime() {
    for text in ["'" + String(repeating: "é", count: 100_000) + "'", "\"" + String(repeating: "\\u00e9", count: 50_000) + "\""] {
      guard let node = YAMLReader.read(text: text, name: "t").root else { return }
      let places = ScalarPlaces(node)
      for offset in stride(from: 0, to: 100_000, by: 2) {
        let range = places.range(of: offset..<offset + 2)
        #expect(range.start.column > offset / 2 && range.end > range.start)
      }
    }
  }

  /// Reading eight bytes at once missed a byte after another one.
  @Test(
    arguments: [
      ([0x93], "yaml-encoding"), ([0xFF], "yaml-encoding"), ([0xC3], "yaml-encoding"), ([0x1F], "yaml-control"), ([0x00], "yaml-control"),
      ([0x7F], "yaml-control"), ([0xC2, 0x80], "yaml-control"), ([0xEF, 0xBF, 0xBE], "yaml-control"), ([0xC3, 0xA9], nil), ([0x20], nil),
      ([0x7E], nil),
    ] as [([UInt8], String?)]) func aByteIsSeenWhereverItStands(bytes: [UInt8], id: String?)
  {
    for before in 0..<20 {
      for neighbour in Array(" !~a".utf8) {
        let text = Array("a: x".utf8) + [UInt8](repeating: neighbour, count: before) + bytes + Array("yz012345".utf8)
        #expect(YAMLReader.read(text, name: "t").diagnostics.map(\.id) == (id.map { [$0] } ?? []), "\(text)")
      }
    }
  }

  @Test func theNodesOfATextAreCounted() {
    func count(_ text: String, _ limit: Int) -> [String] {
      YAMLReader.read(text: text, name: "t", limits: YAMLLimits(maxNodes: limit)).diagnostics.map(\.id)
    }
    #expect(count("a: &x [b, c]\nd: *x", 7) == [])
    #expect(count("a: &x [b, c]\nd: *x", 6) == ["yaml-size"])
    #expect(YAMLReader.read(text: "- a\n- b", name: "t", limits: YAMLLimits(maxNodes: 2)).root == nil)
    #expect(YAMLLimits().maxNodes == 2_000_000)
  }
}
