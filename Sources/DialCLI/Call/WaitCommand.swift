import Dial
import DialAdvice
import DialConsole
import DialFlags
import Synchronization

struct WaitCommand: CallingCommand {
  static let about = CommandAbout(
    "Poll an endpoint until a condition is true",
    usage: "dial wait SPEC ENDPOINT [ARG…] [--until EXPR] [--fail EXPR] [flags]",
    text: """
      Conditions are JMESPath expressions on the whole response. Without --until
      and --fail, Dial uses 'poll' of the spec. --timeout limits the whole wait
      (default: 10m).

      Without --until, status 202 means that the job is not done. Dial then polls
      the URL in Location or Operation-Location, and waits as long as Retry-After
      requires.

      Dial prints the last result as 'dial call' does. On a terminal, stderr shows
      the progress, unless -q is set.
      """,
    sections: [
      "EXAMPLES": """
      dial wait jobs.yaml job id=7
      dial wait ci.yaml build --until "state == 'done'" --fail "state == 'failed'"
      dial wait jobs.yaml start size=10 --every 5s --timeout 1h --select result
      """,
      "EXIT CODES": """
      10 timed out   11 failed   others as in 'dial call'
      """,
    ])

  static let operands = Operand.part(CallLine.operands, of: \Self.line)
  static let flags: [FlagDefinition<Self>] = FlagDefinition.part(\.wait, titled: "Waiting") + FlagDefinition.part(\.line)

  var wait = WaitFlags()
  var line = CallLine()

  func perform(_ console: Console, _ context: Context) async throws {
    let every = try wait.makeEvery()
    try wait.checkConditions()
    let call = try line.call(console, context)
    let progress = WaitProgress(console, isShown: !console.isQuiet && !line.inspection.verbose)
    defer { progress.end() }
    try await line.explaining(call, console, context) {
      let inspection = CallInspection(line: line, console: console)
      if try await inspection.inspect(try call.client.prepare(line.endpoint, call.arguments, call.options)) { return }
      inspection.tellSteps(of: call.client)
      var options = PollOptions(until: wait.until, fail: wait.fail, every: every, timeout: call.options.timeout) { look in
        progress.show(look)
        if look.number == 1 { absent(in: look.value, console) }
      }
      options.call = call.options
      options.call.timeout = nil
      var loop = try PollLoop(call.client.engine, line.endpoint, call.arguments, options)
      if wait.every != nil, loop.every >= loop.timeout {
        let (every, whole) = (DurationText.text(loop.every), DurationText.text(loop.timeout))
        throw Failure.usage(
          "--every \(every) leaves no time for a second poll: the timeout is \(whole)", hint: "increase --timeout, or decrease --every")
      }
      let runner = line.runner(call, console)
      try runner.checkFile()
      loop.send = runner.send
      let reply = try await loop.run()
      progress.end()
      if !loop.hasGoal, !progress.wasAsked {
        console.note(
          "no-goal", "nothing to wait for: '\(line.endpoint)' has no 'poll', and the status is not 202; set a condition with --until",
          line.endpoint)
      }
      runner.report.warn(reply.contract, reply.endpoint.name, at: reply.endpoint.range)
      if runner.leaves(runner.output.file, reply.status, reply.endpoint.name) { return }
      try runner.printer.write(try runner.outcome(reply))
    }
  }

  /// Warns of names in `--until` and `--fail` that are not in the response. They may appear later.
  private func absent(in reply: JSON, _ console: Console) {
    for (flag, text) in [("--until", wait.until), ("--fail", wait.fail)] {
      guard let text, let path = try? JMESPath(text), let names = reply.asObject?.map(\.name), !names.isEmpty else { continue }
      for name in path.outerNames where !names.contains(name) {
        console.note("absent", "\(flag): the response has no '\(name)'\(Suggestion.question(for: name, among: names))", line.endpoint)
      }
    }
  }

}

/// The status line of a wait on a terminal: `waiting 12s: busy (poll 6, next in 2s)`.
final class WaitProgress: Sendable {
  private let console: Console
  private let isShown: Bool
  /// Whether any poll did not end the wait.
  private let isAsked = Atomic(false)

  init(_ console: Console, isShown: Bool) {
    self.console = console
    self.isShown = isShown && console.errIsTerminal && !console.isJSON
  }

  var wasAsked: Bool { isAsked.load(ordering: .relaxed) }

  func show(_ look: PollLook) {
    isAsked.store(true, ordering: .relaxed)
    if isShown { console.show(Self.text(look), as: .poll) }
  }

  func end() { console.show(nil, as: .poll) }

  static func text(_ look: PollLook) -> String {
    let elapsed = DurationText.text(.seconds(look.elapsed.components.seconds))
    let state = ["state", "status", "phase"].lazy.compactMap { look.value[member: $0].asString }.first
    let status = look.status.map { "\($0.code)" } ?? "no response"
    return "waiting \(elapsed): \(TerminalText.safe(state ?? status)) (poll \(look.number), next in \(DurationText.text(look.wait)))"
  }
}

/// Flags of `dial wait`; others are those of `poll:` in the spec.
struct WaitFlags: FlagGroup {
  var until: String?
  var fail: String?
  var every: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--until", sets: \.until, to: "expression", help: "stop when this is true, such as \"state == 'done'\""),
    FlagDefinition("--fail", sets: \.fail, to: "expression", help: "fail when this is true"),
    FlagDefinition("--every", sets: \.every, to: "duration", help: "time between polls, such as 500ms, 2s or 1m"),
  ]

  /// Reports conditions of jq with what they are in JMESPath, and those that compare with a member where a string is meant. Other mistakes are
  /// reported with the endpoint.
  func checkConditions() throws(Failure) {
    for (flag, text) in [("--until", until), ("--fail", fail)] {
      guard let text else { continue }
      if JQExpression.advice(text, flag) != nil { _ = try OutputFlags.path(text, flag) }
      try CallWarnings.checkCondition(text, flag)
    }
  }

  func makeEvery() throws(Failure) -> Duration? { try FlagValue.duration(every, "--every", "500ms, 2s or 1m30s") }
}
