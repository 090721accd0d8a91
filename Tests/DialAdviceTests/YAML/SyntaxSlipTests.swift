import DialAdvice
import DialSyntax
import Testing

/// What was meant in a YAML file of any kind. Texts of a spec are in `DialSpecTests`.
struct SyntaxSlipTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    /// The text after the fix-it; nil if there is none.
    let mended: String?

    init(_ text: String, _ message: String, _ mended: String? = nil) { (self.text, self.message, self.mended) = (text, message, mended) }

    var testDescription: String { text }
  }

  private static func start(_ sign: String) -> String { "an unquoted value cannot start with '\(sign)'; quote the value" }
  private static func rest(_ sign: String) -> String { "a value that starts with '\(sign)' ends before this text; quote the whole value" }

  static let values = [
    Row("a: @foo/bar", "1:4 " + start("@"), "a: \"@foo/bar\""),
    Row("a: `x` y", "1:4 " + start("`"), "a: \"`x` y\""),
    Row("q: & b", "1:4 " + start("&"), "q: \"& b\""),
    Row("a: ]x", "1:4 " + start("]"), "a: \"]x\""),
    Row("a: >5 z", "1:4 " + start(">"), "a: \">5 z\""),
    Row("a: |x", "1:4 " + start("|"), "a: \"|x\""),
    Row("a: ? b", "1:4 " + start("?"), "a: \"? b\""),
    Row("accept: */*", "1:9 " + start("*"), "accept: \"*/*\""),
    Row("a: %x y # comment", "1:4 " + start("%"), "a: \"%x y\" # comment"),
    Row("%foo: bar", "1:1 " + start("%")),
    Row("a: 1\n@b: c", "2:1 " + start("@")),
    Row("t: {User: {id: Int}, X: @y, Z: 1}", "1:25 " + start("@"), "t: {User: {id: Int}, X: \"@y\", Z: 1}"),
    Row("a: \"x\" y", "1:8 " + rest("\""), "a: '\"x\" y'"),
    Row("GET: {id}/x", "1:10 " + rest("{"), "GET: \"{id}/x\""),
    Row("a: {b: {c}/d}", "1:11 " + rest("{"), "a: {b: \"{c}/d\"}"),
    Row("a: \"日本語\" x", "1:10 " + rest("\""), "a: '\"日本語\" x'"),
    Row(
      "a: 'x' | y", "1:8 YAML ends the value at the closing quote, before '|'; put the whole value in quotes",
      "a: \"'x' | y\""),
    Row("a: - b", "1:4 a list cannot start here; put '- ' on a new line below the key, or quote the value if it is a string", "a: \"- b\""),
    Row("a: b: c", "1:5 YAML reads ': ' as the start of a mapping; quote the whole value if it is a string", "a: \"b: c\""),
    Row(
      "a: {b: c (d: e, f: g), h: i}", "1:12 unexpected ': ' in a value; quote the value, or insert ',' before the next key",
      "a: {b: \"c (d: e, f: g)\", h: i}"),
    Row("a: 'it's'", "1:7 this quote ends the string; write '' for a quote in a single-quoted string", "a: \"it's\""),
    Row(#"a: "x"y""#, "1:6 this quote ends the string; write \\\" for a quote in a double-quoted string", #"a: 'x"y'"#),
    Row("a: “b: c”", "1:4 '“' is not a quote in YAML; write '\"'", "a: \"b: c\""),
    Row("a: {b: 1, c: [2]}]", "1:18 unexpected ']'", "a: {b: 1, c: [2]}"),
    Row(
      "a: b: 1, c: [2]}", "1:5 a mapping on one line must be enclosed in braces; write '{b: 1, c: [2]}'", "a: {b: 1, c: [2]}"),
    Row("a: b: 1, c: 2", "1:5 a mapping on one line must be enclosed in braces; write '{b: 1, c: 2}'", "a: {b: 1, c: 2}"),
    // What only a spec means.
    Row("a: (b: c)", "1:6 YAML reads ': ' as the start of a mapping; quote the whole value if it is a string", "a: \"(b: c)\""),
    Row("a: {b: ?c}", "1:8 missing value before '?'; add a value, or quote the text"),
  ]

  private static let tab = "YAML does not allow tabs for indentation; use spaces"
  private static let colon = "missing ': ' after the key; write 'a: b', or quote the value if it spans several lines"

  static let lines = [
    Row("a:\n\tb: c", "2:1 " + tab, "a:\n  b: c"),
    Row("a:\n  b: 1\n\tc: 2\n\td:\n\t\te: 3", "3:1 " + tab, "a:\n  b: 1\n  c: 2\n  d:\n    e: 3"),
    Row(
      "a: b\n c: d", "2:2 this line is indented more than 'a' above, so YAML reads it as part of its value; indent it like 'a'",
      "a: b\nc: d"),
    Row("a: b\n   c: d", "2:4 this line is indented more than 'a' above, so YAML reads it as part of its value; indent it like 'a'"),
    Row(
      "a: b\n  (c: d)",
      "2:3 YAML reads this line as a continuation of the value above, which cannot contain ': '; fix the indentation, or quote the whole value"
    ),
    Row(
      "x:\n  a:\n    b: 1\n  c: 2\n    d: 3", "4:3 this line is indented less than the lines around it; indent it like them",
      "x:\n  a:\n    b: 1\n    c: 2\n    d: 3"),
    Row(
      "x:\n   a: 1\n  b: 2\n   c: 3",
      "3:3 the indentation of this line does not match any mapping above; indent it like the lines around it",
      "x:\n   a: 1\n   b: 2\n   c: 3"),
    Row("a b\nc: d", "1:1 " + colon, "a: b\nc: d"), Row("a:b\nc: d", "1:1 " + colon, "a: b\nc: d"),
    Row("a = b\nc: d", "1:1 " + colon, "a: b\nc: d"), Row("a => b\nc: d", "1:1 " + colon, "a: b\nc: d"),
    Row("- a: b\nc: d", "2:1 this line is not an item of the list above; start it with '- ', or indent it like the lines around it"),
    Row("- a\nb\n- c", "2:1 missing '- ' before this item of the list", "- a\n- b\n- c"),
    Row("a: \"x\nb: y", "1:4 this quote is not closed; add '\"' at the end of the string", "a: \"x\"\nb: y"),
    Row("a: \"x \\\"y\nb: z", "1:4 this quote is not closed; add '\"' at the end of the string"),
    Row("{a: \"x, b: \"y\"}", "1:5 this quote is not closed; add '\"' at the end of the string", "{a: \"x\", b: \"y\"}"),
    Row("a: [1, 2\nb: c", "1:4 '[' is not closed; add ']' at the end, and ',' between the items", "a: [1, 2]\nb: c"),
    Row("a: {b: 1\n\nc: d", "1:4 '{' is not closed; add '}' at the end, and ',' between the items", "a: {b: 1}\n\nc: d"),
    Row("a: {\n  b: c\n  d: e\n}", "1:4 '{' is not closed; add '}' at the end, and ',' between the items"),
  ]

  @Test(arguments: values + lines) func saysWhatWasMeant(_ row: Row) throws {
    let found = SyntaxSlip.diagnostics(of: YAMLReader.read(text: row.text, name: "t"))
    #expect(found.map { "\($0.range.start.line):\($0.range.start.column) \($0.message)" } == [row.message])
    let mended = found.first?.fixIts.first.map { fix in
      var bytes = Array(row.text.utf8)
      bytes.replaceSubrange(fix.range.offsets, with: fix.replacement.utf8)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(mended == row.mended)
    if let mended { #expect(YAMLReader.read(text: mended, name: "t").isValid) }
  }
}
