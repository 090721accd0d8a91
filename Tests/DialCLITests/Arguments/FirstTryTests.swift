import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// The first attempts of users of curl, HTTPie, gh and jq.
@Suite struct FirstTryTests {
  static let spec = """
    service: tasks
    base: https://a.test
    auth: bearer ${TOKEN}
    endpoints:
      list: {GET: "/tasks (owner?)", mock: {json: [{id: 1, title: a}, {id: 2, title: b}]}}
      get: {GET: "/tasks/{id} (id Int, full?)", mock: {json: {id: 7}}}
      repo: {GET: "/repos/{owner}/{repo}/{branch=main}", mock: {json: 1}}
      add: {POST: "/tasks (title String, owner String?, done Bool?, labels [String]?)", mock: {json: {id: 1}}}
      open: {POST: /open, mock: {json: 1}}
      search: {GET: /search, mock: {json: 1}}
      whole: {PUT: "/whole (_ content)", mock: {json: 1}}
      photo: {POST: multipart /photo, params: {photo: File, note?: String}, mock: {json: 1}}
      state: {GET: "/state/{kind} (kind)", params: {kind: {values: [red, green]}}, mock: {json: 1}}
    """

  private func ran(_ line: String, _ more: [String] = [], around: (inout Context) -> Void = { _ in }) async -> Ran {
    await dial(line, more, specs: ["tasks": Self.spec], around: around)
  }

  private func dry(_ line: String, _ more: [String] = []) async throws -> [String: Any] {
    let shown = await ran(line + " --dry-run -q --var TOKEN=t", more)
    #expect(shown.err == "", "\(shown)")
    return try #require(try JSONSerialization.jsonObject(with: Data(shown.out.utf8)) as? [String: Any])
  }

  @Test(arguments: [
    ("tasks get 7", "https://a.test/tasks/7"), ("tasks repo apple swift", "https://a.test/repos/apple/swift/main"),
    ("tasks repo repo=swift apple", "https://a.test/repos/apple/swift/main"),
    ("tasks repo apple swift branch=dev", "https://a.test/repos/apple/swift/dev"),
    ("tasks get --compact 7 full=x", "https://a.test/tasks/7?full=x"), ("tasks repo a:b x/y", "https://a.test/repos/a%3Ab/x%2Fy/main"),
  ])
  func aWordFillsThePath(_ line: String, _ url: String) async throws {
    #expect(try await dry(line)["url"] as? String == url)
  }

  @Test(arguments: [
    ("tasks get 7 8", "unexpected argument '8': 'get' accepts 1 positional argument ('id'); write other arguments as name=value"),
    ("tasks get id=7 8", "unexpected argument '8': 'get' accepts 1 positional argument ('id'); write other arguments as name=value"),
    (
      "tasks repo a b c",
      "unexpected argument 'c': 'repo' accepts 2 positional arguments ('owner', 'repo'); write other arguments as name=value"
    ),
    ("tasks list 7", "'7' is not a valid argument; write name=value"), ("tasks get seven", "'id' must be an integer, but is 'seven'"),
  ])
  func aWordTooMany(_ line: String, _ message: String) async {
    let told = await ran(line + " --mock")
    #expect(told.exit == 2 && told.err.contains("error: " + message), "\(told)")
  }

  @Test func theOrderIsShown() async {
    let described = await ran("describe tasks repo").out
    #expect(
      described.contains("path, position 1\n") && described.contains("path, position 2\n") && !described.contains("position 3"),
      "\(described)")
    let explained = await ran("tasks repo apple swift --explain --var TOKEN=t").err
    #expect(explained.contains(", position 1\n") && explained.contains(", position 2\n"), "\(explained)")
  }

  @Test func completionOffersValues() async {
    #expect(await ran("__complete tasks state", ["g"]).out == "green\n")
    #expect(await ran("__complete tasks state", [""]).out.hasPrefix("red\ngreen\n"))
    #expect(await ran("__complete tasks state red", [""]).out == "")
  }

  @Test(arguments: [
    ("tasks get id=1 --max-time 5", "--max-time", "dial tasks get id=1 --timeout 5"),
    ("tasks get id=1 --max-time=5", "--max-time", "dial tasks get id=1 --timeout 5"),
    ("tasks get id=1 -m 5", "-m", "dial tasks get id=1 --timeout 5"),
    ("tasks get id=1 --url http://b.test", "--url", "dial tasks get id=1 --base http://b.test"),
    ("tasks get id=1 --headers", "--headers", "dial tasks get id=1 -i"), ("tasks get id=1 -I", "-I", "dial tasks get id=1 -i"),
    ("tasks get id=1 --pretty", "--pretty", "dial tasks get id=1 -o json"),
    ("tasks get id=1 --pretty=all", "--pretty", "dial tasks get id=1 -o json"),
    ("tasks get id=1 --retries 3", "--retries", "dial tasks get id=1 --retry 3"),
    ("tasks list --limit 5", "--limit", "--max-items requires 'paginate' in the spec, which 'list' does not declare"),
    ("tasks list --paginate", "--paginate", "--all requires 'paginate' in the spec, which 'list' does not declare"),
    ("tasks get id=1 -x http://p:1", "-x", "dial tasks get id=1 --proxy http://p:1"),
    ("tasks get id=1 -X GET", "-X", "the spec declares the method; run: dial tasks get id=1"),
    ("tasks get id=1 -XGET", "-XGET", "the spec declares the method; run: dial tasks get id=1"),
    ("tasks get id=1 -L", "-L", "redirects are followed by default; 'redirects' in the spec changes that; run: dial tasks get id=1"),
    ("tasks get id=1 --api-key s3cret", "--api-key", "the spec declares credentials in 'auth'; set its variables with --var NAME=value"),
    ("tasks get id=1 -b a=1", "-b", "dial tasks get id=1 -H 'Cookie: a=1'"),
    ("tasks get id=1 -b session=s3cret", "-b", "replace … with the hidden value; run: dial tasks get id=1 -H 'Cookie: session=…'"),
    ("tasks photo -F photo=@a.jpg -F note=x", "-F", "dial tasks photo photo@a.jpg note=x"),
    (
      "tasks open -F f=@p.jpg", "-F",
      "'open' sends no parts; to upload a file, write 'multipart' after the method in the spec; "
        + "write arguments as name=value or name:=json; 'open' sends arguments in the body"
    ),
    ("tasks photo -T a.jpg", "-T", "dial tasks photo photo@a.jpg"), ("tasks whole -T a.json", "-T", "dial tasks whole content:=@a.json"),
    ("tasks add -d @a.json", "-d", "dial tasks add --args a.json"), ("tasks add -d @-", "-d", "dial tasks add --args -"),
    ("tasks whole -d @a.json", "-d", "dial tasks whole content:=@a.json"),
    ("tasks add -d title=x&done=true", "-d", "dial tasks add title=x done=true"),
    ("tasks add --data nope=x", "--data", "write arguments as name=value or name:=json; 'add' accepts 'title', 'owner', 'done', 'labels'"),
    ("tasks get id=1 -d x", "-d", "write arguments as name=value or name:=json; 'get' accepts 'id', 'full'"),
  ])
  func anOptionOfAnotherTool(_ line: String, _ option: String, _ hint: String) async {
    #expect(await ran(line) == Ran(out: "", err: "error: unknown flag '\(option)'\nhint: \(hint)\n", exit: 2))
  }

  @Test(arguments: [
    (#"{"title":"x","done":true}"#, "add", "title=x done=true"),
    (#"{"title":"a b","labels":["p"]}"#, "add", #"'title=a b' 'labels:=["p"]'"#),
    (#"{"a":[1]}"#, "whole", #"'content:={"a":[1]}'"#), (#"{"any":1}"#, "open", "any:=1"),
  ])
  func aBodyOfCurl(_ body: String, _ endpoint: String, _ words: String) async {
    let json = ["-X", "POST", "-H", "Content-Type: application/json", "-d", body]
    let expected = "hint: the spec declares the method; run: dial tasks \(endpoint) \(words)\n"
    let told = await ran("tasks \(endpoint)", json)
    #expect(told.err.hasSuffix(expected), "\(told)")
  }

  /// A hint is a line that works.
  @Test(arguments: ["add title=x done=true", #"whole content:={"a":[1]}"#, "open any:=1", "photo photo@/dev/null note=x"])
  func whatIsProposedWorks(_ line: String) async {
    #expect(await ran("tasks \(line) --mock").exit == 0)
  }

  @Test(arguments: [("ndjson", "jsonl"), ("text", "raw"), ("yml", "yaml")]) func aFormatOfAnotherTool(_ format: String, _ own: String) async
  {
    let expected = "error: unknown format '\(format)' for '-o'; did you mean '\(own)'?\nhint: use -o \(own)\n"
    #expect(await ran("tasks list -o \(format)") == Ran(out: "", err: expected, exit: 2))
  }

  @Test func aFileForO() async {
    let told = await ran("tasks list -o out.bin")
    #expect(told.exit == 2 && told.err.hasSuffix("hint: to write the result to a file, use -O out.bin\n"), "\(told)")
  }

  @Test func aHeaderOfHTTPie() async {
    let told = await ran("tasks list X-Foo:bar --mock")
    #expect(told.exit == 2 && told.err.contains("'X-Foo:…' is a header; write -H 'X-Foo: bar'"), "\(told)")
    #expect(await ran("tasks list X-Token:s3cret --mock").err.contains("write -H 'X-Token: …'"))
  }

  @Test(arguments: ["title=x labels[]=a labels[]=b", "labels[]=a title=x labels[]=b"]) func brackets(_ words: String) async {
    let told = await ran("tasks add \(words) --mock")
    let message = "error: an argument name cannot end with '[]'; to pass an array, write: labels=a labels=b"
    #expect(told.exit == 2 && told.err.components(separatedBy: "error: ").count == 2 && told.err.contains(message), "\(told)")
  }

  @Test func aFileWithoutItsSign() async {
    let told = await ran("tasks photo photo=photo.jpg --mock")
    #expect(told.exit == 2 && told.err.contains("error: 'photo' must be a file; write photo@photo.jpg"), "\(told)")
  }

  @Test func severalValuesOfAnUndeclaredArgument() async throws {
    #expect(try await dry("tasks open a=1 a=2")["body"] as? [String: String] == ["text": #"{"a":["1","2"]}"#])
    #expect(try await dry("tasks open a=1 a=2 a=3 b=x")["body"] as? [String: String] == ["text": #"{"a":["1","2","3"],"b":"x"}"#])
    #expect(try await dry("tasks search q=1 q=2")["url"] as? String == "https://a.test/search?q=1&q=2")
  }

  @Test func whatIsPipedWhereArgumentsAreMissing() async {
    let hint = "hint: standard input is not read; to send it as arguments, add: --args -\n"
    #expect(await ran("tasks add --mock") { $0.stdinHasText = true }.err.hasSuffix(hint))
    #expect(!(await ran("tasks add --mock").err.contains("--args")))
    let body = "hint: standard input is not read; to send it as the body, add: content:=@-\n"
    #expect(await ran("tasks whole --mock") { $0.stdinHasText = true }.err.hasSuffix(body))
    #expect(!(await ran("tasks add --args - --mock") { $0.stdinHasText = true }.err.contains("add: --args")))
  }

  @Test func theSpecAlone() async {
    let told = await ran("tasks")
    #expect(told.exit == 2 && told.out == "" && told.err.hasPrefix("error: missing endpoint; 'tasks' has:\n  list "), "\(told)")
    for name in ["list", "get", "repo", "add", "photo"] { #expect(told.err.contains("\n  \(name) "), "\(told)") }
    let described = await ran("describe tasks")
    #expect(await ran("tasks --help") == described)
    #expect(await ran("tasks -h") == described)
  }

  @Test(arguments: [
    (".[].title", "'[*].title'"), (".a | length", "'length(a)'"), (".items[] | .name", "'items[*].name'"), (".[0].id", "'[0].id'"),
    (".a.b", "a.b"), (".[] | select(.done)", "'[?done]'"), (#".[] | select(.state == "x") | .id"#, "\"[?state == 'x'].id\""),
    (".items | map(.id)", "'items[*].id'"), (".", "@"),
  ])
  func jq(_ expression: String, _ own: String) async {
    let told = await ran("tasks list --mock --select", [expression])
    #expect(told.exit == 2 && told.err.hasSuffix("hint: this is a jq expression; in JMESPath, write: --select \(own)\n"), "\(told)")
  }

  @Test func aFunctionOfJQ() async {
    let told = await ran("tasks list --mock --select", ["[*] | length"])
    #expect(told.err.hasPrefix("warning: --select: 'length' after '|' selects a member; to call the function, write "), "\(told)")
  }

  @Test func aHeaderInPlaceOfAuth() async {
    let shown = await ran("tasks list --dry-run --show-secrets -H", ["Authorization: Bearer x"])
    #expect(shown.exit == 0 && shown.out.contains(#"["authorization","Bearer x"]"#), "\(shown)")
    #expect(await ran("tasks list --dry-run -H X:y").exit == 8)
  }

  /// Credentials with alternatives, and those that respond to a challenge.
  @Test(arguments: ["{any: ['bearer ${A}', 'basic ${B} ${C}']}", "digest ${A} ${B}", "bearer ${A}"])
  func aHeaderInPlaceOfAnyAuth(_ auth: String) async {
    let spec = "base: https://a.test\nauth: \(auth)\nendpoints: {one: {GET: /x, mock: {status: 401, json: {}}}}\n"
    let line = "s one --mock -H"
    let told = await dial(line, ["Authorization: Bearer x"], specs: ["s": spec])
    #expect(told.exit == 4 || told.exit == 8, "\(told)")
    #expect(told.err.contains("401") && !told.err.contains("--var"), "\(told)")
    #expect(await dial("s one --dry-run -H", ["X: y"], specs: ["s": spec]).exit == 8)
  }

  @Test func aVariableFromAFile() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try "s3cret\n".write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(await ran("tasks list --dry-run --show-secrets --var", ["TOKEN=@\(path)"]).out.contains("Bearer s3cret\""))
    let told = await ran("tasks list --dry-run --show-secrets --var TOKEN=@nofile")
    let warning = "warning: --var: the value of 'TOKEN' starts with '@', but the file does not exist; the value is used unchanged\n"
    #expect(told.exit == 0 && told.out.contains("Bearer @nofile\"") && told.err == warning, "\(told)")
  }

  @Test(arguments: ["@nofile", "env:TOKEN", "file:x"]) func aRefusedReference(_ value: String) async {
    let spec = Self.spec.replacing("mock: {json: [{id: 1", with: "mock: {status: 401, json: [{id: 1")
    let told = await dial("tasks list --mock -q --var TOKEN=\(value)", specs: ["tasks": spec])
    #expect(told.exit == 8 && told.err.contains("; --var used the value of 'TOKEN' unchanged, including '"), "\(told)")
  }

  @Test(arguments: [
    ("cmd:ls", "or TOKEN=@FILE with an existing file; --var used the value of 'TOKEN' unchanged, including 'cmd:'"),
    ("${FOO}", "or TOKEN=\"$NAME\"; --var used the value of 'TOKEN' unchanged, including '${'"),
    ("bearer abc", "hint: remove 'Bearer' from the value of 'TOKEN'; 'auth' in the spec adds it\n"),
    ("\"abc\"", "hint: remove the quotes around the value of 'TOKEN'\n"),
    ("'abc'", "hint: remove the quotes around the value of 'TOKEN'\n"),
    (" abc", "hint: remove the blanks at the start or end of the value of 'TOKEN'\n"),
    ("plain", "set another value with --var TOKEN=…\n"),
  ])
  func aRefusedValueWithTooMuch(_ value: String, _ hint: String) async {
    let spec = Self.spec.replacing("mock: {json: [{id: 1", with: "mock: {status: 401, json: [{id: 1")
    let told = await dial("tasks list --mock -q --var", ["TOKEN=\(value)"], specs: ["tasks": spec])
    #expect(told.exit == 8 && told.err.contains(hint), "\(told)")
  }

  @Test func aReferenceInTheEnvironment() async throws {
    let said = try await Program.run(
      """
      printf 'base: https://a.test\nauth: bearer ${T0K}\nendpoints: {e: {GET: /x, mock: {status: 401}}}\n' >s.yaml
      T0K=@tok dial s.yaml e --mock
      """)
    #expect(said.contains("hint: set 'T0K' to the value itself; the environment is used unchanged, including '@'"), "\(said)")
  }
}
