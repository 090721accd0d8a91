import Testing

@testable import DialCLI

@Suite struct HelpTests {
  /// The parser has a layout of its own, for which there is no room here.
  @Test(arguments: ["0", "1", "10", "24", "26"]) func narrowTerminals(_ columns: String) async throws {
    for line in ["", "help call", "call --help", "--help", "help demo", "--version"] {
      let wide = await dial(line)
      #expect(try await Program.run("COLUMNS=\(columns) dial \(line)") == wide.out, "\(line)")
    }
    for line in ["call", "call --bogus", "completion", "call a b -o"] {
      let wide = await dial(line)
      #expect(try await Program.run("COLUMNS=\(columns) dial \(line)") == wide.err, "\(line)")
    }
  }

  @Test(arguments: ["", "help", "--help", "-h", "help help"]) func overview(_ line: String) async {
    let ran = await dial(line, terminal: true, width: 60)
    #expect(ran.exit == 0 && ran.err == "")
    #expect(
      ran.out.hasPrefix(
        """
        Calls HTTP services by a spec: one YAML file, read at run time.

        USAGE
          dial SPEC ENDPOINT [ARG…] [flags]
          dial COMMAND …

        COMMANDS
          call        Calls an endpoint and prints its result.
          wait        Polls an endpoint until a condition holds.
          list        Lists the endpoints of a spec: name, method,
                      target, doc.

        """) || line == "help help")
  }

  @Test(arguments: ["help check", "check --help", "check users.yaml -h"]) func command(_ line: String) async {
    #expect(
      await dial(line)
        == Ran(
          out: """
            Prints every finding in specs, without network.

            USAGE
              dial check SPEC… [--fix] [--json]

            EXAMPLES
              dial check users.yaml
              dial check specs/*.yaml
              dial check specs                            all specs in a folder
              dial check users.yaml --fix                 mend what has one way to be mended
              dial check users.yaml --json | jq '.[].message'

            EXIT CODES
              0 no errors   6 a finding is an error

            FLAGS
              --fix   Change the files: apply the fix-it of every finding that has one, then
                      check again.
              --json  The findings as a JSON array.

            BEHAVIOUR
              --color <when>   Colours in what is printed. One of auto, always, never.
                               Default: auto.
              --errors <form>  How failures are told on stderr. One of text, json. Default:
                               text.

            """, err: "", exit: 0))
  }

  /// No line of any help is wider than a terminal of the usual width.
  @Test func nothingIsTooWide() async {
    for command in CommandTable.current.commands.map(\.name) {
      let out = await dial("help \(command)").out
      #expect(out.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(out)")
    }
  }
}
