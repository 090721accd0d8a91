import DialHTTP
import DialSyntax
import Synchronization

/// Makes the calls of the demo against its service, over the real network of this machine, and shows each of them.
struct DemoRun {
  let console: Console

  /// The number of steps that ended otherwise than they should.
  func run() async throws -> Int {
    let service = DemoService()
    let server = try await LoopbackServer { await service.answer($0) }
    var context = Context()
    context.base = server.base
    context.prefersBuiltIn = true
    say("A small service listens on \(server.base); its spec is what 'dial describe demo' shows.\n")
    var failed = 0
    for step in DemoStep.all {
      let exit = try await show(step, service, context)
      if exit != step.exit { failed += 1 }
    }
    await server.stop()
    say(
      """
      \(bold("what to try next"))
        dial describe demo getUser              what an endpoint takes and gives
        dial call demo getUser id=7 --mock      the same calls without the service
        dial demo --serve                       keep the service running, and call it from another terminal
        dial call --help                        everything a call can be told
      """)
    return failed
  }

  /// Runs one step; what it writes comes after the request that arrived.
  private func show(_ step: DemoStep, _ service: DemoService, _ context: Context) async throws -> Int32 {
    let written = Written()
    var inner = console
    inner.out = { bytes throws(Failure) in written.append(bytes) }
    inner.err = { bytes throws(Failure) in written.append(bytes) }
    inner.errIsTerminal = console.outIsTerminal
    inner.color = console.color
    let exit = await Shell.run(step.words, inner, context: context)
    var text = dim("# \(step.title)\n") + bold("$ " + (["dial"] + step.words.map(ExampleLine.quoted)).joined(separator: " ")) + "\n"
    for line in service.takeArrived() { text += dim("→ \(line)") + "\n" }
    try console.out(Array(text.utf8) + written.bytes)
    say(exit == 0 ? "" : dim("(exit code \(exit))") + "\n")
    return exit
  }

  private func say(_ text: String) { try? console.out(Array((text + "\n").utf8)) }

  private func bold(_ text: String) -> String { console.outHasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  private func dim(_ text: String) -> String { console.outHasColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}

/// What a step wrote, stdout and stderr in the order of writing.
final class Written: Sendable {
  private let all = Mutex<[UInt8]>([])

  var bytes: [UInt8] { all.withLock { $0 } }

  func append(_ bytes: [UInt8]) { all.withLock { $0 += bytes } }
}
