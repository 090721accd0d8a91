import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// Mistakes of a first call, each with the line or the reason that is shown for it.
@Suite struct PlainMistakeTests {
  static let spec = """
    service: s
    base: https://a.test
    endpoints:
      str: {GET: /str, mock: {json: 1}}
      closed: {GET: /closed (), mock: {json: 1}}
      list: {GET: "/list (limit Int?)", mock: {json: [{id: 1, name: a}, {id: 2, name: b}]}}
      get: {GET: "/get/{id} (id Int)", mock: {json: {id: 7, state: on}}}
      echo: {POST: "/echo (user JSON?, n Int = 1)", mock: {json: 1}}
      put: {PUT: "/put (_ body JSON)", mock: {json: 1}}
      up: {POST: multipart /up, params: {photo: File}, mock: {json: 1}}
      bare: GET /bare
      paged: GET /paged (page Int?)
      user: {POST: "/user (_ user User)", mock: {json: 1}}
      wrong: {GET: "/wrong @ itms -> [JSON]", mock: {json: {items: []}}}
    types: {User: {id: Int}}

    """

  private func ran(_ words: [String], stdin: String = "") async -> Ran {
    await dial("s", words, specs: ["s": Self.spec], stdin: stdin)
  }

  static let faults: [(words: [String], message: String)] = [
    (["str", "--body"], "hint: write arguments as name=value or name:=json; 'str' sends arguments in the query"),
    (["closed", "--body"], "hint: 'closed' accepts no arguments\n"),
    (["str", "-d", "{}"], "hint: 'str' sends no body\n"),
    (["list", "--filter", ".[0]"], "hint: dial s list -s '[0]'"),
    (["list", "--jq", ".[].name"], "hint: dial s list -s '[*].name'"),
    (["list", "--filter", "[*].name"], "hint: dial s list -s '[*].name'"),
    (["list", "-r", ".[0].name"], "hint: dial s list -o raw -s '[0].name'"),
    (["str", "--pretty", "all"], "hint: dial s str -o json\n"),
    (["str", "--paginate"], "hint: --all requires 'paginate' in the spec, which 'str' does not declare\n"),
    (["str", "--token", "a:b"], "hint: 'str' has no credentials; add 'auth' to the spec, such as auth: basic ${USER} ${PASSWORD}"),
    (["str", "--no-retry"], "hint: dial s str --retry 0\n"),
    (["list", "--fields", "id,name"], "hint: dial s list --tuple id,name\n"),
    (["list", "-j"], "hint: dial s list -o json\n"),
    (["str", "-L"], "redirects are followed by default"),
    (["get", "-5"], "hint: to pass a value that starts with '-', write NAME=-5, or -- -5\n"),
    (["get", "id", "7", "--mock"], "error: an argument is written with '='; write id=7"),
    (["get", "id:7", "--mock"], "error: an argument is written with '='; write id=7"),
    (["list", "limit:7", "--mock"], "error: an argument is written with '='; write limit=7"),
    (["str", "{\"a\":1}", "--mock"], "missing argument name for the JSON; write NAME:='…'"),
    (["list", ".name", "--mock"], "to select from the result, use -s EXPRESSION"),
    (["up", "@a.bin", "--mock"], "error: '@a.bin' has no parameter name; write photo@a.bin"),
    (["list", "-s", "[] | select(.id==`1`)", "--mock"], "not a valid JMESPath"),
    (["echo", "--args", "-", "--mock"], "--args: standard input is empty; send a JSON object such as {\"id\": 7}, or {}"),
    (["bare", "--mock"], "hint: add one, such as mock: {json: {id: 1}}\n"),
    (["str", "--all"], "hint: add 'paginate' to the endpoint, such as: paginate: link\n"),
    (["paged", "--all"], "hint: add 'paginate' to the endpoint, such as: paginate: {page: page}\n"),
    (["user", "id=1", "nope=1", "--mock"], "hint: to set members of the body, write user.id=…\n"),
    (["user", "--args", "-", "--mock"], "hint: to send the file as the body, write user:=@-\n"),
    (["str", "--cache", "5"], "reload, revalidate or a lifetime such as 5m, but is '5'\n"),
    (["list", "-s", "id", "-s", "name"], "error: --select can be used only once\n"),
    (["list", "--tuple", "id", "--tuple=name"], "error: --tuple can be used only once\n"),
    (
      ["up", "photo@a.txt:a+1", "--mock"],
      "cannot read 'a.txt:a+1': it does not exist; write a range of bytes as a.txt:START+COUNT [arguments]\n"
    ),
    (["wrong", "--mock"], "selects nothing in the response: 'itms' is missing or null; did you mean 'items'? [selection]\n"),
  ]

  @Test(arguments: faults) func aMistakeShowsWhatToWrite(_ words: [String], _ message: String) async {
    let told = await ran(words, stdin: words.contains("user") ? "{\"id\": 1}" : "")
    #expect(told.exit != 0 && told.err.contains(message), "\(told)")
  }

  /// A file that is an argument or the value of a flag is a mistake of the line.
  @Test(arguments: [
    (["up", "photo@FILE:2+5"], "bytes 2 to 7 were requested, but it has 4 bytes"),
    (["str", "--base", "https://127.0.0.1:9", "--cacert", "FILE"], "--cacert: the trusted certificates in 'FILE' cannot be read"),
  ])
  func aFileThatCannotBeUsed(_ words: [String], _ message: String) async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.txt"
    try FileTarget(path).write(Array("text".utf8))
    let told = await ran(words.map { $0.replacing("FILE", with: path) })
    #expect(told.exit == 2 && told.err.contains(message.replacing("FILE", with: path)), "\(told)")
  }

  @Test func headersWithoutEnd() async {
    let told = await ran(["str", "--mock"] + (0..<66_000).flatMap { ["-H", "A\($0):b"] })
    #expect(told.exit == 2 && told.err.contains("-H: a request can have at most 65000 headers"), "\(told)")
  }

  static let lines: [(line: String, message: String)] = [
    ("auth", "error: missing action; 'dial auth' accepts login, status or logout\n"),
    ("profile", "error: missing action; 'dial profile' accepts list, show, set or remove\n"),
    ("auth demo x", "error: unknown action 'demo'; expected login, status or logout\n"),
    ("completion pwsh", "error: unknown shell 'pwsh'; expected bash, zsh or fish\n"),
    ("call --hlp", "error: unknown flag '--hlp'; did you mean '--help'?\n"),
    ("list s -V", "error: unknown flag '-V'; did you mean '--version'?\n"),
    ("list s --vesion", "error: unknown flag '--vesion'; did you mean '--version'?\n"),
    ("list /tmp", "error: '/tmp' is a folder\n"),
    ("list https://a.test", "'https://a.test' is a URL, not a spec"),
    ("call -sS s str", "to hide warnings as -sS does in curl, use -q"),
  ]

  @Test(arguments: lines) func aLineThatIsNoCall(_ line: String, _ message: String) async {
    let told = await dial(line, specs: ["s": Self.spec])
    #expect(told.exit != 0 && told.err.contains(message), "\(told)")
  }

  /// The content of a file is not shown, and JSON in it is not taken for text.
  @Test func jsonOfAFile() async throws {
    let folder = try TemporaryFolder()
    try FileTarget("\(folder.path)/n.json").write(Array(#"{"secret":1}"#.utf8))
    let told = await ran(["echo", "user=@\(folder.path)/n.json", "--mock"])
    let message = "'user' is ambiguous: the file can be JSON or a string; to send its JSON, write user:=@\(folder.path)/n.json"
    #expect(told.err.contains(message), "\(told)")
    let number = await ran(["echo", "n=@\(folder.path)/n.json", "--mock"])
    #expect(number.exit == 2 && !told.err.contains("secret"), "\(number)")
  }

  static let selections: [(flags: String, exit: Int32, message: String)] = [
    ("list -s [*].nme", 0, "note: --select: the result has no 'nme'; did you mean 'name'?\n"),
    ("list -s [*].nme --require", 9, "the result has no 'nme'; did you mean 'name'?"),
    ("list -s [].nme --require", 9, "the result has no 'nme'; did you mean 'name'?"),
    ("list -s id", 0, "note: --select: 'id' selects a member, but the value is an array; to select from its elements, write [*].id\n"),
    ("get -s stat id=7", 0, "note: --select: the result has no 'stat'; did you mean 'state'?\n"),
    ("list -s keys", 0, "to call the function, write [*].sort(keys(@))\n"),
    ("list -s {id:id,name:name}", 0, "to select from its elements, write [*].{id:id,name:name}\n"),
    ("get -s keys id=7", 0, "to call the function, write sort(keys(@))\n"),
    ("list -s [?nme=='a'].id", 0, "did you mean 'name'?"),
    ("list -s [*].name --require", 0, ""), ("list -s [?id==`9`].name --require", 0, ""), ("get -s state||other id=7", 0, ""),
    ("list -s length(@)", 0, ""), ("list -s [*].nme -q", 0, ""),
  ]

  @Test(arguments: selections) func aNameThatTheResultDoesNotHave(_ flags: String, _ exit: Int32, _ message: String) async {
    let told = await dial("s " + flags + " --mock", specs: ["s": Self.spec])
    #expect(told.exit == exit && (message.isEmpty ? told.err == "" : told.err.contains(message)), "\(told)")
  }

  /// A call prints the warnings of its endpoint and of the service, and none of other endpoints.
  @Test func warningsOfTheSpec() async {
    let spec = """
      service: s
      base: https://a.test
      headers: {X-Client: "%CLIENT%"}
      endpoints:
        a: {GET: /a/:id, mock: {json: 1}}
        b: {GET: /b, mock: {json: 1}}

      """
    let a = await dial("s a --mock", specs: ["s": spec])
    #expect(a.exit == 0 && a.err.contains("warning: '%CLIENT%'") && a.err.contains("warning: ':id'"), "\(a)")
    let b = await dial("s b --mock", specs: ["s": spec])
    #expect(b.exit == 0 && b.err.contains("warning: '%CLIENT%'") && !b.err.contains(":id"), "\(b)")
    #expect(await dial("s a --mock -q", specs: ["s": spec]).err == "")
    let json = await dial("s b --mock --errors json", specs: ["s": spec])
    #expect(json.err.hasPrefix("{") && json.err.contains("sent-literally"), "\(json)")
  }

  @Test func anEmptyTokenFile() async {
    let spec = "service: s\nbase: https://a.test\nauth: {bearer: mine}\nendpoints: {a: GET /a}\n"
    let told = await Home().dial("auth login s", specs: ["s": spec])
    #expect(told.err.contains("missing token; standard input is empty"), "\(told)")
  }
}
