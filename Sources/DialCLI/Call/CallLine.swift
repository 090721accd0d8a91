import ArgumentParser
import Dial
import DialEngine
import DialMessage
import DialModel
import DialSpec
import DialTesting

/// The words and flags of a command that calls an endpoint.
struct CallLine: ParsableArguments, Sendable {
  @Argument(help: "file, '-' for standard input, or name of a spec")
  var spec: String

  @Argument(help: "name of an endpoint, including its groups: admin.ban")
  var endpoint: String

  @Argument(help: ArgumentHelp("name=value, name:=json, name=@file or name@file", valueName: "arg"))
  var words: [String] = []

  @OptionGroup var file: ArgumentFlags
  @OptionGroup(title: "Target") var target: TargetFlags
  @OptionGroup(title: "Result") var output: OutputFlags
  @OptionGroup(title: "Transport") var transport: TransportFlags
  @OptionGroup(title: "Inspection") var inspection: InspectionFlags
  @OptionGroup(title: "Behaviour") var behaviour: BehaviourFlags

  /// All that the line says, put together; nothing is sent.
  func call(_ console: Console, _ context: Context) throws -> ParsedCall {
    if inspection.curl, output.output != nil { throw Failure.usage("-o conflicts with --curl, which prints a shell command") }
    if inspection.dryRun, inspection.curl { throw Failure.usage("--dry-run conflicts with --curl") }
    if inspection.explain, !inspection.dryRun, !inspection.curl, output.output != nil {
      throw Failure.usage("-o conflicts with --explain, which prints plain text", hint: "to print JSON, add --dry-run")
    }
    if let flag = inspection.inspects { try output.checkSelects(beside: flag) }
    try output.checkFile()
    try inspection.checkDoubles()
    try checkNetwork()
    let selection = try output.makeSelection()
    let options = try makeOptions()
    let stdin = StandardInput(context: context)
    if spec == "-" { try stdin.reserve("the spec") }
    let spec = try SpecFinder(context: context).load(spec, isTrusted: target.service.trust, inPart: true)
    let doubts = CallWarnings(line: self, console: console)
    doubts.warn(of: spec)
    let arguments = try ArgumentLine(spec: spec, endpoint: endpoint, stdin: stdin).arguments(words, args: file.args)
    doubts.warn(of: arguments, for: spec)
    let shown = ShownRequest()
    let clients = CallClient(line: self, shown: shown, console: console, context: context)
    let recorder = try clients.recorder()
    let client = try clients.client(of: spec, recorder)
    return ParsedCall(
      spec: spec, arguments: arguments, options: options, selection: selection, recorder: recorder, client: client, shown: shown,
      stdinIsFree: stdin.isFree)
  }

  /// Runs what calls, and saves what is recorded of it; its failures are told with what only the command line knows.
  func explaining(_ call: ParsedCall, _ console: Console, _ context: Context, _ run: () async throws -> Void) async throws {
    do {
      try await Self.saving(call.recorder, console, run)
      // What is fetched behind a stale answer would end with the process.
      await call.client.engine.settle()
    } catch let error as CallError {
      throw CallFailure(line: self, spec: call.spec, context: context).failure(error)
    }
  }

  /// Runs a call and saves what was recorded of it, whether it gave a value or not.
  private static func saving(_ recorder: Recorder?, _ console: Console, _ run: () async throws -> Void) async throws {
    do {
      try await run()
    } catch {
      do throws(CallError) { try recorder?.save() } catch let unsaved { console.warn(unsaved.message) }
      throw error
    }
    try recorder?.save()
  }

  func runner(_ call: ParsedCall, _ console: Console) -> CallRunner {
    let report = CallReport(
      console: console, inspection: inspection, includesHead: output.include, spec: call.spec, shown: call.shown,
      timings: inspection.timings ? Timings(of: call.client) : nil, warns: !behaviour.quiet)
    return CallRunner(console: console, output: output, selection: call.selection, report: report)
  }

  /// Whether the endpoint is a web socket, which is talked over, not called.
  func isSocket(_ spec: Spec) -> Bool { spec.service.endpoints.place(of: endpoint).map { spec.service.endpoints[$0].isSocket } ?? false }

  /// Opens the web socket of a request, and talks over it with the lines of standard input until one side closes.
  func talk(_ draft: Draft, _ call: ParsedCall, _ console: Console, _ context: Context) async throws {
    if output.file != nil { throw Failure.usage("--output-file does not support web sockets; redirect the output with > FILE") }
    guard let index = call.spec.service.endpoints.place(of: endpoint) else { return }
    let printer = MessagePrinter(console, call.selection, output.output, of: call.spec.service.endpoints[index])
    // The lines are the conversation, unless standard input was asked for by another word.
    let isTyped = !behaviour.noInput && call.stdinIsFree
    var conversation = Conversation(printer: printer, lines: isTyped ? TypedLines(context.piece) : nil)
    conversation.time = try transport.makeTimeout().map(TimeLimit.init)
    try await conversation.run(try await runner(call, console).open(draft))
  }

  /// Mocks and recordings answer without the network.
  private func checkNetwork() throws(Failure) {
    guard let source = inspection.mock ? "--mock" : inspection.replay.map({ _ in "--replay" }),
      let flag = transport.given.first(where: { $0 != "--timeout" && $0 != "--retry" })
    else { return }
    throw .usage("\(flag) conflicts with \(source), which does not use the network")
  }

  private func makeOptions() throws(Failure) -> CallOptions {
    var options = CallOptions(
      timeout: try transport.makeTimeout(), accept: try behaviour.makeAccept(), retries: try transport.makeRetries())
    options.headers = try target.makeHeaders()
    options.query = try target.makeQuery()
    options.cache = behaviour.cache.flatMap { CacheMode(rawValue: $0.rawValue) }
    options.check = ResponseCheck(rawValue: behaviour.checkResponse.rawValue)
    return options
  }
}

/// A call as a line says it, before its request is made.
struct ParsedCall: Sendable {
  let spec: Spec
  let arguments: Arguments
  let options: CallOptions
  let selection: Selection
  /// Of `--record`.
  let recorder: Recorder?
  let client: Client
  /// What `-v` has shown.
  let shown: ShownRequest
  /// No word of the line asked for standard input.
  let stdinIsFree: Bool
}
