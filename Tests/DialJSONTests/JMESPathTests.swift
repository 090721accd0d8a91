import DialJSON
import Testing

@Suite struct JMESPathTests {
  static let bad: [(String, String)] = [
    ("", "column 1: the expression is empty"),
    ("a == 1", "column 6: a number must be in backquotes; write `1`"),
    ("a.", "column 3: expected a name, '*', '[' or '{' after '.', found the end of the expression"),
    ("a.[", "column 4: expected a value, found the end of the expression"),
    ("a b", "column 3: expected the end of the expression, found 'b'"),
    ("a[0", "column 4: expected ']', found the end of the expression"),
    ("a[0:1:2:3]", "column 8: expected ']', found ':'"),
    ("a[::0]", "column 3: the step of a slice cannot be 0"), ("a[-]", "column 3: expected a digit after '-'"),
    ("a[99999999999999999999]", "column 3: '99999999999999999999' is out of range"),
    ("a = b", "column 3: '=' is not an operator; to compare, use '=='"),
    ("a[b,c]", "column 3: expected an index, a slice or '*', found 'b'"),
    ("'a", "column 1: the string in single quotes is not closed"),
    ("\"a", "column 1: the name in double quotes is not closed"),
    ("`1", "column 1: the literal in backquotes is not closed"),
    ("``", "column 1: the literal in backquotes is not valid JSON"),
    ("`[1`", "column 1: the literal in backquotes is not valid JSON"),
    ("\"\\x\"", "column 1: the name in double quotes is not a JSON string"),
    ("\"f\"(a)", "column 1: a function name cannot be quoted"),
    ("nope(a)", "column 1: unknown function 'nope'"),
    ("a | length()", "column 5: 'length' requires 1 argument, not 0"),
    ("merge()", "column 1: 'merge' requires at least 1 argument, not 0"),
    ("abs(a, b)", "column 1: 'abs' requires 1 argument, not 2"), ("abs(a,)", "column 7: expected a value, found ')'"),
    ("&a", "column 1: expected a value, found '&'"), ("{a: b,}", "column 7: expected a name, found '}'"),
    ("a{b: c}", "column 2: expected an operator, found '{'"),
    ("{a b}", "column 4: expected ':', found 'b'"), ("é", "column 1: unexpected character 'é'"),
    ("a.'b'", "column 3: expected a name, '*', '[' or '{' after '.', found ''b''"),
  ]

  @Test(arguments: bad) func refuses(_ text: String, _ message: String) {
    let error = #expect(throws: JMESPathError.self) { try JMESPath(text) }
    #expect(error?.description == message)
  }

  @Test func depthIsLimited() {
    for (text, offset) in [
      ("(", 200), ("[", 200), ("!", 200), ("a.", 398), ("a[?", 300), ("a||", 0), ("a|", 0), ("length(", 0),
    ] {
      let error = #expect(throws: JMESPathError.self) { try JMESPath(String(repeating: text, count: 5_000) + "a") }
      #expect(error?.message == "the expression is nested too deeply")
      if offset > 0 { #expect(error?.offset == offset) }
    }
    #expect(throws: Never.self) { try JMESPath(String(repeating: "a.", count: 150) + "a") }
  }

  static let wrongTypes: [(String, String)] = [
    ("abs('a')", "'abs' requires a number, not a string"),
    ("sum(`[1,\"a\"]`)", "'sum' requires an array of numbers, not an array"),
    ("join(`1`, @)", "argument 1 of 'join' requires a string, not a number"),
    ("length(nope)", "'length' requires a string, an array or an object, not null"),
    ("sort(`[1,\"a\"]`)", "'sort' requires an array of numbers or of strings, not an array"),
    ("sort_by(`[{\"a\":1},{\"a\":\"x\"}]`, &a)", "'sort_by' requires keys that are all numbers or all strings"),
    ("max_by(`[{\"a\":null}]`, &a)", "'max_by' requires keys that are all numbers or all strings"),
    ("map(@, `[]`)", "argument 1 of 'map' requires an expression ('&…'), not an object"),
    ("abs(&a)", "'abs' requires a number, not an expression"),
    ("merge(`{}`, `[]`)", "argument 2 of 'merge' requires an object, not an array"),
    ("not_null(&a)", "argument 1 of 'not_null' requires a value, not an expression"),
  ]

  @Test(arguments: wrongTypes) func failsOnWrongTypes(_ text: String, _ message: String) throws {
    let expression = try JMESPath(text)
    let error = #expect(throws: JSONError.self) { try expression.select([:]) }
    #expect(error?.kind == .selection)
    #expect(error?.message == message)
  }

  static let given =
    #"{"a":{"b":[{"n":1.10,"s":"x"},{"n":2e1,"s":"y"},{"s":null}]},"e":[],"state":"done","big":12345678901234567890}"#

  static let good: [(String, String)] = [
    ("a.b[0].n", "1.10"), ("a.b[-1]", #"{"s":null}"#), ("a.b[*].n", "[1.10,2e1]"), ("a.b[].s", #"["x","y"]"#),
    ("a.b[1:]|[0].s", #""y""#),
    ("a.b[::-1].n", "[2e1,1.10]"), ("state == 'done'", "true"), ("state=='done' && !e", "true"),
    ("nope || state", #""done""#),
    ("a.b[?n > `1.1`].s", #"["y"]"#), ("a.b[?n >= `1.1`].s", #"["x","y"]"#), ("a.b[?n == `20`].s", #"["y"]"#),
    ("a.b[?s < 'y'].n", "[1.10]"),
    ("[state, big]", #"["done",12345678901234567890]"#), ("{x: state, y: nope}", #"{"x":"done","y":null}"#),
    ("nope.[a]", "null"),
    ("big == `12345678901234567891`", "false"), ("big < `12345678901234567891`", "true"), ("sum(a.b[].n)", "21.1"),
    ("avg(`[1,2]`)", "1.5"),
    ("avg(`[1,3]`)", "2"), ("sum(`[0.1,0.2]`)", "0.3"), ("sum(`[1e400,-1e400,5]`)", "5"), ("abs(`-1.50`)", "1.50"),
    ("ceil(`-1.5`)", "-1"),
    ("floor(`-1.5`)", "-2"), ("ceil(`0.1`)", "1"), ("floor(`1e2`)", "100"),
    ("ceil(`12345678901234567890.5`)", "12345678901234567891"),
    ("max_by(a.b[?n], &n).s", #""y""#), ("min(`[3,1,2]`)", "1"), ("max(e)", "null"),
    ("sort_by(a.b[:2], &s)[].n", "[1.10,2e1]"),
    ("keys(a)", #"["b"]"#), ("values({x: `1`})", "[1]"), ("to_number('1.0')", "1.0"), ("to_number('x')", "null"),
    ("to_number('0x1')", "null"),
    ("to_string(a.b[0].n)", #""1.10""#), ("to_string(e)", #""[]""#), ("type(big)", #""number""#),
    ("type(`true`)", #""boolean""#),
    ("to_array('x')", #"["x"]"#), ("not_null(nope, `1`, state)", "1"), ("map(&s, a.b)", #"["x","y",null]"#),
    ("reverse('aé')", #""éa""#),
    ("length('👨‍👩‍👧')", "5"), ("contains('abc', 'bc')", "true"), ("contains('abc', `1`)", "false"),
    ("contains(`[1.0]`, `1`)", "true"), ("contains('', '')", "true"),
    ("starts_with('é', 'e')", "false"), ("ends_with('abc', 'bc')", "true"), ("join('-', `[\"a\",\"b\"]`)", #""a-b""#),
    ("'it\\'s'", #""it's""#), (#"'\\'"#, #""\\\\""#), (#"'\\\''"#, #""\\\\'""#), (#"'\z\'\"'"#, #""\\z'\\\"""#),
    (#"['\\', 'b']"#, #"["\\\\","b"]"#),
    ("`\"\\`\"`", #""`""#), ("`legacy`", #""legacy""#), ("\"a\".\"b\"[0].\"s\"", #""x""#), ("@.state", #""done""#),
    ("*.b[0].n", "[1.10]"), ("a.*[0].n", "[1.10]"),
    ("a.b[9223372036854775807]", "null"), ("a.b[1:9223372036854775807:9223372036854775807].s", #"["y"]"#),
    ("a.b[-9223372036854775807:].n", "[1.10,2e1]"),
    ("merge(`{\"a\":1}`, `{\"b\":2,\"a\":3}`)", #"{"a":3,"b":2}"#), ("nope.length(@)", "error"),
    ("nope | type(@)", #""null""#), ("!nope", "true"),
  ]

  @Test(arguments: good) func selects(_ text: String, _ wanted: String) throws {
    let found = try? JMESPath(text).select(try JSON(parsing: Self.given))
    #expect(found.map { JSONWriter.text($0) } ?? "error" == wanted)
  }

  @Test func paths() throws {
    let json = try JSON(parsing: #"{"data":{"list":[{"id":1}],"n":null}}"#)
    let cases: [(String, Bool, String?, String?)] = [
      ("data.list[0].id", true, nil, nil), ("data.lists[0].id", true, "lists", "'lists' is missing in 'data'"),
      ("data.list[3].id", true, "[3]", "'[3]' is missing in 'data.list', which has 1 element"),
      ("data.n", true, "n", "'data.n' is null"),
      ("data.n.x", true, "n", "'data.n' is null"), ("data.\"a b\"", true, "\"a b\"", "'a b' is missing in 'data'"),
      ("@", true, nil, nil),
      ("data.list[*].id", false, nil, nil), ("data.x[*].id", false, "data.x[*].id", "'data.x[*].id' selects nothing"),
      ("length(data)", false, nil, nil),
      ("sum(data)", false, "sum(data)", "'sum' requires an array of numbers, not an object"),
    ]
    for (text, isPath, missing, message) in cases {
      let expression = try JMESPath(text)
      #expect(expression.isPath == isPath)
      #expect(expression.firstMissing(in: json) == missing)
      if let message {
        #expect(#expect(throws: JSONError.self) { try expression.require(in: json) }?.message == message)
      } else {
        #expect(throws: Never.self) { try expression.require(in: json) }
      }
    }
    #expect(try JMESPath("@").firstMissing(in: .null) == "@")
    #expect(try JMESPath("a") == JMESPath("a"))
    #expect(try JMESPath("a") != JMESPath("a "))
  }

  @Test(
    arguments: [
      ("a", "3"), ("a[?x]", "3"), ("a[*].x", "3"), ("a[?x].x", "3"), ("a[:1]", "3"), ("a[?x] | [0:1]", "3"), ("a | [?x]", "3"),
      ("a[].x", "3"), ("a[?x][]", "3"), ("sort_by(a[?x], &x)", "3"), ("reverse(a)[*].x", "3"), ("map(&x, a)", "3"),
      ("map(&x, a[?x])", "3"), ("b.a[?@ > `1`]", "2"), ("b | a", "2"), ("b | a[?x]", "2"), ("b.*", "2"), ("values(b)[?x]", "2"),
      // An expression around the list, a fallback, or a condition.
      ("a[?x].x || `[]`", "3"), ("not_null(a[?x], `[]`)", "3"), ("to_array(a[?x])", "3"), ("[a[?x]][]", "3"), ("[a[?x], a[?y]][]", "3"),
      ("a && a[?x]", "3"), ("n && a[?x]", "3"), ("{d: a[?x]}.d[*]", "3"), ("{d: a[?x], n: n}.d[*]", "3"), ("{d: a[?x]} | d[*]", "3"),
      ("{d: a[?x].x, n: n}", "3"), ("merge({d: a}).d[?x]", "3"), ("none || a", "3"), ("a[?x] | [0]", "3"), ("length(a[?x])", "3"),
      // Several lists, or lists in a list.
      ("c[].l[]", "2?"), ("c[?on].l[]", "2?"), ("c[*].l | []", "2?"), ("c[].l[] | [?@ > `2`]", "2?"), ("c[*].l[][]", "2?"),
      ("[a[?x], c[?x]][]", "5?"), ("a[?x] || c[?x]", "5?"), ("[a[], none[]][]", "3"), ("b.{a: a[?x]}", "2"),
      ("[?x]", "nil"), ("b", "nil"), ("n[?x]", "nil"), ("none[?x]", "nil"), ("a[0]", "nil"), ("`[1]`", "nil"), ("none[?x] || `[]`", "nil"),
    ])
  func countsTheListBeforeItsFilters(_ text: String, _ count: String) throws {
    let json = try JSON(
      parsing: #"{"a": [{"x": 1}, {"x": null}, {}], "b": {"a": [1, 2], "n": 1}, "c": [{"l": [1, 2], "on": true}, {"l": [3]}], "n": 1}"#)
    let found = try JMESPath(text).listCount(in: json)
    #expect(found.map { "\($0.count)\($0.isCertain ? "" : "?")" } ?? "nil" == count)
  }

  @Test(
    arguments: [
      ("a", nil), ("a[?x].x", nil), ("a[].x", nil), ("a[?x][]", nil), ("[a[?x], a[?y]][]", nil), ("{d: a[?x], n: n}", nil),
      ("a[].l[]", "a"), ("[].l[]", "'@'"), ("b.a[*].l | []", "b.a"), ("a[?x][].l[]", "a"), ("b.*.l[]", "b"), ("[a[?x], b[?x]][]", "a"),
    ] as [(String, String?)])
  func namesTheListToCount(_ text: String, _ list: String?) throws { #expect(try JMESPath(text).ambiguousList == list) }

  /// In XML, a single element is a list of one.
  @Test(
    arguments: [
      ("c[*].k", #"["x"]"#), ("c[].k", #"["x"]"#), ("c[?k=='x'].k", #"["x"]"#), ("c[?k=='y'].k", "[]"), ("c[:1].k", #"["x"]"#),
      ("c[0].k", #""x""#), ("c[-1].k", #""x""#), ("c[1].k", "null"), ("sort_by(c, &k)[*].k", #"["x"]"#), ("map(&k, c)", #"["x"]"#),
      ("c.k", #""x""#), ("d[*].k", #"["y","z"]"#), ("d[1].k", #""z""#), ("none[*].k", "null"), ("null[*].k", "null"),
      ("c[*].e[*].f", "[[1]]"),
    ])
  func aSingleValueIsAList(_ text: String, _ wanted: String) throws {
    let json = try JSON(parsing: #"{"c": {"k": "x", "e": {"f": 1}}, "d": [{"k": "y"}, {"k": "z"}], "null": null}"#)
    #expect(JSONWriter.text(try JMESPath(text).select(json, SelectionBudget(takesSingles: true))) == wanted)
  }
}
