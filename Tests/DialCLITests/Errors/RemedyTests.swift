import DialMessage
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// What to do about a failed call, in the words of Swift and in those of the command.
@Suite struct RemedyTests {
  /// A value for the path that looks like another argument.
  @Test(arguments: [
    ("get x&y=z", "key", "key='x&y=z'"), ("get me=host", "key", "key=me=host"), ("get a=", "key", "key=a="),
    ("two q x=y", "b", "b=x=y"), ("free x=y", "key", "key=x=y"), ("hidden x=y", "token", "token='…'"),
  ])
  func aTextThatLooksLikeAnArgument(line: String, name: String, word: String) async {
    let spec = """
      base: https://a.test
      endpoints:
        get: GET /k/{key} (key)
        two: GET /k/{a}/{b} (a, b)
        free: GET /k/{key}
        hidden: GET /k/{token} (token)
      """
    let ran = await dial("call s \(line) --dry-run", specs: ["s": spec])
    #expect(ran.exit == 2 && ran.err.hasSuffix("hint: to pass this text as '\(name)', write \(word)\n"), "\(ran)")
    let other = await dial("call s two a=1 x=y --dry-run", specs: ["s": spec.replacing("(a, b)", with: "(a, b, x)")])
    #expect(other.err.hasSuffix("hint: to see the parameters, run: dial describe s two\n"), "\(other)")
  }

  /// A recording needs no server.
  @Test func aRecordedFailureIsNotThatOfAServer() async throws {
    let folder = try TemporaryFolder()
    let har = try folder.write(
      "a.har", #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.test/x"}, "response": {"status": 0}}]}}"#)
    let ran = await dial("call s get --retry 0 --replay", [har], specs: ["s": "base: https://a.test\nendpoints: {get: GET /x}\n"])
    #expect(ran.exit == 7 && ran.err.contains("entry 1 of the recording has no response") && !ran.err.contains("hint:"), "\(ran)")
  }

  static let signIn = "run: dial auth login 'my spec'"

  static let wordings: [(remedy: Remedy, swift: String?, command: String)] = [
    (.text("call again"), "call again", "call again"),
    (.variable("A", .callerOnly), "pass it in 'variables:'", "set it with --var A=…"),
    (.variable("A", .profile), "pass it in 'variables:'", "set it with --var A=…, or change the profile"),
    (.variable("A", .environment), "pass it in 'variables:', or use '.environment'", "set it with --var A=… or in the environment"),
    (
      .variable("A", .untrustedEnvironment), "pass it in 'variables:', or name it in 'orEnvironment(anywhere:)'",
      "set it with --var A=…, or allow it with --env A"
    ),
    (
      .variable("A", .allowedEnvironment), "pass it in 'variables:'; to use an argument, write {A}",
      "set it with --var A=… or --env A; to use an argument, write {A}"
    ),
    (
      .anotherValue(of: "A", reason: "the server rejected 'A'"), "the server rejected 'A'; pass another value in 'variables:'",
      "the server rejected 'A'; set another value with --var A=…"
    ),
    (
      .alternative(variable: "A"), "pass the variables of one alternative in 'variables:'",
      "set the variables of one alternative with --var A=…, or in the environment"
    ),
    (.base, "pass 'base:'", "set the base with --base URL"), (.signIn, "store a token with 'client.tokens.set(_:for:)'", signIn),
    (.orSignIn(.variable("A", .callerOnly)), "pass it in 'variables:'", "set it with --var A=…, or \(signIn)"),
    (.parameters(of: "users.get"), nil, "to see the parameters, run: dial describe 'my spec' users.get"),
    (.endpoints, "to list all endpoints, use 'client.spec.endpoints'", "to list all endpoints, run: dial list 'my spec'"),
    (
      .stopReading, "call it, and stop reading when you have enough",
      "remove the paging flags; to stop after ten lines, append: | head -n 10"
    ),
  ]

  @Test(arguments: wordings) func isWordedForItsReader(row: (remedy: Remedy, swift: String?, command: String)) {
    #expect(row.remedy.hint == row.swift)
    #expect(row.remedy.hint(spec: "'my spec'") == row.command)
  }

  /// A token belongs to the base and the profile of a call.
  @Test func aSignInIsForTheSameTarget() async {
    let home = Home()
    #expect(await home.dial("profile set work --base https://c.test").exit == 0)
    let spec = "base: https://a.test\nauth: {bearer: session}\nendpoints: {get: GET /x}\n"
    let ran = await home.dial("call s get --base https://b.test -p work", specs: ["s": spec])
    #expect(ran.err.contains("run: dial auth login s --base https://b.test -p work"), "\(ran.err)")
  }

  /// A hint replaces the remedy, and is the same for both.
  @Test func aHintReplacesTheRemedy() {
    var error = CallError(.credentials, "not signed in", remedy: .signIn)
    error.hint = "ask the owner"
    #expect(error.remedy == .text("ask the owner"))
    error.hint = nil
    #expect(error.remedy == nil)
  }

  /// A text of the server cannot pass for one of Dial: what the command says depends on the cause, not on the words.
  @Test func aMessageIsNotRead() async {
    let spec = """
      base: https://a.test
      endpoints:
        get: {GET: /x, mock: {status: 500, json: {message: "the response body is larger than 1 kB"}}}
        ask: {GET: /x, mock: {status: 404, json: {message: "call it, and stop reading 'a' already exists"}}}
      """
    for name in ["get", "ask"] {
      let ran = await dial("call s \(name) --mock --retry 0", specs: ["s": spec])
      #expect(ran.exit != 0 && !["-O", "head -n"].contains { ran.err.contains("hint: ") && ran.err.contains($0) }, "\(ran.err)")
    }
  }
}
