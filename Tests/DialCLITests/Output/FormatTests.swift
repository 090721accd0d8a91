import Testing

@testable import DialCLI
@testable import DialConsole
@testable import DialText

@Suite struct FormatTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      rows: {GET: /x, mock: {json: [{id: 1, name: "Ann, \\"A\\""}, {id: 22, name: "B\\tob", tags: [a, {b: 1}]}, {id: null}]}}
      one: {GET: /x, mock: {json: {id: 7, name: Ann}}}
      list: {GET: /x, mock: {json: [1, x, null]}}
      empty: {GET: /x, mock: {json: [{a: "", b: null}, {a: null, b: ""}]}}
      text: {GET: /x, mock: {text: "a\\e[1mb\\r\\nc"}}
      bytes: {GET: /x -> bytes, mock: {text: abc}}
      none: {GET: /x -> Void, mock: {status: 204}}
      word: {GET: /x, mock: {json: "no"}}
      json: {GET: /x, mock: {json: {a: "\\u202e\\e[1m\\U0001F600", b: [], c: {}}}}
    """

  @Test(arguments: [
    ("one", #"{"id":7,"name":"Ann"}"# + "\n"),
    ("one -o json", #"{"id":7,"name":"Ann"}"# + "\n"),
    ("one -o jsonl", #"{"id":7,"name":"Ann"}"# + "\n"),
    ("one -o yaml", "id: 7\nname: Ann\n"),
    ("one -o csv", "id,name\n7,Ann\n"),
    ("one -o table", "id  name\n 7  Ann\n"),
    ("one -o none", ""),
    ("one --tuple name,id", #"["Ann",7]"# + "\n"),
    ("one --tuple name,id -o tsv", "Ann\t7\n"),
    ("one --tuple name,id -o jsonl", #"["Ann",7]"# + "\n"),
    ("one -s name -o raw", "Ann\n"),
    ("one -s nothing -q", "null\n"),
    ("one -s id -o raw", "7\n"),
    ("rows -o csv", "id,name,tags\n1,\"Ann, \"\"A\"\"\",\n22,B\tob,\"[\"\"a\"\",{\"\"b\"\":1}]\"\n,,\n"),
    ("rows -o tsv --header-row", "id\tname\ttags\n1\tAnn, \"A\"\t\n22\tB\\tob\t[\"a\",{\"b\":1}]\n\t\t\n"),
    ("rows -o tsv", "1\tAnn, \"A\"\t\n22\tB\\tob\t[\"a\",{\"b\":1}]\n\t\t\n"), ("one -o csv --no-header", "7,Ann\n"),
    ("empty -o csv", "a,b\n\"\",\n,\"\"\n"), ("empty -o tsv", "\t\n\t\n"),
    // A blank line is no record.
    ("rows --tuple name -o csv", "name\n\"Ann, \"\"A\"\"\"\nB\tob\n\"\"\n"),
    ("one -o csv --header-row", "id,name\n7,Ann\n"), ("one -o tsv --no-header", "7\tAnn\n"), ("one -o table --no-header", "7  Ann\n"),
    ("one --tuple name,id -o tsv --header-row", "name\tid\nAnn\t7\n"), ("one --tuple name,id -o csv --no-header", "Ann,7\n"),
    ("list -o csv --header-row", "1\nx\n\"\"\n"),
    ("rows -o table", "id  name      tags\n 1  Ann, \"A\"\n22  B ob      [\"a\",{\"b\":1}]\n\n"),
    (
      "rows -o jsonl",
      #"{"id":1,"name":"Ann, \"A\""}"# + "\n" + #"{"id":22,"name":"B\tob","tags":["a",{"b":1}]}"# + "\n" + #"{"id":null}"# + "\n"
    ),
    ("list -o csv", "1\nx\n\"\"\n"),
    ("list -o yaml", "- 1\n- x\n- null\n"),
    ("text", "a\u{1B}[1mb\r\nc"),
    ("text -o raw", "a\u{1B}[1mb\r\nc"),
    ("text -o json", #""a\u001b[1mb\r\nc""# + "\n"),
    ("bytes", "abc"),
    ("bytes -o json", "\"YWJj\"\n"),
    ("none", ""),
    ("none -o json", "null\n"),
    ("word -o yaml", "\"no\"\n"),
    ("word", "\"no\"\n"),
  ])
  func pipes(_ line: String, _ out: String) async {
    #expect(await dial("call s \(line) --mock", specs: ["s": Self.spec]) == Ran(out: out, err: "", exit: 0))
  }

  @Test(arguments: [
    ("one", "{\n  \"id\": 7,\n  \"name\": \"Ann\"\n}\n"),
    ("one --compact", #"{"id":7,"name":"Ann"}"# + "\n"),
    ("text", "a\\u{1B}[1mb\nc\n"),
    ("json", "{\n  \"a\": \"\\u202e\\u001b[1m😀\",\n  \"b\": [],\n  \"c\": {}\n}\n"),
    ("rows -o table", "id  name      tags\n 1  Ann, \"A\"\n22  B ob      [\"a\",{\"…\n\n"),
  ])
  func terminals(_ line: String, _ out: String) async {
    #expect(await dial("call s \(line) --mock", specs: ["s": Self.spec], terminal: true, width: 22) == Ran(out: out, err: "", exit: 0))
  }

  @Test func bytesAreNoTextForATerminal() async {
    let ran = await dial("call s bytes --mock", specs: ["s": Self.spec], terminal: true)
    #expect(ran.exit == 1)
    #expect(ran.out == "")
    #expect(ran.err.hasPrefix("error: the result is bytes of text/plain; charset=utf-8, which a terminal cannot show\n"))
  }

  @Test func colours() {
    let painted = JSONHighlighter(hasColor: true).painted(Array(#"{"a":[1,"x",null]}"#.utf8))
    let (name, number, text, word, end) = ("\u{1B}[34;1m", "\u{1B}[36m", "\u{1B}[32m", "\u{1B}[33m", "\u{1B}[0m")
    #expect(String(decoding: painted, as: UTF8.self) == "{\(name)\"a\"\(end):[\(number)1\(end),\(text)\"x\"\(end),\(word)null\(end)]}")
  }

  /// A text has no columns, so its lines stay what they are.
  @Test func aTableOfText() async {
    let spec = "base: https://a.test\nendpoints: {text: {GET: /x, mock: {headers: {Content-Type: text/csv}, text: \"id\\n1\\n\"}}}"
    #expect(await dial("s text --mock -o table", specs: ["s": spec]) == Ran(out: "id\n1\n", err: "", exit: 0))
  }

  /// Columns are those of the spec, so that what it does not declare must not vanish silently.
  @Test func undeclaredMembersAreTold() async {
    let spec = """
      base: https://a.test
      endpoints:
        list: {GET: "/x -> [(id Int)]", mock: {json: [{id: 1, name: a}, {id: 2, name: b, age: 3}]}}
        one: {GET: "/x -> (id Int)", mock: {json: {id: 1, name: a}}}
        tuple: {GET: "/x -> (id Int)", mock: {json: [1]}}
      """
    for format in ["csv", "tsv", "table"] {
      let ran = await dial("s list --mock -o \(format)", specs: ["s": spec])
      #expect(
        ran.err == "note: 2 undeclared members are not in the columns; to print them, use --tuple or -o json\n", "\(ran)")
    }
    #expect(await dial("s one --mock -o csv", specs: ["s": spec]).err.hasPrefix("note: 1 undeclared member is not in the columns;"))
    for line in ["list -o csv -q", "list -o json", "list", "list -o csv --tuple id", "tuple -o csv"] {
      #expect(await dial("s \(line) --mock", specs: ["s": spec]).err == "", "\(line)")
    }
  }
}
