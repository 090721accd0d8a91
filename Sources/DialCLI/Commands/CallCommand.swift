import ArgumentParser
import Dial
import DialCore

/// `dial call SPEC ENDPOINT [ARG…]`
struct CallCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Calls an endpoint and prints its result.",
    usage: "dial call SPEC ENDPOINT [ARG…] [flags]   (short: dial SPEC ENDPOINT …)",
    discussion: """
      ARGUMENTS
        id=7                  the spec decides the type: number, Bool, text
        tags=a tags=b         an array, item by item
        filter:='{"a": 1}'    JSON
        filter:=@f.json       the JSON of a file
        text=@notes.txt       the content of a file ('@-': standard input)
        photo@me.jpg          an upload; photo@big.bin:0+1048576 a part of it
        user.name=Ann         nested; tags[0]=x an element
        query.id=7            with its place, where a name is ambiguous
        _:='{"a": 1}'         the whole body; _=@body.json, _@photo.jpg
        --args FILE           a JSON or YAML object ('-': standard input), which
                              the arguments on the line override

      EXAMPLES
        dial call users.yaml getUser id=7
        dial call users.yaml listUsers page=2 --select '[*].name' -o jsonl
        dial call users.yaml listUsers --tuple id,name -o tsv
        dial call users.yaml create email=a@b.c password=x --dry-run --explain
        dial call users.yaml photo photo@me.jpg -v
        echo '{"id": 7}' | dial call users.yaml getUser --args - --errors json
      """)

  @Argument(help: "A file, '-', or the name of a spec.")
  var spec: String

  @Argument(help: "The name of an endpoint, with its groups: admin.ban.")
  var endpoint: String

  @Argument(help: ArgumentHelp("name=value, name:=json, name=@file, name@file.", valueName: "arg"))
  var words: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("A JSON or YAML object of arguments; '-' for standard input.", valueName: "file"))
  var args: String?

  @OptionGroup(title: "Target") var target: TargetFlags
  @OptionGroup(title: "Result") var output: OutputFlags
  @OptionGroup(title: "Transport") var transport: TransportFlags
  @OptionGroup(title: "Inspection") var inspection: InspectionFlags
  @OptionGroup(title: "Behaviour") var behaviour: BehaviourFlags
  @OptionGroup var later: LaterFlags

  var color: Console.Color? { output.color }

  func perform(_ console: Console, _ context: Context) async throws {
    try later.refuse()
    if inspection.curl, output.output != nil { throw Failure.usage("--curl prints a line of a shell: -o has no form of it") }
    if inspection.dryRun, inspection.curl { throw Failure.usage("--dry-run and --curl exclude each other") }
    try inspection.checkDoubles()
    let selection = try output.makeSelection()
    let options = try makeOptions()
    let stdin = StandardInput(context: context)
    if spec == "-" { try stdin.reserve("the spec") }
    let spec = try SpecFinder(context: context).load(spec, isTrusted: target.trust)
    warn(spec, console)
    let arguments = try ArgumentLine(spec: spec, endpoint: endpoint, stdin: stdin).arguments(words, args: args)
    warn(arguments, spec, console)
    let recorder = try makeRecorder(console)
    let client = try makeClient(spec, recorder, console, context)
    do {
      let draft = try client.prepare(endpoint, arguments, options)
      if try await inspect(draft, console) { return }
      if inspection.verbose { tellRedirects(of: client, console) }
      let timings = inspection.timings ? Timings(of: client) : nil
      let exchange = Exchange(
        console: console, output: output, inspection: inspection, selection: selection, timings: timings, warns: !behaviour.quiet)
      let range = draft.endpoint.range
      client.on { event in
        if case .broken(let faults) = event.kind { exchange.warn(faults, range, of: "an element of the stream") }
      }
      try await Self.saving(recorder, console) { try await exchange.run(draft) }
    } catch let error as CallError {
      throw explained(error, spec, context)
    }
  }

  private func makeOptions() throws(Failure) -> CallOptions {
    var options = CallOptions(timeout: try transport.makeTimeout(), accept: try behaviour.makeAccept())
    options.headers = try target.makeHeaders()
    options.query = try target.makeQuery()
    options.check = ResponseCheck(rawValue: behaviour.checkResponse.rawValue)
    return options
  }
}
