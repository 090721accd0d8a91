import DialSyntax
import TestSupport
import Testing

/// JSON is read without libyaml. A comment behind it makes the same text YAML, whose tree must be the same.
struct JSONTests {
  static let texts = [
    "{}", "[]", " {\n}\n", "[[], {}, [[]]]", #"{"a": 1, "b": [true, false, null, -0.5e+3, 1E2, 0, "x"]}"#,
    "{\"a\":{\"b\":[1,{\"c\":\"d\"}]},\r\n\t\"e\" : \"f\"\r}", #"["é", "日本 \" \\ \/ \n\t\r\b\f \u00e9 \u65E5", {"ü": "ö"}, 1]"#,
    #"{"a": "\u0000\u007f"}"#, #"{"<<": {"a": 1}, "b": "<<"}"#, #"{"": 1, "~": 2, "null": 3}"#, #"{"a": 1, "b": 2, "a": 3}"#,
    #"{"a": "1", "b": "true", "c": "~", "d": "*x", "e": "&y z", "f": "!t", "g": "a # b"}"#, #"{"a": {"a": {"a": {}}}}"#,
    "[\n  1,\n  [\n    \"é\", \"x\"\n  ]\n]",
  ]

  @Test(arguments: texts) func isReadAsYAML(text: String) throws {
    let (json, yaml) = (YAMLReader.read(text: text, name: "t"), YAMLReader.read(text: text + "\n# x", name: "t"))
    #expect(json.diagnostics.map { "\($0.message) \($0.range.flat)" } == yaml.diagnostics.map { "\($0.message) \($0.range.flat)" })
    #expect(try #require(json.root).places == #require(yaml.root).places)
  }

  /// Texts that YAML reads in another way than JSON, or refuses, and what is wrong with the latter.
  @Test(arguments: [
    ("{a: 1}", "{a: 1}"), ("[1x, tru, nulls, 01, -, 1., .5, 1e]", "[1x, tru, nulls, 01, -, 1., .5, 1e]"), ("{'a': 'b'}", "{a: 'b'}"),
    (#"{"a": 1,}"#, "{a: 1}"), (#"{"a": 1} # x"#, "{a: 1}"), (#"["a": 1]"#, "[{a: 1}]"), (#"{"a"}"#, "{a: }"), (#"["a\x41"]"#, "['aA']"),
    ("[\"a\n b\"]", "['a b']"), (#"["\ud83d\ude00",]"#, "['😀']"), (#"{"a": 1]"#, "yaml-syntax 1:8"), (#"{"a" 1}"#, "yaml-quote 1:6"),
    (#"{"a": "\ud83d"}"#, "yaml-syntax 1:8"), ("[1", "yaml-syntax 1:1"), (#"["a"#, "yaml-syntax 1:2"), ("[1] 2", "yaml-quote 1:5"),
    ("[1]]", "yaml-quote 1:4"), ("[1,, 2]", "yaml-syntax 1:4"), ("[\"\u{1}\"]", "yaml-control 1:3"),
  ])
  func isNoJSON(text: String, expected: String) {
    let document = YAMLReader.read(text: text, name: "t")
    let findings = document.diagnostics.map { "\($0.id) \($0.range.start.line):\($0.range.start.column)" }
    #expect((findings.isEmpty ? document.root?.flat : findings.joined(separator: ", ")) == expected)
  }

  @Test func readsWhatYAMLDoesNot() throws {
    let key = String(repeating: "k", count: 2000)
    #expect(try tree("{\"\(key)\": 1}").value(for: key)?.text == "1")
    let root = try tree(#"["\ud83d\ude00 \uD83D\uDE00", "x\u2028y", "a"# + "\u{2028}b\", 1]")
    #expect(root.sequence?.map(\.text) == ["😀 😀", "x\u{2028}y", "a\u{2028}b", "1"])
    #expect(root.sequence?.map(\.range.flat) == ["1:2-1:29", "1:31-1:41", "1:43-1:48", "1:50-1:51"])
  }

  @Test func hasTheLimitsOfYAML() {
    var limits = YAMLLimits()
    (limits.maxDepth, limits.maxNodes) = (2, 5)
    func ids(_ text: String) -> [String] { YAMLReader.read(text: text, name: "t", limits: limits).diagnostics.map(\.id) }
    #expect(ids("[[1, 2, 3]]").isEmpty)
    #expect(ids("[[[1]]]") == ["yaml-depth"])
    #expect(ids("[1, 2, 3, 4, 5]") == ["yaml-size"])
  }

  /// Texts with one or two random changes.
  @Test func aChangedTextIsReadAsYAML() {
    var random = SeededGenerator(state: 11)
    let changes = [" ", "\n", ":", ",", "[", "]", "{", "}", "\"", "\\", "1", "-", "e", "é", "\\u0041", "null", "\t"]
    for _ in 0..<4000 {
      guard var text = Self.texts.randomElement(using: &random).map({ Array($0.unicodeScalars) }) else { continue }
      for _ in 0...Int.random(in: 0..<2, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let change = (changes.randomElement(using: &random) ?? "").unicodeScalars
        text.replaceSubrange(place..<(place + Int.random(in: 0...1, using: &random)), with: change)
      }
      let changed = String(String.UnicodeScalarView(text))
      let (json, yaml) = (YAMLReader.read(text: changed, name: "t"), YAMLReader.read(text: changed + "\n# x", name: "t"))
      guard let one = json.root, let other = yaml.root, json.isValid, yaml.isValid else { continue }
      #expect(one.places == other.places, "\(changed)")
    }
  }
}

extension Node {
  /// All nodes with their ranges, and scalars with their style.
  fileprivate var places: String {
    switch content {
    case .scalar(let scalar): "\(range.flat) \(scalar.style) \(scalar.text)"
    case .sequence(let items): "\(range.flat) [\(items.map(\.places).joined(separator: ", "))]"
    case .mapping(let entries): "\(range.flat) {\(entries.map { "\($0.key.places): \($0.value.places)" }.joined(separator: ", "))}"
    }
  }
}
