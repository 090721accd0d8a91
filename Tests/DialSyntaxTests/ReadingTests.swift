import DialSyntax
import TestSupport
import Testing

/// The values of YAML texts, and the places of errors.
struct ReadingTests {
  static let texts: [(text: String, flat: String)] = [
    ("a: b", "{a: b}"), ("a: b\n", "{a: b}"), ("  a: b", "{a: b}"), ("# c\n\na: b # c\n# d\n\n", "{a: b}"), ("a:\nb:", "{a: , b: }"),
    ("a: # c\nb: c", "{a: , b: c}"), ("a:\n  b:\n    c: d\n  e: f\ng: h", "{a: {b: {c: d}, e: f}, g: h}"),
    ("a: 'b'\n\"c\": \"d\"", "{a: 'b', c: 'd'}"), ("a: 'b' # c", "{a: 'b'}"), ("a: {}", "{a: {}}"), ("a: []", "{a: []}"),
    ("a: {b: c, d: {e: f}, g: [h, 'i', \"j\"]}", "{a: {b: c, d: {e: f}, g: [h, 'i', 'j']}}"), ("a: { b : c }", "{a: {b: c}}"),
    ("a: [ b , c ]", "{a: [b, c]}"), ("a: {b: String?}", "{a: {b: String?}}"), ("a: b c  d   ", "{a: b c  d}"),
    ("a: b#c:d", "{a: b#c:d}"), ("a: b\n  c\n  d", "{a: b c d}"),
    (
      "a: /repos\n  (sort? \"a\" | \"b\",\n   page? Int)\n  -> [Repo] ! Failure\nb: c",
      "{a: /repos (sort? \"a\" | \"b\", page? Int) -> [Repo] ! Failure, b: c}"
    ),
    ("a: (b)", "{a: (b)}"), ("a: $b ${c}", "{a: $b ${c}}"), ("a: -1", "{a: -1}"), ("a: <b", "{a: <b}"), ("a: .5", "{a: .5}"),
    ("a: +b", "{a: +b}"), ("a: ~", "{a: ~}"), ("a: http://b:80/c?d=e&f", "{a: http://b:80/c?d=e&f}"),
    ("a:\n- b\n- c\nd: e", "{a: [b, c], d: e}"),
    ("a:\n  - b\n  - {c: d}\n  - e: f\n    g: h\n  -\n    i: j\nk: l", "{a: [b, {c: d}, {e: f, g: h}, {i: j}], k: l}"),
    ("a: |\n  b", "{a: 'b'}"), ("a: |\n  b\n   c\n\n  d\n", "{a: 'b\n c\n\nd\n'}"), ("a: |-\n\n  b\n\nc: d", "{a: '\nb', c: d}"),
    ("a: |+\n  b\n\n\nc: d", "{a: 'b\n\n\n', c: d}"), ("a: >\n  b\n  c\n\n  d\n    e\n  f\ng: h", "{a: 'b c\nd\n  e\nf\n', g: h}"),
    ("a: >-\n\n\n  b\n  \t c\n\nd: e\n", "{a: '\n\nb\n\t c', d: e}"), ("a: >+\n\n", "{a: '\n'}"), ("a: |\nb: c", "{a: '', b: c}"),
    ("a: |\n   b\n   # c\n # d\ne: f", "{a: 'b\n# c\n', e: f}"), ("a:\n- |\n b\n- >\n  c", "{a: ['b\n', 'c']}"),
    ("a: |\n  é\n  ö ", "{a: 'é\nö '}"), ("a: 'b\n  c'", "{a: 'b c'}"), ("a: 'it''s'", "{a: 'it's'}"),
    ("a: 'b \n\n\n  c ' # d", "{a: 'b\n\nc '}"), ("a: \"\\n\\u00e9\\x41\\U0001F600\\\\\"", "{a: '\néA😀\\'}"),
    ("a: \"b\\\n   c\\ \n  d\"\ne: f", "{a: 'bc  d', e: f}"), ("a: \"\n b\n\n \\\n\n c\"", "{a: ' b\n\nc'}"),
    ("a: {b: c,\n  d: e}", "{a: {b: c, d: e}}"), ("a: {b: c,}", "{a: {b: c}}"),
    ("a: [\n  b, # c\n  d\n  e,\n]\nf: g", "{a: [b, d e], f: g}"), ("a: [\"b\n  c\", 'd\n\n e']\nf: g", "{a: ['b c', 'd\ne'], f: g}"),
    ("---\na: b", "{a: b}"), ("--- # c\na: b", "{a: b}"), ("a: b\r\nc: d\r\n", "{a: b, c: d}"),
    ("a: |\r\n  b\r\n\r\n  c\r\nd: 'e\r\n  f'\r\n", "{a: 'b\n\nc\n', d: 'e f'}"),
    ("é: ö\nü: {ä: 'ß', ñ: [ç]} # à", "{é: ö, ü: {ä: 'ß', ñ: [ç]}}"), ("a: …\n  —", "{a: … —}"),
    ("k-1: v\nk.2: v\nk/3: v\nk?: v\n200: v", "{k-1: v, k.2: v, k/3: v, k?: v, 200: v}"), ("a : b", "{a: b}"),
    ("a: b\n\n\nc: d", "{a: b, c: d}"), ("text", "text"), ("- a", "[a]"), ("a:b", "a:b"), ("a: |2\n  b", "{a: 'b'}"),
    ("a: | # c\n  b", "{a: 'b'}"), ("--- a", "a"), ("--- {a: b}", "{a: b}"), ("a: b\rc: d", "{a: b, c: d}"), ("a: b\r", "{a: b}"),
    ("a: [b]#c", "{a: [b]}"), ("a: &x b", "{a: b}"), ("a: !!str b", "{a: b}"), ("? a\n: b", "{a: b}"), ("a: {b}", "{a: {b: }}"),
    ("a: {b:c}", "{a: {b:c: }}"), ("a: [b: c]", "{a: [{b: c}]}"), ("a: b\n\n  c", "{a: b\nc}"), ("<<: {a: b}", "{a: b}"),
    ("a:\n  -\n  - b", "{a: [, b]}"), ("- - a", "[[a]]"), ("%YAML 1.1\n---\na: b", "{a: b}"), ("a: b\n...\n", "{a: b}"),
    ("a:\tb", "{a: b}"), ("- a: b\n  c: d\n- e", "[{a: b, c: d}, e]"), ("a: ?b", "{a: ?b}"), ("a: :b", "{a: :b}"), ("a: -b", "{a: -b}"),
    ("a: {b: -c}", "{a: {b: -c}}"), ("a: b\n  - c", "{a: b - c}"),
  ]

  @Test(arguments: texts) func isRead(text: String, flat: String) throws {
    #expect(try tree(text).flat == flat)
  }

  static let faults: [(text: String, id: String, place: String)] = [
    ("", "yaml-empty", "1:1"), ("\n", "yaml-empty", "1:1"), ("# nothing", "yaml-empty", "1:1"), ("a: b: c", "yaml-quote", "1:5"),
    ("a: 'b", "yaml-syntax", "1:4"), ("a: \"b", "yaml-syntax", "1:4"), ("a: |\n   \n  b", "yaml-syntax", "3:3"),
    ("a: |\n  b\n c: d", "yaml-syntax", "3:2"), ("a: |\n\tb", "yaml-tab", "2:1"), ("a: 'b\n---\nc'", "yaml-syntax", "1:4"),
    ("a: \"\\q\"", "yaml-syntax", "1:5"), ("a: \"\\ud800\"", "yaml-syntax", "1:5"), ("a: [b\n---\n]", "yaml-syntax", "1:4"),
    ("a: |\n  b\n---\nc: d", "yaml-documents", "3:1"), ("...\na: b", "yaml-syntax", "1:1"), ("a: \"b\nc: d", "yaml-syntax", "1:4"),
    ("a: *x", "yaml-alias", "1:4"), ("a: {b: c", "yaml-syntax", "1:4"), ("a: {b: c, b: d}", "duplicate-key", "1:11"),
    ("a: [b c", "yaml-syntax", "1:4"), ("a: {b: [c}]", "yaml-syntax", "1:10"), ("a: {b: c} d", "yaml-quote", "1:11"),
    ("a: 'b' c", "yaml-quote", "1:8"), ("a: b\n  c: d", "yaml-quote", "2:3"), ("a: b # c\n  d", "yaml-syntax", "2:3"),
    ("a: b\n c: d", "yaml-quote", "2:2"), ("a:\n  b: c\n d: e", "yaml-syntax", "3:2"), ("a: b\na: c", "duplicate-key", "2:1"),
    ("'a': b\na: c", "duplicate-key", "2:1"), ("~: a", "yaml-key", "1:1"), ("'': a\n- b", "yaml-syntax", "2:1"),
    ("a:\n  - b\n  c: d", "yaml-syntax", "3:3"), ("a: - b", "yaml-syntax", "1:4"), ("a: @b", "yaml-quote", "1:4"),
    ("a: `b", "yaml-quote", "1:4"), ("a: %b", "yaml-quote", "1:4"), ("a: b\n---\nc: d", "yaml-documents", "2:1"),
    ("\ta: b", "yaml-tab", "1:1"), ("a: b\u{2028}c", "yaml-syntax", "1:6"), ("a: b\u{85}c", "yaml-syntax", "1:6"),
    ("a: b #\u{2029}c", "yaml-syntax", "1:8"), ("{a: b}: c", "yaml-key", "1:1"), ("a: {b: ?c}", "yaml-syntax", "1:8"),
    ("a: {b: c:}", "yaml-syntax", "1:9"), ("{a: b", "yaml-syntax", "1:1"),
  ]

  @Test(arguments: faults) func isRefused(text: String, id: String, place: String) throws {
    let finding = try #require(YAMLReader.read(text: text, name: "t").diagnostics.first)
    #expect("\(finding.id) \(finding.range.start.line):\(finding.range.start.column)" == "\(id) \(place)")
  }

  @Test func aKeyOfMoreThanAThousandBytesIsRefused() {
    let key = String(repeating: "k", count: 1100)
    #expect(YAMLReader.read(text: key + ": a", name: "t").diagnostics.map(\.id) == ["yaml-syntax"])
  }

  @Test func aRepeatedKeyIsFoundAmongManyOthers() {
    let keys = (0..<100).map { "k\($0): \($0)\n" }.joined()
    #expect(YAMLReader.read(text: keys, name: "t").diagnostics.isEmpty)
    #expect(YAMLReader.read(text: keys + "k50: twice\n", name: "t").diagnostics.map(\.range.start.line) == [101])
  }

  /// Texts with one or two random changes: ranges stay in the file, and those of nodes in their parents.
  @Test func everyRangeOfAChangedTextIsInTheFile() {
    var random = SeededGenerator(state: 7)
    let changes = [
      " ", "\n", ":", "#", "-", "?", ",", "[", "]", "{", "}", "'", "\"", "\\", "&", "*", "!", "|", ">", "%", "@", "~", "<<: ", "\n  ", "é",
      ": ",
    ]
    for _ in 0..<6000 {
      guard var text = Self.texts.randomElement(using: &random).map({ Array($0.text.unicodeScalars) }) else { continue }
      for _ in 0...Int.random(in: 0..<2, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let change = (changes.randomElement(using: &random) ?? "").unicodeScalars
        text.replaceSubrange(place..<(place + Int.random(in: 0...1, using: &random)), with: change)
      }
      let document = YAMLReader.read(text: String(String.UnicodeScalarView(text)), name: "t")
      let lines = document.file.lineCount
      #expect(document.root != nil || !document.diagnostics.isEmpty)
      #expect(document.diagnostics.allSatisfy { (1...lines).contains($0.range.start.line) })
      if let root = document.root { #expect(root.holdsItsChildren, "\(document.file.text)") }
    }
  }
}

extension Node {
  /// Whether all nodes are inside the ranges of their parents. An alias has its own range, and `<<` has other entries.
  fileprivate var holdsItsChildren: Bool {
    let isAlias = range.file.byte(behind: range.start) == UInt8(ascii: "*")
    return isAlias
      || children.allSatisfy { child in
        let isMerged = child.range.start < range.start || child.range.end > range.end
        return (!isMerged || range.file.text.contains("<<")) && child.holdsItsChildren
      }
  }

  private var children: [Node] { (sequence ?? []) + (mapping ?? []).flatMap { [$0.key, $0.value] } }
}
