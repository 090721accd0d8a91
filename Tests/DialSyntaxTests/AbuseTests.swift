import DialSyntax
import Testing

/// Hostile texts end quickly, with findings or a tree.
struct AbuseTests {
  static let texts: [(text: String, ids: [String])] = [
    (String(repeating: "[", count: 100_000), ["yaml-depth"]),
    (String(repeating: "{a: ", count: 100_000), ["yaml-depth"]),
    (String(repeating: "- ", count: 100_000), ["yaml-depth"]),
    (String(repeating: "? ", count: 100_000), ["yaml-depth"]),
    ("a: &a x\nb: [" + String(repeating: "*a,", count: 100_001) + "]", ["yaml-alias-limit"]),
    ((0..<50_000).map { "k\($0): 1\n" }.joined(), []),
    ((0..<20).map { "a\($0): &a\($0) {<<: [\($0 == 0 ? "" : "*a\($0 - 1),*a\($0 - 1)")], k\($0): 1}\n" }.joined(), ["yaml-alias-limit"]),
    ("a: \"" + String(repeating: "\n", count: 200_000) + "\"", []),
    ("a: " + String(repeating: "x", count: 500_000), []),
    (String(repeating: "a\n", count: 50_000) + "b: c: d", ["yaml-syntax"]),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: texts.indices)
  func endsAtOnce(index: Int) {
    let document = YAMLReader.read(text: Self.texts[index].text, name: "t")
    #expect(document.diagnostics.map(\.id) == Self.texts[index].ids)
  }

  @Test func takesTheDepthOfTheLimitAndNoMore() {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(YAMLReader.read(text: nested(256), name: "t").isValid)
    #expect(YAMLReader.read(text: nested(257), name: "t").diagnostics.map(\.id) == ["yaml-depth"])
    #expect(YAMLReader.read(text: nested(3), name: "t", limits: YAMLLimits(maxDepth: 2)).root == nil)
  }

  @Test func everyPieceOfATextIsReadWithoutACrash() throws {
    let text = "a: &x !!str 'it''s'\nb: {c: [1, \"\\u00e9\"], <<: {d: *x}} # é\ne: |2-\n   x\n\n  y\n? f\n: >\n z\n%g: `h\n"
    let bytes = Array(text.utf8)
    for start in bytes.indices {
      for end in [start + 1, start + 7, start + 40, bytes.count] where end <= bytes.count {
        let document = YAMLReader.read(Array(bytes[start..<end]), name: "t")
        #expect(document.root != nil || !document.diagnostics.isEmpty)
        _ = DiagnosticPrinter(color: true).text(document.diagnostics)
      }
    }
  }
}
