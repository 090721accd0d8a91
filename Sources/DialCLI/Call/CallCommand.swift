import ArgumentParser
import Dial
import DialEngine
import DialModel
import DialStreams

/// `dial call SPEC ENDPOINT [ARG…]`
struct CallCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Call an endpoint and print its result",
    usage: "dial call SPEC ENDPOINT [ARG…] [flags]   (short: dial SPEC ENDPOINT …)",
    discussion: """
      ARGUMENTS
        7                     value of the next path parameter
        id=7                  a value of the type in the spec: number, Bool, string
        tags=a tags=b         an array, one element at a time
        filter:='{"a": 1}'    JSON
        filter:=@f.json       JSON from a file
        text=@notes.txt       content of a file ('@-': standard input)
        photo@me.jpg          file to upload; photo@big.bin:0+1048576 is a byte range
        user.name=Ann         a nested value; tags[0]=x sets an element
        query.id=7            with its location, if a name is ambiguous
        _:='{"a": 1}'         the whole body; also _=@body.json and _@photo.jpg
        --args FILE           a JSON or YAML object ('-': standard input);
                              arguments on the command line override it

      PAGES
        With --all, Dial requests every page of an endpoint with 'paginate' and
        joins the pages in order. JSON is one array, written as pages arrive;
        jsonl is one line per item. --select and --tuple apply to each page.
        If --max-items or --max-pages ends the call, stderr says how to continue.

      EXAMPLES
        dial call users.yaml getUser id=7
        dial call users.yaml listUsers page=2 --select '[*].name' -o jsonl
        dial call users.yaml listUsers --tuple id,name -o tsv
        dial call users.yaml create email=a@b.c password=x --dry-run --explain
        dial call users.yaml photo photo@me.jpg -v
        dial call shop.yaml items --max-items 50 -o jsonl
        echo '{"id": 7}' | dial call users.yaml getUser --args - --errors json
        dial call users.yaml live id=1     a web socket: sends the lines you type
      """)

  @OptionGroup var line: CallLine
  @OptionGroup(title: "Pages") var paging: PagingFlags

  var color: Console.Color? { line.output.color }

  func perform(_ console: Console, _ context: Context) async throws {
    let bounds = try paging.makeOptions()
    let call = try line.call(console, context)
    try await line.explaining(call, console, context) {
      let pages = try bounds.map { try PageRunner(line.runner(call, console), call, line, $0) }
      let draft = try call.client.prepare(line.endpoint, call.arguments, call.options)
      CallWarnings(line: line, console: console).warn(of: draft, stdinIsFree: call.stdinIsFree, context)
      let inspection = CallInspection(line: line, console: console)
      if try await inspection.inspect(draft) { return }
      inspection.tellSteps(of: call.client)
      if line.isSocket(call.spec) { return try await line.talk(draft, call, console, context) }
      if let pages { return try await pages.run() }
      var runner = line.runner(call, console)
      runner.pages = draft.endpoint.pagination == nil ? nil : try PageWalk(call.client.engine, line.endpoint, call.arguments, PageOptions())
      runner.tellBroken(of: call.client, draft.endpoint)
      try await runner.run(draft)
    }
  }
}
