import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct HelpTests {
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
        Call HTTP services described by a spec, a YAML file read at run time

        USAGE
          dial SPEC ENDPOINT [ARG…] [flags]
          dial get|post|… URL [ARG…] [flags]
          dial COMMAND …

        COMMANDS
          call        Call an endpoint and print its result
          each        Call an endpoint once for each row of a file
          wait        Poll an endpoint until a condition is true
          list        List the endpoints of a spec

        """) || line == "help help")
  }

  @Test(arguments: ["help check", "check --help", "check users.yaml -h"]) func command(_ line: String) async {
    #expect(
      await dial(line)
        == Ran(
          out: """
            Check specs and print all findings

            USAGE
              dial check SPEC… [--fix] [--strict] [--json]
              dial check --explain ID

            EXAMPLES
              dial check users.yaml
              dial check specs/*.yaml
              dial check specs                            all specs in a folder
              dial check users.yaml --fix                 apply the suggested fixes
              dial check specs --strict                   fail if there are warnings
              dial check users.yaml --json | jq '.[].message'
              dial check --explain duration               explain a finding by its ID

            EXIT CODES
              0 no errors   6 errors found, or warnings with --strict

            FLAGS
              --fix         apply fix-its to the files, then check them again
              --strict      fail with exit code 6 if there are warnings, too
              --json        print the findings as a JSON array
              --explain ID  explain the finding with this ID

            BEHAVIOR
              --color WHEN     when to use colors: auto, always, never (default: auto)
              --errors FORMAT  format of error messages: text, json (default: text)

            """, err: "", exit: 0))
  }

  @Test(arguments: [
    (
      80,
      """
      Conditions are JMESPath expressions on the whole response. Without --until and
      --fail, Dial uses 'poll' of the spec. --timeout limits the whole wait (default:
      10m).

      Without --until, status 202 means that the job is not done. Dial then polls the
      URL in Location or Operation-Location, and waits as long as Retry-After
      requires.

      Dial prints the last result as 'dial call' does. On a terminal, stderr shows the
      progress, unless -q is set.

      EXAMPLES

      """
    ),
    (
      50,
      """
      Conditions are JMESPath expressions on the whole
      response. Without --until and --fail, Dial uses
      'poll' of the spec. --timeout limits the whole
      wait (default: 10m).

      Without --until, status 202 means that the job is
      not done. Dial then polls the URL in Location or
      Operation-Location, and waits as long as
      Retry-After requires.

      Dial prints the last result as 'dial call' does.
      On a terminal, stderr shows the progress, unless
      -q is set.

      EXAMPLES

      """
    ),
  ])
  func paragraphsAreFilled(_ width: Int, _ text: String) throws {
    let command = try #require(CommandTable.current.commands.first { $0.name == "wait" })
    let help = HelpText(table: .current, width: width).text(command)
    #expect(help.contains("[flags]\n\n\(text)"), "\(help)")
  }

  @Test(arguments: [("a\nb\n\nc", ["a b", "c"]), ("a", ["a"]), ("", [])])
  func paragraphs(_ text: String, _ paragraphs: [String]) { #expect(CommandAbout("x", text: text).paragraphs == paragraphs) }

  @Test func nothingIsTooWide() async {
    for command in CommandTable.current.commands.map(\.name) {
      let out = await dial("help \(command)").out
      #expect(out.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(out)")
    }
  }
}
