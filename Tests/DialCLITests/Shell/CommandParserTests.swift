import DialFlags
import Testing

@testable import DialCLI
@testable import DialConsole

/// How words become the flags and operands of a command.
@Suite struct CommandParserTests {
  /// A flag, or a word, with what it sets.
  private static func call(_ words: [String]) throws -> CallCommand { try CallCommand.parsed(["users", "getUser"] + words) }

  @Test(arguments: [
    ["-o", "json"], ["-ojson"], ["-o=json"], ["--output", "json"], ["--output=json"], ["-vojson"], ["-vo", "json"], ["-vo=json"],
    ["-o", "csv", "-o", "json"],
  ])
  func aValue(_ words: [String]) throws { #expect(try Self.call(words).line.output.output == .json) }

  @Test func severalSwitchesInOneWord() throws {
    let line = try Self.call(["-vqi", "id=7"]).line
    #expect(line.inspection.verbose && line.behaviour.quiet && line.output.include && line.words == ["id=7"])
  }

  @Test(arguments: [
    (["--var", "a=b=c"], ["a=b=c"]), (["--var=a=b=c"], ["a=b=c"]), (["--var", "a=", "--var", "-x"], ["a=", "-x"]),
    (["--var", ""], [""]), (["--var", "=\u{301}"], ["=\u{301}"]), (["--var", "-"], ["-"]),
  ])
  func repeatedValues(_ words: [String], _ values: [String]) throws {
    #expect(try Self.call(words).line.target.service.variables == values)
  }

  @Test(arguments: [
    (["--", "--all", "-x", "--"], ["--all", "-x", "--"]), (["-", "", "=", "é \u{301}=1"], ["-", "", "=", "é \u{301}=1"]),
    (["a:=1", "--all", "b=-2", "help"], ["a:=1", "b=-2", "help"]),
  ])
  func operands(_ words: [String], _ operands: [String]) throws { #expect(try Self.call(words).line.words == operands) }

  /// `--header` with a value is a header; without one, it is the opposite of `--no-header`.
  @Test func headers() throws {
    #expect(try Self.call(["--header", "A:b", "-H", "-c", "-HD:e"]).line.target.headers == ["A:b", "-c", "D:e"])
    for words in [["--header"], ["--header", "--all"], ["--header", "-o", "tsv"]] {
      let line = try Self.call(words).line
      #expect(line.output.headerRow && line.target.headers.isEmpty, "\(words)")
    }
  }

  @Test("each flag is read, by each of its names")
  func eachFlag() throws {
    let flags = CallCommand.rows
    #expect(flags.count > 40)
    for flag in flags {
      for name in flag.names {
        for value in flag.takesValue ? (flag.values.isEmpty ? ["a b=c"] : flag.values) : [""] {
          let words = [name] + (flag.takesValue ? [value] : [])
          #expect(try Self.call(words + ["id=7"]).line.words == ["id=7"], "\(words)")
          if flag.takesValue, name.hasPrefix("--") {
            #expect(try Self.call(["\(name)=\(value)", "id=7"]).line.words == ["id=7"], "\(words)")
          }
        }
      }
    }
  }

  @Test("no flag has the name of another one", arguments: CommandTable.current.names)
  func names(_ command: String) throws {
    let names = try #require(CommandTable.current.command(command)).flags.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  static let faults: [(words: [String], fault: UsageFault)] = [
    (["--nope=s3cret"], .unknownFlag("--nope")), (["-x"], .unknownFlag("-x")), (["-XPOST"], .unknownFlag("-XPOST")),
    (["-vx"], .unknownFlag("-x")), (["--DRY-RUN"], .unknownFlag("--DRY-RUN")), (["--dry"], .unknownFlag("--dry")),
    (["-="], .unknownFlag("-=")), (["--="], .unknownFlag("--=")), (["---all"], .unknownFlag("---all")), (["-5"], .unknownFlag("-5")),
    (["-é"], .unknownFlag("-é")), (["-o\u{301}json"], .unknownFlag("-o\u{301}json")),
    (["--base"], .missingValue("--base", before: nil)), (["--base="], .missingValue("--base", before: nil)),
    (["--base", "--", "x"], .missingValue("--base", before: nil)), (["-o", "-x"], .missingValue("-o", before: nil)),
    (["-O", "--dry-run"], .missingValue("-O", before: "--dry-run")), (["-vO", "-q"], .missingValue("-O", before: "-q")),
    (["--dry-run=true"], .unwantedValue("--dry-run")), (["-v=1"], .unwantedValue("-v")), (["-sS"], .joinedValue("-sS")),
    (["-qs[0]"], .joinedValue("-qs[0]")), (["--nope", "-o", "xml"], .unknownFlag("--nope")),
  ]

  @Test(arguments: faults) func aFault(_ words: [String], _ fault: UsageFault) {
    #expect(throws: fault) { try Self.call(words) }
  }

  @Test func faultsOfOperands() {
    #expect(throws: UsageFault.missingOperand("spec")) { try CallCommand.parsed([]) }
    #expect(throws: UsageFault.missingOperand("endpoint")) { try CallCommand.parsed(["--all", "users"]) }
    #expect(throws: UsageFault.unexpectedOperand("x")) { try ListCommand.parsed(["users", "x", "y"]) }
    #expect(throws: UsageFault.missingOperand("spec")) { try CheckCommand.parsed(["--fix"]) }
    #expect(throws: UsageFault.missingOperand("action", oneOf: ["login", "status", "logout"])) { try AuthCommand.parsed([]) }
    #expect(throws: UsageFault.invalidOperand("x", of: "shell", oneOf: ["bash", "zsh", "fish"])) { try CompletionCommand.parsed(["x"]) }
  }

  @Test(arguments: [["--help"], ["-vh"], ["--nope", "-h"], ["-o", "xml", "--help"]]) func help(_ words: [String]) {
    #expect(throws: CommonFlag.help) { try Self.call(words) }
  }

  @Test func noHelp() throws {
    #expect(try Self.call(["--", "--help"]).line.words == ["--help"])
    #expect(throws: CommonFlag.version) { try Self.call(["--version"]) }
  }
}
