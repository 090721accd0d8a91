import Dial
import DialConsole
import DialDemo
import Synchronization

/// Makes the calls of the demo to its service over the local network, and shows them.
struct DemoRun {
  let console: Console
  let context: Context

  func run() async throws -> Int {
    let service = DemoService()
    let server = try await Failure.serving(on: 0) { await service.answer($0) }
    var context = context
    context.base = server.base
    context.prefersBuiltIn = true
    say("A small service is listening on \(server.base). To see its spec, run: dial describe demo\n")
    var failed = 0
    for step in DemoStep.all {
      let exit = try await show(step, service, context)
      if exit != step.exit { failed += 1 }
    }
    await server.stop()
    say(
      """
      \(TerminalText.styled("what to try next", if: console.outHasColor))
        dial describe demo getUser              describe an endpoint
        dial call demo getUser id=7 --mock      make the same call without the service
        dial demo --serve                       keep the service running, to call it from another terminal
        dial call --help                        list all flags of a call
      """)
    return failed
  }

  private func show(_ step: DemoStep, _ service: DemoService, _ context: Context) async throws -> Int32 {
    let written = Mutex<[UInt8]>([])
    var inner = console
    inner.out = { bytes throws(Failure) in written.withLock { $0 += bytes } }
    inner.err = inner.out
    inner.errIsTerminal = console.outIsTerminal
    inner.color = console.color
    let exit = await context.run(step.words, inner, context)
    let line = "$ " + (["dial"] + step.words.map(ShellWord.quoted)).joined(separator: " ")
    var text = dim("# \(step.title)\n") + TerminalText.styled(line, if: console.outHasColor) + "\n"
    for line in service.takeArrived() { text += dim("→ \(line)") + "\n" }
    try console.out(Array(text.utf8) + written.withLock { $0 })
    say(exit == 0 ? "" : dim("(exit code \(exit))") + "\n")
    return exit
  }

  private func say(_ text: String) { try? console.out(Array((text + "\n").utf8)) }

  private func dim(_ text: String) -> String { TerminalText.styled(text, "2", if: console.outHasColor) }
}

/// A call of the demo, as a user would type it.
struct DemoStep {
  let title: String
  let words: [String]
  let exit: Int32

  private init(_ title: String, _ arguments: String, exit: Int32 = ExitStatus.done) {
    (self.title, words, self.exit) = (title, ["call", "demo"] + ShellWord.split(arguments), exit)
  }

  static let all = [
    DemoStep("pass a path argument; the spec declares its type", "getUser id=7"),
    DemoStep("defaults are sent in the query; '@ users' in the spec selects the array", "listUsers page=2 -o table"),
    DemoStep("in a POST, arguments become fields of the JSON body", "createUser name=Eve email=eve@example.com tags=new tags=demo"),
    DemoStep("with 'form' in the spec, arguments become a form", "login user=ann password=pssst -o raw"),
    DemoStep("credentials come from a variable and are never shown", "whoami --var DEMO_TOKEN=\(DemoService.token) -v --select name"),
    DemoStep("print selected members of an array, for the shell", "posts user=7 --tuple id,title -o tsv"),
    DemoStep("select anything from the result with JMESPath", #"listUsers size=10 --select "[?contains(tags, 'staff')].name""#),
    DemoStep("print a streamed response as it arrives", "chat message=hi -o jsonl"),
    DemoStep("an error status sets the exit code", "getUser id=404", exit: 4),
    DemoStep("all invalid arguments are reported at once, before anything is sent", "createUser nam=Eve tags=x", exit: ExitStatus.usage),
    DemoStep("show a request without sending it", "search 'q=a b' fields=id fields=title --dry-run"),
    DemoStep("show a request as a curl command", "createUser name=Eve email=eve@example.com --curl"),
  ]
}
