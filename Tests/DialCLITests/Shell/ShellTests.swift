import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct ShellTests {
  static let spec = """
    service: s
    base: https://a.test
    auth: bearer ${TOKEN}
    endpoints:
      get: {GET: "/u/{id} (id Int)", mock: {json: {id: 7}}}
      gone: {GET: /x, mock: {status: 404, json: {message: nope}}}
      moved: {GET: /x, mock: {status: 304}}
      down: {GET: /x, mock: {status: 503, text: "a\\e[1m\\nb"}}
      late: {GET: /x, mock: {error: timeout}}
      html: {GET: /x -> (id), mock: {headers: {Content-Type: application/json}, text: <html>}}
      empty: {GET: /x @ data, mock: {json: {data: null}}}
      used: {GET: /x, use: [log], mock: {json: 1}}
      build: {POST: "/x", body: {a: "${BODY}"}, mock: {json: 1}}
    """

  @Test(arguments: [
    ("s get id=7 --mock", 0), ("call s get id=7 --mock", 0), ("s gone --mock", 4), ("s gone --mock --accept 404", 0), ("s moved --mock", 3),
    ("s down --mock", 5), ("s late --mock", 7), ("s html --mock", 9), ("s empty --mock", 9), ("s used --mock", 0), ("s get --mock", 2),
    ("s get id=x --mock", 2), ("s gte id=7 --mock", 2), ("s get id=7 --bogus", 2), ("s build --mock", 8),
    ("s build --mock --var BODY=1", 0),
    ("s get id=7 --cache none --retry x", 2), ("s get id=7 --mock --retry 1", 0), ("s get id=7 --cache sometimes", 2),
    ("s get id=7 --mock --cache none --retry 0", 0),
    ("s get id=7 --mock --cache only-cache", 9), ("s get id=7 --mock --cache standard", 0), ("cache show", 2), ("cache clear x", 2),
    ("s get id=7 --select [", 2),
    ("s get id=7 --timeout soon", 2), ("s get id=7 --accept 20", 2), ("s get id=7 -H bad", 2), ("s get id=7 --dry-run --curl", 2),
    ("s get id=7 -o xml", 2), ("nope get", 6), ("call nope get", 6), ("lst s", 2), ("s", 2), ("wait s get", 2), ("each s get", 2),
    ("bad get", 6),
    ("list bad", 6),
    ("check bad", 6), ("check s", 0), ("check s nope", 6), ("list s", 0), ("describe s get", 0), ("describe s nope", 2), ("version", 0),
    ("--version", 0), ("--help", 0), ("call --help", 0), ("help call", 0), ("", 0),
  ])
  func exitCodes(_ line: String, _ exit: Int) async {
    let ran = await dial(line + (line.contains("--mock") ? " --var TOKEN=x" : ""), specs: ["s": Self.spec, "bad": "service: [\n"])
    #expect(Int(ran.exit) == exit, "\(ran)")
    if exit != 0, !line.hasPrefix("check") { #expect(ran.out == "") }
    #expect((exit == 0) == ran.err.isEmpty || line.hasPrefix("check"), "\(ran)")
  }

  @Test(arguments: [
    (
      "call s gone --mock --var TOKEN=x",
      #"{"code":"status","message":"the server responded with 404: nope","endpoint":"gone","status":404,"hint":null,"attempts":1,"body":{"message":"nope"},"spec":{"file":"s","line":6,"column":3},"faults":[{"code":"status","message":"the server responded with 404: nope","argument":null,"hint":null,"spec":{"file":"s","line":6,"column":3}}],"headers":{"content-type":"application/json"}}"#
    ),
    (
      "call s down --mock --retry 0 --var TOKEN=x",
      #"{"code":"status","message":"the server responded with 503","endpoint":"down","status":503,"hint":null,"attempts":1,"body":"a\u001b[1m\nb","spec":{"file":"s","line":8,"column":3},"faults":[{"code":"status","message":"the server responded with 503","argument":null,"hint":null,"spec":{"file":"s","line":8,"column":3}}],"headers":{"content-type":"text/plain; charset=utf-8"}}"#
    ),
    (
      "call s get",
      #"{"code":"arguments","message":"missing argument 'id' (path, Int)\nthe variable 'TOKEN' has no value","endpoint":"get","status":null,"hint":"to see the parameters, run: dial describe s get","attempts":0,"body":null,"spec":{"file":"s","line":5,"column":3},"faults":[{"code":"arguments","message":"missing argument 'id' (path, Int)","argument":"id","hint":"for example id=7","spec":{"file":"s","line":5,"column":24}},{"code":"variable","message":"the variable 'TOKEN' has no value","argument":null,"hint":"set it with --var TOKEN=…","spec":{"file":"s","line":5,"column":3}}]}"#
    ),
    (
      "call s get --bogus",
      #"{"code":"usage","message":"unknown flag '--bogus'","endpoint":null,"status":null,"hint":"for help, run: dial help call","attempts":0,"body":null,"spec":null,"faults":[{"code":"usage","message":"unknown flag '--bogus'","argument":null,"hint":"for help, run: dial help call","spec":null}]}"#
    ),
  ])
  func errorsAsJSON(_ line: String, _ err: String) async {
    let ran = await dial(line + " --errors json", specs: ["s": Self.spec])
    #expect(ran.out == "")
    #expect(ran.err == err + "\n")
  }

  @Test(arguments: [
    ("--nope", "unknown flag '--nope'"), ("-Z", "unknown flag '-Z'"),
    ("--tmeout", "unknown flag '--tmeout'; did you mean '--timeout'?"),
    ("--dryrun", "unknown flag '--dryrun'; did you mean '--dry-run'?"),
  ])
  func onlyNearFlagsAreSuggested(_ flag: String, _ message: String) async {
    let ran = await dial("call s get \(flag)", specs: ["s": Self.spec])
    #expect(ran.exit == 2)
    #expect(ran.err.hasPrefix("error: \(message)\n"), "\(ran.err)")
  }

  @Test(arguments: [
    ("--var", "TOKEN:S3CR", "invalid value of --var; write --var name=value"),
    ("--var", "=S3CR", "invalid value of --var; write --var name=value"),
    ("-H", "Authorization S3CR", "invalid value of -H; write -H 'Name: value'"),
    (
      "--query", "S3CR", "invalid value of --query; write --query key=value\nhint: to select from the result, use --select"
    ),
  ])
  func whatCannotBeReadIsNotPrinted(_ flag: String, _ value: String, _ message: String) async {
    let ran = await dial("call s get id=7 --mock", [flag, value], specs: ["s": Self.spec])
    #expect(ran == Ran(out: "", err: "error: \(message)\n", exit: 2))
  }

  @Test(arguments: ["-v", "-i", "-v -i"])
  func nothingStandsBesideAnErrorAsJSON(_ flags: String) async {
    let ran = await dial("call s used --mock --var TOKEN=x --select a --require --errors json \(flags)", specs: ["s": Self.spec])
    #expect(ran.exit == 9)
    #expect(ran.err.hasPrefix("{") && ran.err.split(separator: "\n").count == 1, "\(ran.err)")
    let done = await dial("call s used --mock --var TOKEN=x --errors json \(flags)", specs: ["s": Self.spec])
    #expect(done == Ran(out: "1\n", err: "", exit: 0))
  }

  @Test func aStatusWithoutReasonHasNoBlankBehindIt() async {
    let ran = await dial("call s get id=7 --mock -i --var TOKEN=x", specs: ["s": Self.spec])
    #expect(ran.err.hasPrefix("HTTP 200\n"), "\(ran.err)")
  }

  @Test func errorsAsText() async {
    let ran = await dial("call s down --mock --retry 0 --var TOKEN=x", specs: ["s": Self.spec])
    #expect(
      ran.err == """
        s:8:3: error: the server responded with 503 [status]
          down: {GET: /x, mock: {status: 503, text: "a\\e[1m\\nb"}}
          ^~~~
        a\\u{1B}[1m
        b

        """)
  }

  @Test func secretsAreNotShown() async {
    for flags in ["--dry-run", "--curl", "--mock -v -i", "-v --explain"] {
      let ran = await dial("call s get id=7 --var TOKEN=pssst \(flags)", specs: ["s": Self.spec])
      #expect(ran.exit == 0)
      #expect(!(ran.out + ran.err).contains("pssst"), "\(ran)")
    }
    #expect(await dial("call s get id=7 --var TOKEN=pssst --curl --show-secrets", specs: ["s": Self.spec]).out.contains("Bearer pssst"))
  }

  @Test func checkAsJSON() async {
    let ran = await dial("check t --json", specs: ["t": "service: t\nbase: https://a.test\nendpoints:\n  a: GET /x (b, b)\n"])
    #expect(ran.exit == 6)
    #expect(ran.out.hasPrefix(#"[{"file":"t","line":4,"column":17,"severity":"error","id":"#), "\(ran.out)")
  }

  @Test func checkSumsUp() async {
    #expect(await dial("check s", specs: ["s": Self.spec]) == Ran(out: "s: 9 endpoints, no findings\n", err: "", exit: 0))
  }

  @Test func endpointsAreNotCountedWhereSomeCannotBeRead() async {
    let ran = await dial("check t", specs: ["t": "service: t\nbase: https://a.test\nendpoints:\n  a: GET /x (b, b)\n  c: GET /c\n"])
    #expect(ran.out.hasSuffix("\nt: 1 error\n"), "\(ran.out)")
  }

  @Test func standardInputIsReadOnce() async {
    let ran = await dial("call - get --args -", stdin: Self.spec)
    #expect(ran == Ran(out: "", err: "error: standard input can be read only once, but the spec and --args both use it\n", exit: 2))
  }

  @Test(arguments: [
    ("s get id=7 --mock", "{\"id\":7}\n", "* N ms in total, 0 bytes sent, 8 bytes received\n"),
    ("s used --mock -q", "1\n", "* N ms in total, 0 bytes sent, 1 byte received\n"),
    ("s get --mock", "", ""),
    ("s get id=7 --dry-run --compact", "{\"endpoint\"", ""),
  ])
  func timings(_ line: String, _ out: String, _ err: String) async {
    let ran = await dial(line + " --timings --var TOKEN=x", specs: ["s": Self.spec])
    #expect(ran.out.hasPrefix(out) && out.isEmpty == ran.out.isEmpty)
    let lines = ran.err.split(separator: "\n").filter { $0.hasPrefix("* ") }
    #expect(lines.map { $0.replacing(/[0-9]+\.[0-9] ms/, with: "N ms") + "\n" }.joined() == err, "\(ran)")
  }

  @Test func timingsOfAFailure() async {
    let ran = await dial("s gone --mock --timings -i --var TOKEN=x", specs: ["s": Self.spec])
    let lines = ran.err.replacing(/[0-9]+\.[0-9] ms/, with: "N ms").split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        "HTTP 404", "Content-Type: application/json", "* N ms in total, 0 bytes sent, 18 bytes received",
      ], "\(ran)")
  }

  @Test func explain() async {
    let ran = await dial("call s get id=7 --dry-run --explain --var TOKEN=x", specs: ["s": Self.spec])
    #expect(ran.out.contains(#""arguments":[{"argument":"id","place":"path","wire":"id","rule":"#), "\(ran.out)")
    let lines = await dial("call s get id=7 --mock --explain --var TOKEN=x", specs: ["s": Self.spec])
    #expect(lines.out == "" && lines.exit == 0)
    #expect(lines.err.hasPrefix("id -> path 'id': "))
    #expect(lines.err.hasSuffix("\nretry: 2, on 408 425 429 5xx network, 100ms..20s\nredirects: 10\n"), "\(lines.err)")
    #expect(ran.out.contains(#""policies":{"retry":"2, on 408 425 429 5xx network, 100ms..20s","redirects":"10"}"#), "\(ran.out)")
  }

  @Test func wordsThatAreNoTextAreRefused() async throws {
    let said = try await Program.run(#"dial demo-of-nothing "$(printf 'a=\377')"; echo $?"#)
    #expect(said.hasPrefix("error: argument 2 of 'dial' is not valid UTF-8\n"))
    #expect(said.hasSuffix("2\n"))
    // A text can contain U+FFFD.
    let other = try await Program.run(#"dial demo-of-nothing "$(printf 'a=\357\277\275')""#)
    #expect(!other.contains("UTF-8"))
  }
}
