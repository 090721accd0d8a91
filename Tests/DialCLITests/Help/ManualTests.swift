import Testing

@testable import DialCLI
@testable import DialConsole
@testable import DialText

@Suite struct ManualTests {
  private static let page = ManualPage(table: .current, version: "dial 1.2.3", date: "2026-01-31").text

  @Test func itSaysWhatTheHelpSays() async {
    #expect(Self.page.hasPrefix(".TH DIAL 1 \"2026-01-31\" \"dial 1.2.3\" \"User Commands\"\n.SH NAME\ndial \\- call HTTP services"))
    for command in CommandTable.current.commands {
      #expect(Self.page.contains("\n.SS \"dial \(command.name)\"\n"))
      for flag in command.flags { #expect(Self.page.contains("\n.B \(Roff.line(flag.head))\n"), "\(flag)") }
    }
    #expect(await dial("man").out.hasPrefix(".TH DIAL 1 \"\(DialCommand.date)\" \"\(DialCommand.version)\""))
    #expect(Self.page.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }

  @Test(arguments: [
    ("a.b", "a.b"), (".TH x", "\\&.TH x"), ("'x'", "\\(aqx\\(aq"), (#"a\b"#, "a\\eb"), ("--x", "\\-\\-x"), ("a…", "a\\[u2026]"),
    ("😀", "\\[u1F600]"), ("`^~", "\\(ga\\(ha\\(ti"),
  ])
  func escapes(_ text: String, _ roff: String) {
    #expect(Roff.line(text) == roff)
  }

  @Test(.enabled(if: Program.exists("mandoc"), "mandoc is not installed")) func lint() async throws {
    let found = try await Program.run("mandoc -Tlint", stdin: Self.page)
    #expect(found == "")
  }

  @Test(.enabled(if: Program.exists("groff"), "groff is not installed")) func formats() async throws {
    let shown = try await Program.run("groff -man -ww -Tutf8 -P-cbou", stdin: Self.page)
    #expect(shown.contains("base URL"), "\(shown)")
    #expect(!shown.contains("warning:"), "\(shown)")
  }
}
