import Testing

@testable import DialCLI

/// What somebody meets who does not know the commands yet: each answer says what there is and what to do.
@Suite struct FirstRunTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      getUser: {GET: "/users/{id} (id Int)", mock: {json: {id: 7}}}
      list: {GET: /users, mock: {json: []}}
    """

  private static let known = "specs found: demo, nope, users"
  private static let listed = """
    error: missing endpoint; 'users' has:
      getUser  GET  /users/{id}
      list     GET  /users
    hint: dial describe users ENDPOINT shows what one takes

    """

  @Test(arguments: [
    ("help nosuch", "error: 'nosuch' is no command\nhint: dial help shows all commands\n", 2),
    ("help lst", "error: 'lst' is no command: did you mean 'list'?\nhint: dial help shows all commands\n", 2),
    ("lst users", "error: 'lst' is no command: did you mean 'list'?\nhint: dial list users\n", 2),
    (
      "getUser users id=7",
      "error: 'getUser' is no command and no spec; 'users' is one: the spec comes first\nhint: dial users getUser id=7\n", 2
    ),
    ("users", listed, 2),
    ("users -o json --mock", listed, 2),
    ("call users", listed, 2),
    (
      "users check",
      "error: unknown endpoint 'check': expected one of 'getUser', 'list'\nhint: the command comes first: dial check users\n", 2
    ),
    ("list users --json", "error: unknown option '--json'\nhint: -o json writes JSON\n", 2),
    ("search users --json x", "error: unknown option '--json'\nhint: -o json writes JSON\n", 2),
    ("mock users --json", "error: unknown option '--json'\nhint: dial help mock tells more\n", 2),
    ("check users -d x", "error: unknown option '-d'\nhint: dial help check tells more\n", 2),
    ("call", "error: which spec? dial call takes a file, '-', or a name\nhint: \(known)\n", 2),
    ("list", "error: which spec? dial list takes a file, '-', or a name\nhint: \(known)\n", 2),
    ("list usres", "error: no spec 'usres': did you mean 'users'?\nhint: \(known)\n", 6),
    ("list ./x/y.yaml", "error: there is no file './x/y.yaml'\nhint: a spec is a file, '-' for standard input, or a name; \(known)\n", 6),
    ("search users", "error: which words? dial search looks for endpoints that have all of them\nhint: dial help search tells more\n", 2),
    ("completion", "error: which shell? dial completion takes bash, zsh or fish\nhint: dial help completion tells more\n", 2),
    (
      "users list -o xml",
      "error: '-o' takes json, jsonl, yaml, tsv, csv, table, raw or none, not 'xml'\nhint: dial help call tells more\n", 2
    ),
    (
      "users list -o jsno",
      "error: '-o' takes json, jsonl, yaml, tsv, csv, table, raw or none, not 'jsno': did you mean 'json'?\n"
        + "hint: dial help call tells more\n", 2
    ),
    ("users list --base", "error: '--base <url>' needs its value\nhint: dial help call tells more\n", 2),
    (
      "users list -O --dry-run",
      "error: '-O' needs its value\nhint: '--dry-run' is a flag; for a value of that name write -O=--dry-run\n", 2
    ),
    ("users list --record -q", "error: '--record' needs its value\nhint: '-q' is a flag; for a value of that name write --record=-q\n", 2),
    ("check users --mock", "error: unknown option '--mock'\nhint: dial help check tells more\n", 2),
  ])
  func answers(_ line: String, _ err: String, _ exit: Int) async {
    let ran = await dial(line, specs: ["users": Self.spec, "nope": "service: [\n"])
    #expect(ran == Ran(out: "", err: err, exit: Int32(exit)))
  }

  /// Flags may stand anywhere, and 'demo' is a spec where an endpoint follows.
  @Test(arguments: [
    "--mock users getUser id=7", "users --mock getUser id=7", "users -o json --mock getUser id=7", "users --mock -- getUser id=7",
    "--timeout 3s --mock users getUser id=7", "--mock call users getUser id=7", "-q --mock users getUser id=7",
    "users getUser --mock -- id=7",
  ])
  func flagsBefore(_ line: String) async {
    #expect(await dial(line, specs: ["users": Self.spec]) == Ran(out: "{\"id\":7}\n", err: "", exit: 0))
  }

  private static let example = "such as --base https://api.example.com/v1"
  private static let proxy = "such as --proxy http://proxy.example.com:3128; --proxy none goes without one"

  @Test(arguments: [
    (
      "call https://a.test/x.yaml get", 6, "a URL is no spec: 'https://a.test/x.yaml'",
      "a spec is a file, which may be fetched before; to call another server: dial SPEC ENDPOINT --base URL"
    ),
    ("users cache", 2, "'cache' is a group of endpoints, and no endpoint", "it has cache.clear, cache.size"),
    ("users getUser id=7 --base localhost:5099", 2, "--base must begin with https:// or http://", example),
    ("users getUser id=7 --base http://[::1", 2, "--base: '[::1' is no host: an address of IPv6 is written [::1]", example),
    ("users getUser id=7 --base https://h:99999", 2, "--base: '99999' is no port: a port is a number from 1 to 65535", example),
    (
      "users getUser id=7 --base https://{t}.a.test", 2,
      "--base: '{t}.a.test' is no host: what varies in it is a variable, such as ${TENANT}", example
    ),
    ("users getUser id=7 --base https://", 2, "--base names no host", example),
    (
      "users getUser id=7 --base http://münchen.test", 2,
      "--base: 'münchen.test' is no host: a name in other letters is written in ASCII, xn--…", example
    ),
    ("users getUser id=7 --base https://a.test/é", 2, "--base holds a character that must be percent-encoded", example),
    (
      "users getUser id=7 --proxy ht!tp:/x", 2,
      "--proxy: the address of the proxy cannot be read: 'ht!tp' is no host: a host is letters, digits, '-', '_' and '.'", proxy
    ),
    ("users getUser id=7 --proxy ftp://h", 2, "--proxy: the proxy is of the kind 'ftp', which is not supported; use http or socks5", proxy),
    ("users getUser id=7 -H Host:x", 2, "-H: the header 'Host' belongs to the protocol and cannot be set", nil),
    ("users getUser id=7 --cacert /nope.pem", 2, "--cacert: cannot read '/nope.pem': there is no such file", nil),
    ("users getUser id=7 -k", 2, "unknown option '-k'", "--insecure does not verify certificates"),
    ("users getUser --id=3", 2, "unknown option '--id'", "an argument has no dashes: id=3"),
    ("users getUser --id 3", 2, "unknown option '--id'", "an argument has no dashes: id=3"),
    ("call users getUser --id", 2, "unknown option '--id'", "an argument has no dashes: id=…"),
    ("users getUser id=1 --api-token=s3cret", 2, "unknown option '--api-token'", "an argument has no dashes: api_token=…"),
    ("users getUser --nope=3", 2, "unknown option '--nope'", "dial help call tells more"),
    ("users nope --id=3", 2, "unknown option '--id'", "dial help call tells more"),
    (
      "users getUser id=7 -oxml", 2, "'-o' takes json, jsonl, yaml, tsv, csv, table, raw or none, not 'xml'",
      "dial help call tells more"
    ),
    (
      "users getUser id=7 --proxy https://127.0.0.1:9 --base https://127.0.0.1:9", 7,
      "https through the proxy 127.0.0.1:9 is not supported, as it is one of https itself: a proxy of http passes https on as it is, "
        + "encrypted up to the server", "the proxy is that of --proxy; --proxy none goes without one"
    ),
    ("users getUser id=7 -X PUT", 2, "unknown option '-X'", "the method is the spec's: dial users getUser id=7 --errors json"),
    ("users getUser id=7 --jq .a", 2, "unknown option '--jq'", "-s EXPRESSION selects from the result, by JMESPath"),
    (
      "users getUser id=7 --proxy http://u:s/cret@p", 2,
      "--proxy: the address of the proxy cannot be read: it is written http://USER:PASSWORD@HOST:PORT, percent-encoded", proxy
    ),
    (
      "users getUser id=7 --retry 0 --proxy http://127.0.0.1:9", 7, "the proxy 127.0.0.1:9 refused the connection",
      "the proxy is that of --proxy; --proxy none goes without one"
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

  /// Not only a slip for 'profile'.
  @Test func aSpecThatIsNotThere() async {
    let ran = await dial("nofile get", specs: ["users": Self.spec])
    #expect(ran.exit == 6 && ran.err.hasPrefix("error: 'nofile' is no command, and there is no spec 'nofile'"), "\(ran.err)")
    #expect(!ran.err.contains("profile"))
    #expect(await dial("nofile", specs: ["users": Self.spec]).err.hasPrefix("error: 'nofile' is no command: did you mean 'profile'?"))
  }

  @Test(arguments: ["-ojson", "-oyaml", "-o json", "-ojson -HX-A:b"])
  func aValueMayStandRightBehindItsLetter(_ flags: String) async {
    let ran = await dial("users getUser id=7 --mock \(flags)", specs: ["users": Self.spec])
    #expect(ran == Ran(out: flags.contains("yaml") ? "id: 7\n" : "{\"id\":7}\n", err: "", exit: 0))
  }

  @Test func helpAboutAnEndpointOfTheDemo() async {
    #expect(await dial("help demo nope").exit == 2)
    #expect(await dial("help demo").out.hasPrefix("Makes some calls"))
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

  /// A server that does not run is no fault of the spec, whose line is not shown.
  @Test func aServerThatDoesNotRun() async {
    let ran = await dial("call users list --base http://127.0.0.1:9 --timeout 60s", specs: ["users": Self.spec])
    #expect(
      ran
        == Ran(
          out: "",
          err: """
            error: 127.0.0.1:9 refused the connection (after 3 tries) [connect]
              GET http://127.0.0.1:9/users (users:5:3)
            hint: is the server running, and the URL right? --base URL calls another one

            """, exit: 7))
  }
}
