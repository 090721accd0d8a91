import ArgumentParser
import Dial
import DialEngine
import DialModel
import DialStreams

/// `dial call SPEC ENDPOINT [ARG…]`
struct CallCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Calls an endpoint and prints its result.",
    usage: "dial call SPEC ENDPOINT [ARG…] [flags]   (short: dial SPEC ENDPOINT …)",
    discussion: """
      ARGUMENTS
        7                     the next parameter of the path without a value
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

      PAGES
        With --all the pages of an endpoint that has 'paginate' are asked for one
        after the other, and joined in order: JSON is one array, written as it
        comes; jsonl is a line for each item. --select and --tuple are applied to
        each page. Where a bound cuts the walk off, stderr says how to go on.

      EXAMPLES
        dial call users.yaml getUser id=7
        dial call users.yaml listUsers page=2 --select '[*].name' -o jsonl
        dial call users.yaml listUsers --tuple id,name -o tsv
        dial call users.yaml create email=a@b.c password=x --dry-run --explain
        dial call users.yaml photo photo@me.jpg -v
        dial call shop.yaml items --max-items 50 -o jsonl
        echo '{"id": 7}' | dial call users.yaml getUser --args - --errors json
        dial call users.yaml live id=1     a web socket: lines typed are sent
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
