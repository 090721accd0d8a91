import DialHTTP
import Testing

@testable import DialCLI
@testable import DialConsole

/// Output instead of a call, and in addition to it.
struct InspectionTests {
  private static let spec = "service: s\nbase: https://a.test\nendpoints: {get: \"GET /users/{id} (id Int)\"}\n"

  @Test func aLineOfAShellHasNoOtherForm() async {
    let ran = await dial("s get id=7 --curl -o yaml", specs: ["s": Self.spec])
    #expect(
      ran.exit == 2 && ran.out == "" && ran.err.hasPrefix("error: -o conflicts with --curl, which prints a shell command\n"), "\(ran.err)")
  }

  @Test(arguments: [
    ("--insecure --http1.1", "--insecure --http1.1"), ("--timeout 1500ms", "--max-time 1.5"), ("--timeout 1m", "--max-time 60"),
    ("--proxy none", "--noproxy '*'"), ("--proxy http://u:p@h:1", "--proxy 'http://‹redacted›@h:1'"),
    ("--proxy http://u:p@h:1 --show-secrets", "--proxy http://u:p@h:1"),
  ])
  func theFlagsOfTheNetworkAreThoseOfCurl(_ flags: String, _ options: String) async {
    let ran = await dial("s get id=7 --curl \(flags)", specs: ["s": Self.spec])
    #expect(ran.out == "curl --path-as-is https://a.test/users/7 \(options)\n", "\(ran)")
  }

  /// Deprecation is reported once, and not with -q.
  @Test(arguments: [
    (#"{Deprecation: "@1688169599"}"#, "has been deprecated since 2023-06-30"),
    (
      #"{Deprecation: "@32503680000;a=1", Sunset: "Wed, 01 Jan 3001 00:00:00 GMT", Link: "</more>; rel=\"deprecation\""}"#,
      "will be deprecated on 3000-01-01, and is expected to stop working on 3001-01-01; see https://a.test/more"
    ),
    (#"{Sunset: "Sat, 31 Dec 2022 23:59:59 GMT"}"#, "was expected to stop working on 2022-12-31"),
    (#"{Deprecation: "true"}"#, "is deprecated"),
    (#"{Deprecation: "Sun, 11 Nov 2018 23:59:59 GMT"}"#, "has been deprecated since 2018-11-11"),
    (#"{Deprecation: "@x"}"#, ""), (#"{Deprecation: "@99999999999999999999"}"#, ""), (#"{Deprecation: "false", Sunset: soon}"#, ""),
    (#"{Link: "</more>; rel=deprecation"}"#, ""),
  ])
  func endpointsThatGoAwayAreReported(_ headers: String, _ told: String) async {
    let spec = "service: s\nbase: https://a.test\nendpoints: {get: {GET: /x, mock: {json: 1, headers: \(headers)}}}\n"
    let warning = told.isEmpty ? "" : "warning: 'get' \(told)\n"
    #expect(await dial("s get --mock", specs: ["s": spec]) == Ran(out: "1\n", err: warning, exit: 0))
    #expect(await dial("s get --mock -q", specs: ["s": spec]) == Ran(out: "1\n", err: "", exit: 0))
  }

  /// Flags for the network have no effect.
  @Test(arguments: [
    ("--mock --cacert nosuch.pem --insecure", "--cacert", "--mock"), ("--mock --proxy none", "--proxy", "--mock"),
    ("--replay a.har --timeout 5s --insecure", "--insecure", "--replay"), ("--replay a.har --key k.pem", "--key", "--replay"),
  ])
  func flagsOfTheNetworkAreForTheNetwork(flags: String, flag: String, source: String) async {
    for command in ["s get", "wait s get"] {
      let ran = await dial("\(command) id=7 \(flags)", specs: ["s": Self.spec])
      #expect(ran.exit == 2 && ran.out == "")
      #expect(ran.err.hasPrefix("error: \(flag) conflicts with \(source), which does not use the network\n"), "\(ran.err)")
    }
  }

  @Test(arguments: [("--select a", "--select"), ("--tuple a", "--tuple"), ("--require --tuple a", "--tuple"), ("--require", "--require")])
  func whatSelectsNeedsAResult(flags: String, flag: String) async {
    for shown in ["--dry-run", "--curl"] {
      let ran = await dial("s get id=7 \(shown) \(flags)", specs: ["s": Self.spec])
      #expect(ran == Ran(out: "", err: "error: \(flag) conflicts with \(shown), which sends nothing and has no result\n", exit: 2))
    }
  }

  /// Files are for results, and are never overwritten with anything else.
  @Test(arguments: [
    ("--dry-run -O x.json", "-O conflicts with --dry-run, which sends nothing and has no result"),
    ("--curl -O x.json", "-O conflicts with --curl, which sends nothing and has no result"),
    ("-o none -O x.json", "-O conflicts with -o none, which writes nothing"),
  ])
  func aFileIsForAResult(flags: String, message: String) async {
    for command in ["s get", "wait s get"] {
      #expect(await dial("\(command) id=7 \(flags)", specs: ["s": Self.spec]) == Ran(out: "", err: "error: \(message)\n", exit: 2))
    }
  }

  @Test func aBaseThatIsNotUsedIsReported() async {
    let spec = "base: https://a.test\nendpoints: {get: GET https://b.test/x}\n"
    let ran = await dial("s get --dry-run --base https://c.test", specs: ["s": spec])
    #expect(ran.err == "warning: --base is ignored: the target of 'get' is an absolute URL\n" && ran.exit == 0)
  }

  /// There is no server that needs credentials.
  @Test func mocksNeedNoCredentials() async {
    let spec = "base: https://a.test\nauth: basic ${USER} ${PASS}\nendpoints: {get: {GET: \"/x/${PART}\", mock: {text: a}}}\n"
    let ran = await dial("s get --mock", specs: ["s": spec])
    #expect(ran.exit == 8 && ran.err.contains("error: the variable 'PART' has no value") && !ran.err.contains("PASS"), "\(ran.err)")
    #expect(await dial("s get --mock --var PART=p", specs: ["s": spec]) == Ran(out: "a", err: "", exit: 0))
  }

  @Test(
    arguments: [
      ("5x", "write a number with ms, s, m, h or d, such as 30s"), ("0", "use a duration greater than 0"),
      ("30s1m", "write a number with ms, s, m, h or d, such as 30s"), ("1m1m", "write a number with ms, s, m, h or d, such as 30s"),
      ("1s1h", "write a number with ms, s, m, h or d, such as 30s"), ("0s", "use a duration greater than 0"),
      ("1e400", "write a number with ms, s, m, h or d, such as 30s"), ("nan", "write a number with ms, s, m, h or d, such as 30s"),
    ])
  func aTimeHasItsUnit(text: String, hint: String) async {
    for (command, flag, example) in [("s get", "--timeout", "30s"), ("wait s get", "--every", "2s")] {
      let ran = await dial("\(command) id=7 --mock \(flag) \(text)", specs: ["s": Self.spec])
      let told = "error: \(flag) must be a duration such as 500ms, \(example) or 1m30s, but is '\(text)'\n"
      #expect(ran == Ran(out: "", err: told + "hint: \(hint)\n", exit: 2))
    }
  }

  @Test func aTimeoutIsForMocksToo() async {
    let spec = "base: https://a.test\nendpoints: {get: {GET: /x, mock: {text: a}}}\n"
    for time in ["5", "1.5", "5s", "500ms", "1m30s", "1.5m"] {
      #expect(await dial("s get --mock --timeout \(time)", specs: ["s": spec]) == Ran(out: "a", err: "", exit: 0))
    }
  }

  @Test func aDryRunHasTheFormThatWasAskedFor() async {
    #expect(
      await dial("s get id=7 --dry-run -o yaml", specs: ["s": Self.spec])
        == Ran(
          out: """
            endpoint: get
            method: GET
            url: https://a.test/users/7
            headers: []
            body: null

            """, err: "", exit: 0))
  }

  @Test func redirectsAreReportedBetweenRequestAndResponse() async throws {
    let server = try await LoopbackServer { request in
      switch request.target {
      case "/old": LoopbackResponse(status: 302, headers: [("Location", "/new")])
      default: LoopbackResponse(headers: [("Content-Type", "application/json"), ("X-A", "1")], body: Array("{}".utf8))
      }
    }
    let spec = "service: s\nbase: \(server.base)\nendpoints: {get: GET /old}\n"
    let ran = await dial("call s get -v", specs: ["s": spec])
    await server.stop()
    #expect(ran.out == "{}\n" && ran.exit == 0)
    #expect(
      ran.err.replacing(server.base, with: "BASE").replacing("127.0.0.1:\(server.port)", with: "HOST") == """
        > GET BASE/old
        > Host: HOST
        > User-Agent: dial/0.2
        > Accept-Encoding: gzip, deflate
        < HTTP 302
        * redirected to BASE/new
        < HTTP 200 OK
        < Content-Type: application/json
        < X-A: 1
        < Content-Length: 2

        """)
  }

  /// The coding is removed from the body, so it is no header of the result.
  @Test func theCodingOfADecodedBodyIsShown() async throws {
    let packed: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 171, 86, 74, 84, 178, 50, 172, 5, 0, 175, 172, 27, 86, 7, 0, 0, 0]
    let server = try await LoopbackServer { _ in
      LoopbackResponse(headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")], body: packed)
    }
    let spec = "service: s\nbase: \(server.base)\nendpoints: {get: GET /x}\n"
    let ran = await dial("call s get -v", specs: ["s": spec])
    await server.stop()
    #expect(ran.out == "{\"a\":1}\n" && ran.exit == 0)
    #expect(ran.err.hasSuffix("< HTTP 200 OK\n< Content-Type: application/json\n* the body had Content-Encoding: gzip\n"), "\(ran.err)")
  }

  /// A withheld secret is reported, because the call is a different one.
  @Test func credentialsThatAreNotSentAreReported() async {
    let spec = "service: s\nbase: https://a.test\nendpoints:\n  e: GET https://b.test/x (header.a? as Authorization, header.b as X-B)\n"
    let ran = await dial("call s e a=Token b=1 --dry-run", specs: ["s": spec])
    #expect(
      ran.err
        == "warning: 'a' is secret and is sent only to the origin of 'base'; to allow more origins, set 'redirects.trust' in the spec\n")
    #expect(ran.out.contains(#""headers":[["x-b","1"]]"#))
    #expect(await dial("call s e b=1 --dry-run", specs: ["s": spec]).err.isEmpty)
    #expect(await dial("call s e a=Token b=1 --dry-run -q", specs: ["s": spec]).err.isEmpty)
  }
}
