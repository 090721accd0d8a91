import DialJSON
import DialStreams
import HTTPTypes
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial wait`: its exit codes and output.
@Suite struct WaitTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      job:
        GET: /jobs/{id} (id Int) @ r
        poll: {until: state == 'done', fail: state == 'failed', every: 1ms, timeout: 5s}
        mock: [{json: {state: new}}, {json: {state: done, r: {n: 5}}}]
      broken: {GET: /b, poll: {until: ok, fail: state == 'failed', every: 1ms}, mock: [{json: {}}, {json: {state: failed, message: full}}]}
      late: {GET: /l, poll: {until: ok, every: 50s, timeout: 20s}, mock: {json: {ok: false}}}
      gone: {GET: /g, poll: {until: ok, every: 1ms}, mock: [{json: {}}, {status: 404, json: {message: no such job}}]}
      plain: {GET: /p, mock: {json: {a: 1}}}
      lines: {GET: /n -> lines, mock: {events: [1]}}
      socket: {WS: /s}
      begun: {POST: /p, mock: [{status: 202, headers: {Location: /p/1}}, {json: {a: 2}}]}
    """

  @Test(arguments: [
    ("broken", "s:8:3: error: the job failed: 'fail' is true: state == 'failed': full [failed]", 11),
    ("late", "s:9:3: error: timed out after 20s: 'until' was not true in 1 poll: ok [deadline]", 10),
    ("late --timeout 30s", "s:9:3: error: timed out after 30s: 'until' was not true in 1 poll: ok [deadline]", 10),
    ("gone", "s:10:3: error: the server responded with 404: no such job [status]", 4),
    ("job id=x", "s:4:3: error: 'id' must be an integer, but is 'x' [arguments]", 2),
    (
      "job id=7 --until a==",
      "s:4:3: error: 'a==' in 'until' is not a valid JMESPath expression: expected a value, found the end of the expression [arguments]",
      2
    ),
    ("job id=7 --every soon", "error: --every must be a duration such as 500ms, 2s or 1m30s, but is 'soon'", 2),
    ("job id=7 --every 1h", "error: --every 1h leaves no time for a second poll: the timeout is 5s", 2),
    ("plain --until ok --every 1ms --timeout 200ms", "note: --until: the response has no 'ok'", 10),
    ("job id=7 --every 0", "error: --every must be a duration such as 500ms, 2s or 1m30s, but is '0'", 2),
    ("job id=7 --all", "error: unknown flag '--all'", 2),
    ("lines", "s:12:3: error: 'lines' is a stream of lines, which cannot be polled [arguments]", 2),
    ("socket", "s:13:3: error: 'socket' is a WebSocket, which cannot be polled [arguments]", 2),
    ("job id=7 -O /", "error: cannot write '/': it is a folder", 1),
    ("job id=7 -O /none/x", "error: cannot write '/none/x': the folder '/none' does not exist", 1),
    ("job id=7 --select n --dry-run", "error: --select conflicts with --dry-run, which sends nothing and has no result", 2),
    ("job id=7 --select x.y --require", "s:4:3: error: --select 'x.y': 'x' is missing in 'r' [selection]", 9),
  ])
  func fails(_ line: String, _ err: String, _ exit: Int32) async {
    let ran = await dial("wait s \(line) --mock", specs: ["s": Self.spec])
    #expect(ran.out == "")
    #expect(ran.err.split(separator: "\n").first.map(String.init) == err)
    #expect(ran.exit == exit)
  }

  @Test(arguments: [
    ("job id=7", #"{"n":5}"#), ("job id=7 --select n", "5"), ("job id=7 --tuple n -o tsv", "5"),
    ("broken --until state --fail never", #"{"state":"failed","message":"full"}"#),
    ("begun --every 1ms", #"{"a":2}"#), ("plain --until a", #"{"a":1}"#),
  ])
  func prints(_ line: String, _ out: String) async {
    #expect(await dial("wait s \(line) --mock", specs: ["s": Self.spec]) == Ran(out: out + "\n", err: "", exit: 0))
  }

  @Test func nothingToWaitForIsReported() async {
    let note = "note: nothing to wait for: 'plain' has no 'poll', and the status is not 202; set a condition with --until\n"
    #expect(await dial("wait s plain --mock", specs: ["s": Self.spec]) == Ran(out: "{\"a\":1}\n", err: note, exit: 0))
    #expect(await dial("wait s plain --mock -q", specs: ["s": Self.spec]) == Ran(out: "{\"a\":1}\n", err: "", exit: 0))
  }

  /// A member whose name is none of JMESPath can only be written in double quotes.
  @Test(arguments: ["a != \"ready-replicas\"", "a == @.a", "a == b || a == `1`"]) func twoMembersAreCompared(_ condition: String) async {
    #expect(await dial("wait s plain --mock", ["--until", condition], specs: ["s": Self.spec]).exit == 0)
  }

  /// Such a condition would poll until time is up, or end at once.
  @Test(arguments: [
    (
      ["--until", "a==\"done\""], "--until: \"done\" in double quotes selects a member; write a string as 'done'",
      "--until \"a=='done'\"; for the member, write @.done"
    ),
    (
      ["--fail", "status==done", "--until", "a"], "--fail: done selects a member; write a string as 'done'",
      "--fail \"status=='done'\"; for the member, write @.done"
    ),
    (["--until", "a == true"], "--until: 'true' selects a member; write the literal in backquotes: `true`", "--until 'a == `true`'"),
  ])
  func aNameMeantAsATextIsRefused(_ flags: [String], _ message: String, _ hint: String) async {
    for quiet in ["", " -q"] {
      let ran = await dial("wait s plain --mock" + quiet, flags, specs: ["s": Self.spec])
      #expect(ran == Ran(out: "", err: "error: \(message)\nhint: use \(hint)\n", exit: 2))
    }
  }

  @Test func verboseShowsEachPoll() async {
    let ran = await dial("wait s begun --mock --every 1ms -v", specs: ["s": Self.spec])
    #expect(
      ran.err.split(separator: "\n").filter { $0.hasPrefix("> P") || $0.hasPrefix("> G") } == [
        "> POST https://a.test/p", "> GET https://a.test/p/1",
      ])
  }

  @Test func dryRunSendsNothing() async {
    let ran = await dial("wait s job id=7 --dry-run", specs: ["s": Self.spec])
    #expect(ran.out == #"{"endpoint":"job","method":"GET","url":"https://a.test/jobs/7","headers":[],"body":null}"# + "\n")
  }

  @Test func helpOfAnEndpointIsItsDescription() async {
    let ran = await dial("wait s job --help", specs: ["s": Self.spec])
    #expect(ran.out.hasPrefix("job  GET /jobs/{id} (id Int)\n") || ran.out.hasPrefix("job  GET /jobs/{id}\n"))
    #expect(
      ran.out.contains("waits\n  until state == 'done', fails if state == 'failed', every 1ms, for at most 5s; to wait, use 'dial wait'\n"))
  }

  @Test(arguments: [1, 12, 40, 80]) func theLineOfAWaitKeepsToTheTerminal(_ width: Int) {
    let err = CollectedOutput()
    // stdout may be a file with another width.
    var console = Console(
      out: { _ in }, err: { bytes throws(Failure) in err.append(bytes) }, outIsTerminal: false, errIsTerminal: true, width: 200)
    console.currentErrWidth = { width }
    let look = PollLook(
      number: 6, elapsed: .seconds(12), status: .ok, value: ["state": .string(String(repeating: "long ", count: 30))], wait: .seconds(2))
    WaitProgress(console, isShown: true).show(look)
    let text = String(decoding: err.bytes, as: UTF8.self)
    #expect(text.hasPrefix("\r") && text.hasSuffix("…\u{1B}[K"))
    #expect(text.dropFirst().dropLast(3).count == max(width - 1, 1))
  }

  @Test(
    arguments: [
      (#"{"state": "busy"}"#, 200, "waiting 12s: busy (poll 6, next in 2s)"),
      (#"{"status": "Run\nning\u001b"}"#, 200, "waiting 12s: Run\\u{0A}ning\\u{1B} (poll 6, next in 2s)"),
      ("{}", 202, "waiting 12s: 202 (poll 6, next in 2s)"), ("null", nil, "waiting 12s: no response (poll 6, next in 2s)"),
    ] as [(String, Int?, String)])
  func progress(_ value: String, _ status: Int?, _ text: String) throws {
    let look = PollLook(
      number: 6, elapsed: .milliseconds(12_345), status: status.map { HTTPResponse.Status(code: $0) }, value: try JSON(parsing: value),
      wait: .seconds(2))
    #expect(WaitProgress.text(look) == text)
  }
}
