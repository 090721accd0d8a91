import DialSyntax
import Testing

struct PrinterTests {
  let file = SourceFile(name: "a.yaml", text: "\tkey: value\nwide 日本 x\nlast")

  private func range(_ line: Int, _ start: Int, _ end: Int) -> SourceRange {
    file.range(from: Position(line: line, column: start), to: Position(line: line, column: end))
  }

  @Test func printsAllParts() {
    let finding = Diagnostic.warning(
      "some-id", "mend 'this'", at: range(1, 2, 5), notes: [.init("see here", range: range(2, 9, 10)), .init("and think")],
      fixIts: [.init("remove it", range: range(1, 1, 2), replacement: ""), .init("use", range: range(1, 1, 2), replacement: "x")])
    #expect(
      DiagnosticPrinter(color: false).text([finding, .error("e", "m", at: range(3, 5, 5))]) == """
        a.yaml:1:2: warning: mend 'this' [some-id]
        \tkey: value
        \t^~~
        a.yaml:2:9: note: see here
        wide 日本 x
                  ^
        note: and think
        fix-it: remove it
        fix-it: use: x
        a.yaml:3:5: error: m [e]
        last
            ^
        """)
  }

  @Test func paintsLikeClang() {
    #expect(
      DiagnosticPrinter(color: true).text(.error("e", "m", at: range(3, 1, 5))) == """
        \u{1B}[1ma.yaml:3:1:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m \u{1B}[1mm [e]\u{1B}[0m
        last
        \u{1B}[1;32m^~~~\u{1B}[0m
        """)
  }

  @Test func sendsNothingToTheTerminalThatItWouldObey() {
    let file = SourceFile(name: "\u{1B}.yaml", text: "a\u{1B}[2J\u{202E}b")
    let finding = Diagnostic.error(
      "e", "bad '\u{9B}'\n", at: file.range(from: Position(line: 1, column: 1), to: Position(line: 1, column: 3)))
    #expect(
      DiagnosticPrinter(color: false).text(finding) == """
        \\u{1B}.yaml:1:1: error: bad '\\u{9B}'\\u{0A} [e]
        a\\u{1B}[2J\\u{202E}b
        ^~~~~~~
        """)
  }

  @Test func aPlaceBeyondTheFileIsPrintedToo() {
    let file = SourceFile(name: "f", text: "a\n")
    for position in [Position(line: 2, column: 1), Position(line: 9, column: 9), Position(line: 1, column: 99)] {
      let text = DiagnosticPrinter(color: false).text(.error("e", "m", at: file.range(from: position, to: position)))
      #expect(text.hasPrefix("f:\(position.line):\(position.column): error: m [e]"))
    }
  }

  @Test func ordersByFileThenByPlace() {
    let other = SourceFile(name: "b.yaml", text: "x")
    let place = Position(line: 1, column: 1)
    let findings = [
      Diagnostic.error("1", "", at: range(3, 1, 1)), .error("2", "", at: other.range(from: place, to: place)),
      .error("3", "", at: range(1, 1, 1)), .error("4", "", at: range(1, 1, 1)),
    ]
    #expect(findings.inOrder().map(\.id) == ["3", "4", "1", "2"])
  }
}
