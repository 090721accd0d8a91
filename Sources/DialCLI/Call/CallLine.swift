import ArgumentParser
import Dial
import DialCore
import DialTesting

/// The words and flags of a command that calls an endpoint.
struct CallLine: ParsableArguments, Sendable {
  @Argument(help: "A file, '-', or the name of a spec.")
  var spec: String

  @Argument(help: "The name of an endpoint, with its groups: admin.ban.")
  var endpoint: String

  @Argument(help: ArgumentHelp("name=value, name:=json, name=@file, name@file.", valueName: "arg"))
  var words: [String] = []

  @OptionGroup var file: ArgumentFlags
  @OptionGroup(title: "Target") var target: TargetFlags
  @OptionGroup(title: "Result") var output: OutputFlags
  @OptionGroup(title: "Transport") var transport: TransportFlags
  @OptionGroup(title: "Inspection") var inspection: InspectionFlags
  @OptionGroup(title: "Behaviour") var behaviour: BehaviourFlags

  /// All that the line says, put together; nothing is sent.
  func call(_ console: Console, _ context: Context) throws -> LineCall {
    if inspection.curl, output.output != nil { throw Failure.usage("--curl prints a line of a shell: -o has no form of it") }
    if inspection.dryRun, inspection.curl { throw Failure.usage("--dry-run and --curl exclude each other") }
    if let flag = inspection.dryRun ? "--dry-run" : inspection.curl ? "--curl" : nil { try output.checkSelects(beside: flag) }
    try output.checkFile()
    try inspection.checkDoubles()
    try checkNetwork()
    let selection = try output.makeSelection()
    let options = try makeOptions()
    let stdin = StandardInput(context: context)
    if spec == "-" { try stdin.reserve("the spec") }
    let spec = try SpecFinder(context: context).load(spec, isTrusted: target.service.trust, inPart: true)
    warn(spec, console)
    let arguments = try ArgumentLine(spec: spec, endpoint: endpoint, stdin: stdin).arguments(words, args: file.args)
    warn(arguments, spec, console)
    let shown = ShownRequest()
    let recorder = try makeRecorder(console, shown)
    let client = try makeClient(spec, recorder, shown, console, context)
    return LineCall(
      spec: spec, arguments: arguments, options: options, selection: selection, recorder: recorder, client: client, shown: shown,
      stdinIsFree: stdin.isFree)
  }

  /// Runs what calls, and saves what is recorded of it; its failures are told with what only the command line knows.
  func explaining(_ call: LineCall, _ console: Console, _ context: Context, _ run: () async throws -> Void) async throws {
    do {
      try await Self.saving(call.recorder, console, run)
      // What is fetched behind a stale answer would end with the process.
      await call.client.engine.settle()
    } catch let error as CallError {
      throw explained(error, call.spec, context)
    }
  }

  func exchange(_ call: LineCall, _ console: Console) -> Exchange {
    Exchange(
      console: console, output: output, inspection: inspection, selection: call.selection, spec: call.spec, shown: call.shown,
      timings: inspection.timings ? Timings(of: call.client) : nil, warns: !behaviour.quiet)
  }

  /// Mocks and recordings answer without the network.
  private func checkNetwork() throws(Failure) {
    guard let source = inspection.mock ? "--mock" : inspection.replay.map({ _ in "--replay" }),
      let flag = transport.given.first(where: { $0 != "--timeout" && $0 != "--retry" })
    else { return }
    throw .usage("\(flag) is for calls over the network, and \(source) makes none")
  }

  private func makeOptions() throws(Failure) -> CallOptions {
    var options = CallOptions(
      timeout: try transport.makeTimeout(), accept: try behaviour.makeAccept(), retries: try transport.makeRetries())
    options.headers = try target.makeHeaders()
    options.query = try target.makeQuery()
    options.cache = behaviour.cache.flatMap { CallOptions.Cache(rawValue: $0.rawValue) }
    options.check = ResponseCheck(rawValue: behaviour.checkResponse.rawValue)
    return options
  }
}

/// A call as a line says it, before its request is made.
struct LineCall: Sendable {
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
