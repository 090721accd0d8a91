import Foundation
import Testing

@testable import DialSyntax

/// The reader of plain YAML: it leaves alone what it does not know, and makes of the rest the tree that libyaml's events make.
struct PlainReaderTests {
  private func plain(_ text: String, _ limits: YAMLLimits = .init()) -> Node? {
    PlainReader.tree(SourceFile(name: "t", text: text), limits)
  }

  private func events(_ text: String) -> YAMLDocument {
    YAMLReader.readEvents(SourceFile(name: "t", text: text), .init(), AliasTable(limits: .init()))
  }

  static let odd = [
    "", "\n", "# nothing", "text", "- a", "a:b", "a: b: c", "a: 'b", "a: \"b", "a: |2\n  b", "a: | # c\n  b",
    "a: |\n   \n  b",
    "a: |\n  b\n c: d", "a: |\n\tb", "a: 'b\n---\nc'", "a: \"\\q\"", "a: \"\\ud800\"", "a: [b\n---\n]", "a: |\n  b\n---\nc: d",
    "--- a", "--- {a: b}", "...\na: b", "a: b\rc: d", "a: b\r", "a: [b]#c", "a: \"b\nc: d",
    "a: &x b", "a: *x", "a: !!str b", "? a\n: b", "a: {b: c", "a: {b: c, b: d}", "a: {b}", "a: {b:c}",
    "a: [b: c]", "a: [b c", "a: {b: [c}]", "a: {b: c} d", "a: 'b' c", "a: b\n  c: d", "a: b\n\n  c", "a: b # c\n  d", "a: b\n c: d",
    "a:\n  b: c\n d: e",
    "a: b\na: c", "'a': b\na: c", "<<: {a: b}", "~: a", "'': a\n- b", "a:\n  - b\n  c: d", "a:\n  -\n  - b", "- - a", "a: - b", "a: @b",
    "a: `b",
    "a: %b", "%YAML 1.1\n---\na: b", "a: b\n...\n", "a: b\n---\nc: d", "a:\tb", "\ta: b", "a: b\u{2028}c",
    "a: b\u{85}c",
    "a: b #\u{2029}c", "{a: b}: c", "- a: b\n  c: d\n- e", "a: ?b", "a: :b", "a: -b", "a: {b: -c}", "a: {b: ?c}", "a: {b: c:}", "{a: b",
    "a: b\n  - c",
  ]

  @Test(arguments: odd) func leavesAlone(text: String) {
    #expect(plain(text) == nil || events(text).diagnostics.isEmpty && plain(text)?.isSame(as: events(text).root) == true)
  }

  @Test func keepsToTheLimits() {
    #expect(plain("a: [b, c]", YAMLLimits(maxNodes: 4)) == nil)
    #expect(plain("a: [b, c]", YAMLLimits(maxNodes: 5)) != nil)
    #expect(plain("a: {b: [c]}", YAMLLimits(maxDepth: 3)) == nil)
    #expect(plain("a: {b: [c]}", YAMLLimits(maxDepth: 4)) != nil)
    #expect(plain(String(repeating: "k", count: 1100) + ": a") == nil)
    let keys = (0..<100).map { "k\($0): \($0)\n" }.joined()
    #expect(plain(keys) != nil)
    #expect(plain(keys + "k50: twice\n") == nil)
  }

  static let read = [
    "a: b", "a: b\n", "  a: b", "# c\n\na: b # c\n# d\n\n", "a:\nb:", "a: # c\nb: c", "a:\n  b:\n    c: d\n  e: f\ng: h",
    "a: 'b'\n\"c\": \"d\"",
    "a: 'b' # c", "a: {}", "a: []", "a: {b: c, d: {e: f}, g: [h, 'i', \"j\"]}", "a: { b : c }", "a: [ b , c ]", "a: {b: String?}",
    "a: b c  d   ", "a: b#c:d", "a: b\n  c\n  d", "a: /repos\n  (sort? \"a\" | \"b\",\n   page? Int)\n  -> [Repo] ! Failure\nb: c",
    "a: (b)", "a: $b ${c}",
    "a: -1", "a: <b", "a: .5", "a: +b", "a: ~", "a: http://b:80/c?d=e&f", "a:\n- b\n- c\nd: e",
    "a:\n  - b\n  - {c: d}\n  - e: f\n    g: h\n  -\n    i: j\nk: l",
    "a: |\n  b", "a: |\n  b\n   c\n\n  d\n", "a: |-\n\n  b\n\nc: d", "a: |+\n  b\n\n\nc: d", "a: >\n  b\n  c\n\n  d\n    e\n  f\ng: h",
    "a: >-\n\n\n  b\n  \t c\n\nd: e\n", "a: >+\n\n", "a: |\nb: c", "a: |\n   b\n   # c\n # d\ne: f", "a:\n- |\n b\n- >\n  c",
    "a: |\n  é\n  ö ",
    "a: 'b\n  c'", "a: 'it''s'", "a: 'b \n\n\n  c ' # d", "a: \"\\n\\u00e9\\x41\\U0001F600\\\\\"", "a: \"b\\\n   c\\ \n  d\"\ne: f",
    "a: \"\n b\n\n \\\n\n c\"", "a: {b: c,\n  d: e}", "a: {b: c,}", "a: [\n  b, # c\n  d\n  e,\n]\nf: g",
    "a: [\"b\n  c\", 'd\n\n e']\nf: g",
    "---\na: b", "--- # c\na: b", "a: b\r\nc: d\r\n", "a: |\r\n  b\r\n\r\n  c\r\nd: 'e\r\n  f'\r\n", "é: ö\nü: {ä: 'ß', ñ: [ç]} # à",
    "a: …\n  —", "k-1: v\nk.2: v\nk/3: v\nk?: v\n200: v", "a : b", "a: b\n\n\nc: d",
  ]

  @Test(arguments: read) func makesTheSameTree(text: String) throws {
    let document = events(text)
    #expect(document.diagnostics.isEmpty)
    #expect(try #require(plain(text)).isSame(as: document.root))
  }

  /// Texts that a slip of the hand has changed.
  @Test func makesTheSameTreeOfSlips() {
    var random = SeededGenerator(state: 7)
    let slips = [
      " ", "\n", ":", "#", "-", "?", ",", "[", "]", "{", "}", "'", "\"", "\\", "&", "*", "!", "|", ">", "%", "@", "~", "<<: ", "\n  ", "é",
      ": ",
    ]
    var count = 0
    for _ in 0..<6000 {
      guard var text = Self.read.randomElement(using: &random).map({ Array($0.unicodeScalars) }) else { continue }
      for _ in 0...Int.random(in: 0..<2, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let slip = (slips.randomElement(using: &random) ?? "").unicodeScalars
        text.replaceSubrange(place..<(place + Int.random(in: 0...1, using: &random)), with: slip)
      }
      let slipped = String(String.UnicodeScalarView(text))
      guard let tree = plain(slipped) else { continue }
      count += 1
      let document = events(slipped)
      #expect(document.diagnostics.isEmpty && tree.isSame(as: document.root), "\(slipped)")
    }
    #expect(count > 1000)
  }

  @Test func readsTheSpecsOfTheProject() throws {
    let folder = fixtures.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "specs")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
      $0.pathExtension == "yaml"
    }
    var count = 0
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard let tree = plain(text) else { continue }
      count += 1
      #expect(tree.isSame(as: events(text).root), "\(file.lastPathComponent)")
    }
    #expect(count > files.count / 2)
  }
}

extension Node {
  /// The same texts, ways of writing them, and places.
  fileprivate func isSame(as other: Node?) -> Bool {
    guard let other, range.end == other.range.end, isSame(as: other, except: { _ in false }) else { return false }
    switch (content, other.content) {
    case (.mapping(let a), .mapping(let b)): return zip(a, b).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) }
    case (.sequence(let a), .sequence(let b)): return zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.scalar(let a), .scalar(let b)): return a.text.utf8.elementsEqual(b.text.utf8)
    default: return false
    }
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
