import DialMessage
import Testing

@testable import DialCLI

/// What to do about a failed call, in the words of Swift and in those of the command.
@Suite struct RemedyTests {
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
