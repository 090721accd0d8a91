import Testing

@testable import DialCLI
@testable import DialConsole

/// The first commands of new users: each error says what is available and what to do.
@Suite struct FirstRunTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      getUser: {GET: "/users/{id} (id Int)", mock: {json: {id: 7}}}
      list: {GET: /users, mock: {json: []}}
    """

  private static let known = "available specs: demo, nope, users"
  private static let listed = """
    error: missing endpoint; 'users' has:
      getUser  GET  /users/{id}
      list     GET  /users
    hint: to see the parameters, run: dial describe users ENDPOINT

    """

  @Test(arguments: [
    ("help nosuch", "error: unknown command 'nosuch'\nhint: to list all commands, run: dial help\n", 2),
    ("help lst", "error: unknown command 'lst'; did you mean 'list'?\nhint: to list all commands, run: dial help\n", 2),
    ("validate users", "error: unknown command 'validate'; did you mean 'check'?\nhint: dial check users\n", 2),
    (
      "GET users getUser",
      "error: unknown command 'GET'; did you mean 'call'?\nhint: the spec declares the method; to call an endpoint, run: dial call users getUser\n",
      2
    ),
    ("lst users", "error: unknown command 'lst'; did you mean 'list'?\nhint: dial list users\n", 2),
    (
      "getUser users id=7",
      "error: 'getUser' is not a command or a spec, but 'users' is a spec; put the spec first\nhint: dial users getUser id=7\n", 2
    ),
    ("users", listed, 2),
    ("users -o json --mock", listed, 2),
    ("call users", listed, 2),
    (
      "users check",
      "error: unknown endpoint 'check'; expected one of 'getUser', 'list'\nhint: put the command first: dial check users\n", 2
    ),
    ("list users --json", "error: unknown flag '--json'\nhint: to print JSON, use -o json\n", 2),
    ("search users --json x", "error: unknown flag '--json'\nhint: to print JSON, use -o json\n", 2),
    ("mock users --json", "error: unknown flag '--json'\nhint: for help, run: dial help mock\n", 2),
    ("check users -d x", "error: unknown flag '-d'\nhint: for help, run: dial help check\n", 2),
    ("call", "error: missing spec; 'dial call' requires a file, '-' or a name\nhint: \(known)\n", 2),
    ("list", "error: missing spec; 'dial list' requires a file, '-' or a name\nhint: \(known)\n", 2),
    ("list usres", "error: spec 'usres' does not exist; did you mean 'users'?\nhint: \(known)\n", 6),
    (
      "list ./x/y.yaml",
      "error: './x/y.yaml' does not exist\nhint: \(known)\n", 6
    ),
    (
      "search users",
      "error: missing search words; 'dial search' finds endpoints that contain all of them\nhint: for help, run: dial help search\n", 2
    ),
    ("completion", "error: missing shell; 'dial completion' accepts bash, zsh or fish\nhint: for help, run: dial help completion\n", 2),
    (
      "users list -o xml",
      "error: '-o' must be json, jsonl, yaml, tsv, csv, table, raw, none or full, but is 'xml'\nhint: for help, run: dial help call\n", 2
    ),
    (
      "users list -o jsno",
      "error: '-o' must be json, jsonl, yaml, tsv, csv, table, raw, none or full, but is 'jsno'; did you mean 'json'?\n"
        + "hint: for help, run: dial help call\n", 2
    ),
    ("users list --base", "error: '--base' requires a value\nhint: for help, run: dial help call\n", 2),
    (
      "users list -O --dry-run",
      "error: '-O' requires a value\nhint: to use the flag '--dry-run' as the value, write -O=--dry-run\n", 2
    ),
    ("users list --record -q", "error: '--record' requires a value\nhint: to use the flag '-q' as the value, write --record=-q\n", 2),
    ("check users --mock", "error: unknown flag '--mock'\nhint: for help, run: dial help check\n", 2),
  ])
  func answers(_ line: String, _ err: String, _ exit: Int) async {
    let ran = await dial(line, specs: ["users": Self.spec, "nope": "service: [\n"])
    #expect(ran == Ran(out: "", err: err, exit: Int32(exit)))
  }

  /// Flags can be anywhere, and `demo` followed by an endpoint is a spec.
  @Test(arguments: [
    "--mock users getUser id=7", "users --mock getUser id=7", "users -o json --mock getUser id=7", "users --mock -- getUser id=7",
    "--timeout 3s --mock users getUser id=7", "--mock call users getUser id=7", "-q --mock users getUser id=7",
    "users getUser --mock -- id=7",
  ])
  func flagsBefore(_ line: String) async {
    #expect(await dial(line, specs: ["users": Self.spec]) == Ran(out: "{\"id\":7}\n", err: "", exit: 0))
  }

  private static let example = "write a URL such as --base https://api.example.com/v1"
  private static let proxy = "write a URL such as --proxy http://proxy.example.com:3128, or use --proxy none"

  @Test(arguments: [
    (
      "call https://a.test/x.yaml get", 6, "'https://a.test/x.yaml' is a URL, not a spec",
      "to call it without a spec, run: dial get URL; to download an OpenAPI document, run: dial fetch URL -O FILE"
    ),
    ("users cache", 2, "'cache' is a group, not an endpoint", "call one of its endpoints: cache.clear, cache.size"),
    ("users getUser id=7 --base localhost:5099", 2, "--base must start with https:// or http://", example),
    (
      "users getUser id=7 --base http://[::1", 2, "--base: '[::1' is not a valid host; write an IPv6 address in brackets, such as [::1]",
      example
    ),
    ("users getUser id=7 --base https://h:99999", 2, "--base: '99999' is not a valid port; use a number from 1 to 65535", example),
    (
      "users getUser id=7 --base https://{t}.a.test", 2,
      "--base: '{t}.a.test' is not a valid host; for the part that varies, use a variable such as ${TENANT}", example
    ),
    ("users getUser id=7 --base https://", 2, "--base has no host", example),
    (
      "users getUser id=7 --base http://münchen.test", 2,
      "--base: 'münchen.test' is not a valid host; write an internationalized name in its ASCII form, xn--mnchen-3ya.test", example
    ),
    ("users getUser id=7 --base https://a.test/é", 2, "--base contains a character that must be percent-encoded", example),
    (
      "users getUser id=7 --proxy ht!tp:/x", 2,
      "--proxy: the address of the proxy is invalid: 'ht!tp' is not a valid host; use letters, digits, '-', '_' and '.'", proxy
    ),
    ("users getUser id=7 --proxy ftp://h", 2, "--proxy: unsupported proxy scheme 'ftp'; use http or socks5", proxy),
    ("users getUser id=7 -H Host:x", 2, "-H: the header 'Host' is controlled by the protocol and cannot be set", nil),
    ("users getUser id=7 --cacert /nope.pem", 2, "--cacert: cannot read '/nope.pem': it does not exist", nil),
    ("users getUser id=7 -k", 2, "unknown flag '-k'", "to skip certificate verification, use --insecure"),
    ("users getUser --id=3", 2, "unknown flag '--id'", "write arguments without dashes: id=3"),
    ("users getUser --id 3", 2, "unknown flag '--id'", "write arguments without dashes: id=3"),
    ("call users getUser --id", 2, "unknown flag '--id'", "write arguments without dashes: id=…"),
    ("users getUser id=1 --api-token=s3cret", 2, "unknown flag '--api-token'", "write arguments without dashes: api_token=…"),
    ("users getUser --nope=3", 2, "unknown flag '--nope'", "for help, run: dial help call"),
    ("users nope --id=3", 2, "unknown flag '--id'", "for help, run: dial help call"),
    (
      "users getUser id=7 -oxml", 2, "'-o' must be json, jsonl, yaml, tsv, csv, table, raw, none or full, but is 'xml'",
      "for help, run: dial help call"
    ),
    (
      "users getUser id=7 --proxy https://127.0.0.1:9 --base https://127.0.0.1:9", 7,
      "the proxy 127.0.0.1:9 uses https, which is supported only for http requests; use an http proxy, "
        + "which cannot decrypt https requests", "the proxy is set by --proxy; to connect without a proxy, use --proxy none"
    ),
    ("users getUser id=7 -X PUT", 2, "unknown flag '-X'", "the spec declares the method; run: dial users getUser id=7 --errors json"),
    ("users getUser id=7 --jq .a", 2, "unknown flag '--jq'", "dial users getUser id=7 -s a --errors json"),
    (
      "users getUser id=7 --proxy http://u:s/cret@p", 2,
      "--proxy: the address of the proxy is invalid: write http://USER:PASSWORD@HOST:PORT, percent-encoded", proxy
    ),
    (
      "users getUser id=7 --retry 0 --proxy http://127.0.0.1:9", 7, "the proxy 127.0.0.1:9 refused the connection",
      "the proxy is set by --proxy; to connect without a proxy, use --proxy none"
    ),
  ])
  func whatNewcomersTry(_ line: String, _ exit: Int32, _ message: String, _ hint: String?) async {
    let spec = """
      service: users
      base: http://a.test
      endpoints:
        getUser: GET /users/{id} (id Int, api_token String?)
      groups:
        cache:
          endpoints:
            clear: DELETE /cache
            size: GET /cache

      """
    let ran = await dial(line + " --errors json", specs: ["users": spec])
    #expect(ran.exit == exit && ran.out.isEmpty)
    #expect(ran.err.contains("\"message\":\(quoted(message)),\"endpoint\""), "\(ran.err)")
    #expect(hint.map { ran.err.contains("\"hint\":\(quoted($0)),") } ?? ran.err.contains("\"status\":null,\"hint\":null,"), "\(ran.err)")
  }

  /// Not only a misspelled `profile`.
  @Test func aSpecThatIsNotThere() async {
    let ran = await dial("nofile get", specs: ["users": Self.spec])
    #expect(ran.exit == 6 && ran.err.hasPrefix("error: unknown command or spec 'nofile'"), "\(ran.err)")
    #expect(!ran.err.contains("profile"))
    #expect(await dial("nofile", specs: ["users": Self.spec]).err.hasPrefix("error: unknown command 'nofile'; did you mean 'profile'?"))
  }

  @Test(arguments: ["-ojson", "-oyaml", "-o json", "-ojson -HX-A:b"])
  func aValueMayStandRightBehindItsLetter(_ flags: String) async {
    let ran = await dial("users getUser id=7 --mock \(flags)", specs: ["users": Self.spec])
    #expect(ran == Ran(out: flags.contains("yaml") ? "id: 7\n" : "{\"id\":7}\n", err: "", exit: 0))
  }

  @Test func helpAboutAnEndpointOfTheDemo() async {
    #expect(await dial("help demo nope").exit == 2)
    #expect(await dial("help demo").out.hasPrefix("Show example calls"))
    let ran = await dial("help demo getUser")
    #expect(ran == (await dial("describe demo getUser")) && ran.exit == 0)
  }

  @Test func theDemoIsASpecToo() async {
    let ran = await dial("demo getUser id=7 --mock --select name")
    #expect(ran == Ran(out: "\"Ann\"\n", err: "", exit: 0))
    #expect(await dial("--mock demo getUser id=7 -s id") == Ran(out: "7\n", err: "", exit: 0))
  }

  @Test(arguments: ["call users getUser --help", "users getUser -h", "help users getUser", "users getUser id=7 --help"])
  func helpAboutAnEndpointDescribesIt(_ line: String) async {
    let ran = await dial(line, specs: ["users": Self.spec])
    #expect(ran == (await dial("describe users getUser", specs: ["users": Self.spec])))
    #expect(ran.exit == 0 && ran.out.hasPrefix("getUser  GET /users/{id}\n"))
  }

  /// A server that does not run is not a fault of the spec, whose line is not shown.
  @Test func aServerThatDoesNotRun() async {
    let ran = await dial("call users list --base http://127.0.0.1:9 --timeout 60s", specs: ["users": Self.spec])
    #expect(
      ran
        == Ran(
          out: "",
          err: """
            error: 127.0.0.1:9 refused the connection (after 3 attempts) [connect]
              GET http://127.0.0.1:9/users (users:5:3)
            hint: check that the server is running and the URL is correct; to call another server, use --base URL

            """, exit: 7))
  }
}
