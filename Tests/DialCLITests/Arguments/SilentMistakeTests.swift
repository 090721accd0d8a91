import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// Mistakes that would silently do something else.
@Suite struct SilentMistakeTests {
  private static let spec = """
    service: s
    base: https://a.test
    types:
      Address: {zip: String, floor?: Int}
    endpoints:
      get: {GET: "/items (owner?)", mock: {json: [{id: 1, done: true}, {id: 2, done: false}]}}
      open: {POST: /open, mock: {json: 1}}
      put: {PUT: "/items/{id} (id Int, task JSON, note String?, more?)", mock: {json: 1}}
      body: {POST: "/body (_ content)", mock: {json: 1}}
      text: {POST: "/text (_ content String)", mock: {json: 1}}
      ping: {POST: "/ping ()", mock: {json: 1}}
      move: {POST: "/move (to Address, zip String, days [String]?, ok String?, level Int?)", mock: {json: 1}}
      photo: {POST: multipart /photo, params: {file: File}, mock: {json: 1}}
      nest: {POST: "/nest (list [JSON]?, by [String:JSON]?, any JSON?, words [String]?)", mock: {json: 1}}
      bulk: {POST: "lines /bulk (_ all [JSON])", mock: {json: 1}}
    """

  private func ran(_ line: String, _ more: [String] = [], stdin: String = "", around: (inout Context) -> Void = { _ in }) async -> Ran {
    await dial(line, more, specs: ["s": Self.spec], stdin: stdin, around: around)
  }

  /// Returns the body of a request with `--dry-run`.
  private func body(_ line: String, _ more: [String] = [], stdin: String = "") async throws -> String {
    let shown = await dial(line + " --dry-run -q", more, specs: ["s": Self.spec], stdin: stdin)
    #expect(shown.err == "", "\(shown)")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(shown.out.utf8)) as? [String: Any])
    return (object["body"] as? [String: Any])?["text"] as? String ?? ""
  }

  @Test(arguments: [
    ("-sS get", "-sS"), ("get -sS", "-sS"), ("get -s[0].id", "-s[0].id"), ("-v -sS get", "-sS"),
  ])
  func anAttachedExpression(_ words: String, _ word: String) async {
    let hint = word == "-sS" ? "to hide warnings as -sS does in curl, use -q" : "to hide warnings, use -q"
    let expected = "error: '\(word)' is ambiguous; put a space between -s and its expression\nhint: \(hint)\n"
    #expect(await ran("s \(words) --mock") == Ran(out: "", err: expected, exit: 2))
  }

  @Test func anExpressionAsAWordOfItsOwn() async {
    #expect(await ran("s get --mock --select -sS").exit == 2)
    #expect(await ran("s get --mock -s [0].id") == Ran(out: "1\n", err: "", exit: 0))
    #expect(await ran("s get --mock -H -sS:x") == (await ran("s get --mock")))
  }

  @Test(arguments: [
    (
      "-s s get owner=a", "'-s' took the spec 's' as its value",
      "put the spec first: dial s get owner=a -s EXPRESSION; to hide warnings, use -q"
    ),
    ("-s s", "'-s' took the spec 's' as its value", "put the spec first: dial s -s EXPRESSION; to hide warnings, use -q"),
    ("-v --tuple s get", "'--tuple' took the spec 's' as its value", "put the spec first: dial s -v get --tuple NAMES"),
  ])
  func aFlagThatTookTheSpec(_ line: String, _ message: String, _ hint: String) async {
    #expect(await ran(line) == Ran(out: "", err: "error: \(message)\nhint: \(hint)\n", exit: 2))
  }

  @Test(arguments: [
    ("[?done==true].id", "true"), ("[?true==done].id", "true"), ("[?done!=null]", "null"), ("[?done==false && id==null]", "false"),
  ])
  func aLiteralWithoutBackquotes(_ expression: String, _ word: String) async {
    let told = await ran("s get --mock --select", [expression])
    #expect(
      told.err.hasPrefix("warning: --select: '\(word)' selects a member; write the literal in backquotes: `\(word)`\n"), "\(told)")
    #expect(await ran("s get --mock -q --select", [expression]).err == "")
  }

  @Test(arguments: ["[?done==`true`].id", "[?a.true==id]", "[?true.a==id]", "[*].true", "[?done=='true']", "true"])
  func aMemberOfThatName(_ expression: String) async {
    let told = await ran("s get --mock --select", [expression])
    #expect(!told.err.contains("warning"), "\(told)")
  }

  @Test(arguments: ["[?a=='b']", "items[?a=='b'].id", "[*]=x"]) func aSelectionAsAnItemOfTheQuery(_ item: String) async {
    let told = await ran("s get --mock --query", [item])
    #expect(told.err == "warning: --query adds key=value to the URL; to select from the result, use --select\n")
  }

  @Test(arguments: ["ids[]=1", "filter[name]=x", "a=b", "q=[x]"]) func anItemOfTheQuery(_ item: String) async {
    #expect(await ran("s get --mock --query", [item]).err == "")
  }

  @Test func aSelectionThatIsNoItemAtAll() async {
    let expected = "error: invalid value of --query; write --query key=value\nhint: to select from the result, use --select\n"
    #expect(await ran("s get --mock --query", ["Items[].Id"]) == Ran(out: "", err: expected, exit: 2))
  }

  @Test func twoEqualsSigns() async {
    let warning =
      "warning: the value of 'owner' starts with '='; write an argument as owner=VALUE, a query item as --query owner=VALUE\n"
    #expect(await ran("s get owner==ann --mock").err == warning)
    #expect(await ran("s get owner=a==b --mock").err == "")
  }

  @Test(arguments: [#"{"a":1}"#, "[1, 2]", "7", "true", #""x""#]) func aWholeBodyIsJSON(_ text: String) async throws {
    #expect(try await body("s body", ["_=\(text)"]) == text.replacing(" ", with: ""))
    #expect(try await body("s body", ["content=\(text)"]) == text.replacing(" ", with: ""))
  }

  @Test func aWholeBodyThatIsNoJSON() async throws {
    let told = await ran("s body _=hello")
    #expect(
      told.exit == 2 && told.err.contains(#"'_' is not valid JSON: "#) && told.err.contains(#"; to send a string, write _:='"…"'"#),
      "\(told)")
    #expect(try await body("s text", [#"_={"a":1}"#]) == #""{\"a\":1}""#)
  }

  @Test func aParameterOfTypeJSON() async throws {
    let told = await ran("s put id=1", [#"task={"a":1}"#])
    #expect(
      told.err.hasPrefix(
        #"s:8:3: error: 'task' is ambiguous: it can be JSON or a string; write task:='{"a":1}' for JSON or task:='"{\"a\":1}"' for a string"#
      ),
      "\(told)")
    #expect(told.exit == 2)
    #expect(try await body("s put id=1 task=a", ["note={}"]) == #"{"task":"a","note":"{}"}"#)
    #expect(try await body("s put id=1", [#"task:={"a":1}"#]) == #"{"task":{"a":1}}"#)
  }

  /// Items and members declared as JSON are as ambiguous as a whole argument.
  @Test(arguments: [
    ("nest", #"list={"a":1}"#, #"list:='[{"a":1}]' for JSON or list:='["{\"a\":1}"]' for a string"#),
    ("nest", "list=[1]", #"list:='[1]' for JSON or list:='["[1]"]' for a string"#),
    ("nest", #"by.x={"a":1}"#, #"by.x:='{"a":1}' for JSON or by.x:='"{\"a\":1}"' for a string"#),
    ("nest", "any.x= [1]", #"any.x:=' [1]' for JSON or any.x:='" [1]"' for a string"#),
    ("bulk", #"_={"a":1}"#, #"_:='[{"a":1}]' for JSON or _:='["{\"a\":1}"]' for a string"#),
  ])
  func jsonInsideJSON(_ endpoint: String, _ word: String, _ ways: String) async throws {
    let told = await ran("s \(endpoint) --mock", [word])
    #expect(told.exit == 2 && told.err.contains(ways), "\(told)")
  }

  /// What the message advises is accepted.
  @Test func whatIsAdvisedForJSONInsideJSON() async throws {
    #expect(try await body("s nest", [#"list:=[{"a":1}]"#, #"by.x:={"a":1}"#]) == #"{"list":[{"a":1}],"by":{"x":{"a":1}}}"#)
    #expect(try await body("s nest", [#"list:=["[1]"]"#]) == #"{"list":["[1]"]}"#)
    #expect(try await body("s nest", ["list=a", "list=b", "words={x", "words=y"]) == #"{"list":["a","b"],"words":["{x","y"]}"#)
    #expect(try await body("s bulk", [#"_:=[{"a":1}]"#]) == "{\"a\":1}\n")
  }

  /// A file of NDJSON for a body that is sent as lines.
  @Test func aFileOfLines() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text = "{\"index\": {}}\r\n{\"a\":1.50}\n\n[2]"
    try Data(text.utf8).write(to: URL(filePath: folder + "/bulk.ndjson"))
    let lines = "{\"index\":{}}\n{\"a\":1.50}\n[2]\n"
    for word in ["_=@", "_@", "all=@", "all@"] { #expect(try await body("s bulk", [word + folder + "/bulk.ndjson"]) == lines, "\(word)") }
    #expect(try await body("s bulk _=@-", stdin: text) == lines)
    try Data("{}\n{\"a\":\n".utf8).write(to: URL(filePath: folder + "/bad.ndjson"))
    let told = await ran("s bulk --mock", ["_=@\(folder)/bad.ndjson"])
    #expect(told.exit == 2 && told.err.contains("/bad.ndjson:2:6") && told.err.contains("is not valid JSON: "), "\(told)")
  }

  @Test func aParameterWithoutAType() async {
    let warning = "warning: 'more' is sent as a string; to send JSON, write more:='…'\n"
    #expect(await ran("s put id=1 task=a --mock", ["more=[1]"]) == Ran(out: "1\n", err: warning, exit: 0))
    #expect(await ran("s put id=1 task=a --mock", ["more=[WIP] x"]).err == "")
    #expect(await ran("s open --mock", ["any={}"]).err == "warning: 'any' is sent as a string; to send JSON, write any:='…'\n")
    #expect(await ran("s get --mock", ["owner={}"]).err == "")
  }

  @Test func yamlKeepsTheTextOfAText() async throws {
    let yaml = "zip: 01234\nto: {zip: 0x10, floor: 2}\ndays: [1, 2.50, yes]\nok: true\nlevel: 3\n"
    #expect(
      try await body("s move --args -", stdin: yaml)
        == #"{"to":{"zip":"0x10","floor":2},"zip":"01234","days":["1","2.50","yes"],"ok":"true","level":3}"#)
  }

  @Test func yamlKeepsTheTextOfANumberThatJSONWritesOtherwise() async throws {
    #expect(
      try await body("s open --args -", stdin: "zip: 01234\nhex: 0x1F\nn: 7\nd: 1.50\nb: true\nnull: ~\n")
        == #"{"zip":"01234","hex":"0x1F","n":7,"d":1.50,"b":true,"null":null}"#)
    #expect(try await body("s open --args -", stdin: #"{"zip": 1234}"#) == #"{"zip":1234}"#)
  }

  @Test func aFileAsCurlWritesIt() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "GIF89a".write(toFile: folder + "/pic.gif", atomically: true, encoding: .utf8)
    let (habit, own) = (await ran("s photo --dry-run file=@\(folder)/pic.gif"), await ran("s photo --dry-run file@\(folder)/pic.gif"))
    #expect(habit.exit == 0 && habit.out.contains("pic.gif") && habit.out.contains("image/gif"), "\(habit)")
    let boundary = #/[-]*dial-?[0-9A-Za-z-]+/#
    #expect(habit.out.replacing(boundary, with: "B") == own.out.replacing(boundary, with: "B"))
  }

  @Test(arguments: ["open"]) func whatIsPipedToACallWithoutABody(_ endpoint: String) async {
    let note = "note: standard input is not read; to send it as arguments, add: --args -\n"
    #expect(await ran("s \(endpoint) --mock") { $0.stdinIsPipe = true } == Ran(out: "1\n", err: note, exit: 0))
    #expect(await ran("s \(endpoint) --mock -q") { $0.stdinIsPipe = true }.err == "")
    #expect(await ran("s \(endpoint) --mock").err == "")
  }

  @Test(arguments: ["get --mock", "open a=1 --mock", "open --args - --mock"]) func whatIsPipedToOthers(_ line: String) async {
    #expect(await ran("s \(line)", stdin: "{\"a\": 1}") { $0.stdinIsPipe = true }.err == "")
  }

  @Test(arguments: ["--explain", "--explain --mock", "--explain -v", "--explain -q"]) func explainSendsNothing(_ flags: String) async {
    // A request to this host would fail.
    let told = await ran("s get owner=a \(flags)")
    #expect(told.out == "" && told.exit == 0, "\(told)")
    #expect(told.err.hasPrefix("owner -> query 'owner': "), "\(told)")
  }

  @Test(arguments: [
    ("-s id", "--select conflicts with --explain, which sends nothing and has no result", ""),
    ("-o json", "-o conflicts with --explain, which prints plain text", "hint: to print JSON, add --dry-run\n"),
  ])
  func whatExplainHasNoPlaceFor(_ flags: String, _ message: String, _ hint: String) async {
    #expect(await ran("s get --explain \(flags)") == Ran(out: "", err: "error: \(message)\n\(hint)", exit: 2))
  }
}
