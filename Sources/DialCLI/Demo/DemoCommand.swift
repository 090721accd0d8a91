import Dial
import DialConsole
import DialDemo
import DialFlags

struct DemoCommand: SharedCommand {
  static let about = CommandAbout(
    "Show example calls to a service that ships with Dial",
    usage: "dial demo [--serve] [--port N]   (dial demo ENDPOINT … calls it)",
    sections: [
      "EXAMPLES": """
      dial demo
      dial demo --serve                            then, in another terminal:
      dial call demo getUser id=7
      """
    ])

  static let flags: [FlagDefinition<Self>] =
    [
      FlagDefinition("--serve", switches: \.serve, help: "keep the service running, without calling it"),
      FlagDefinition("--port", sets: \.port, to: "number", help: "port of --serve; 0 selects a free port (default: \(DemoSpec.port))"),
    ] + FlagDefinition.part(\.shared, titled: "Behavior")

  var serve = false
  var port: String?
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    if let port, !serve {
      throw Failure.usage("--port requires --serve", hint: "run: dial demo --serve --port \(ShellWord.quoted(port))")
    }
    let port = try FlagValue.port(port) ?? DemoSpec.port
    guard serve else {
      let failed = try await DemoRun(console: console, context: context).run()
      if failed > 0 { throw Failure("demo", "\(failed) of the calls did not end as expected", exit: ExitStatus.failure) }
      return
    }
    let service = DemoService()
    let server = try await Failure.serving(on: port) { await service.answer($0) }
    Signals.serve()
    let base = port == DemoSpec.port ? "" : " --base \(server.base)"
    console.note(
      """
      The demo service is listening on \(server.base)
      In another terminal, run: dial call demo getUser id=7\(base)
      Press Ctrl-C to stop.
      """)
    await server.wait()
  }
}
