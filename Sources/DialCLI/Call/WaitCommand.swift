import ArgumentParser
import Dial
import DialEngine
import DialJSON
import DialModel
import DialStreams
import DialSyntax

/// `dial wait SPEC ENDPOINT [ARG…]`
struct WaitCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Polls an endpoint until a condition holds.",
    usage: "dial wait SPEC ENDPOINT [ARG…] [--until EXPR] [--fail EXPR] [flags]",
    discussion: """
      Conditions are JMESPath on the whole reply; what no flag says is said by
      'poll' of the spec. --timeout is that of the whole wait, 10m by default.

      Without --until the status tells: 202 is not done yet, and the URL in its
      Location or Operation-Location is asked from then on. A Retry-After of the
      server is obeyed.

      The result of the last reply is printed as 'dial call' prints it. On a
      terminal stderr shows how it goes, unless -q is given.

      EXAMPLES
        dial wait jobs.yaml job id=7
        dial wait ci.yaml build --until "state == 'done'" --fail "state == 'failed'"
        dial wait jobs.yaml start size=10 --every 5s --timeout 1h --select result

      EXIT CODES
        10 the time is over   11 it has failed   others as those of 'dial call'
      """)

  @OptionGroup(title: "Waiting") var wait: WaitFlags
  @OptionGroup var line: CallLine

  var color: Console.Color? { line.output.color }

  func perform(_ console: Console, _ context: Context) async throws {
    let every = try wait.makeEvery()
    let call = try line.call(console, context)
    if !line.behaviour.quiet {
      for doubt in CallWarnings.expression(wait.until, "--until") + CallWarnings.expression(wait.fail, "--fail") { console.warn(doubt) }
    }
    let progress = WaitProgress(console, isShown: !line.behaviour.quiet && !line.inspection.verbose)
    defer { progress.end() }
    try await line.explaining(call, console, context) {
      let inspection = CallInspection(line: line, console: console)
      if try await inspection.inspect(try call.client.prepare(line.endpoint, call.arguments, call.options)) { return }
      inspection.tellSteps(of: call.client)
      var loop = try PollLoop(
        call.client.engine, line.endpoint, call.arguments,
        options(call, every) { look in
          progress.show(look)
          if look.number == 1, !line.behaviour.quiet { absent(in: look.value, console) }
        })
      if wait.every != nil, loop.every >= loop.timeout {
        let (every, whole) = (DurationText.text(loop.every), DurationText.text(loop.timeout))
        throw Failure.usage(
          "--every \(every) leaves no time for a second look: the whole wait is \(whole)", hint: "--timeout gives it more time")
      }
      let runner = line.runner(call, console)
      try runner.checkFile()
      loop.send = runner.send
      let reply = try await loop.run()
      progress.end()
      if !loop.hasGoal, !progress.wasAsked {
        runner.report.note(
          "no-goal", "there was nothing to wait for: '\(line.endpoint)' has no 'poll', and its answer is no 202; --until says for what",
          line.endpoint)
      }
      runner.report.warn(reply.contract, reply.endpoint.name, at: reply.endpoint.range)
      try runner.printer.write(try call.selection.applied(to: reply))
    }
  }

  /// A name in `--until` or `--fail` that the response does not contain may be a mistake, or may appear later.
  private func absent(in reply: JSON, _ console: Console) {
    for (flag, text) in [("--until", wait.until), ("--fail", wait.fail)] {
      guard let text, let path = try? JMESPath(text), let names = reply.asObject?.map(\.name), !names.isEmpty else { continue }
      for name in path.outerNames where !names.contains(name) {
        let nearest = Suggestion.nearest(to: name, among: names).map { ": did you mean '\($0)'?" } ?? ""
        console.tell(Notice(.note, "absent", "\(flag): the reply has no '\(name)'\(nearest)", endpoint: line.endpoint))
      }
    }
  }

  private func options(_ call: ParsedCall, _ every: Duration?, _ observe: @escaping @Sendable (PollLook) -> Void) -> PollOptions {
    var options = PollOptions(until: wait.until, fail: wait.fail, every: every, timeout: call.options.timeout, observe: observe)
    options.call = call.options
    options.call.timeout = nil
    return options
  }
}
