import Dial
import DialConsole
import DialFlags

struct CheckCommand: SharedCommand {
  static let about = CommandAbout(
    "Check specs and print all findings",
    usage: "dial check SPEC… [--fix] [--strict] [--json]\ndial check --explain ID",
    sections: [
      "EXAMPLES": """
      dial check users.yaml
      dial check specs/*.yaml
      dial check specs                            all specs in a folder
      dial check users.yaml --fix                 apply the suggested fixes
      dial check specs --strict                   fail if there are warnings
      dial check users.yaml --json | jq '.[].message'
      dial check --explain duration               explain a finding by its ID
      """,
      "EXIT CODES": """
      0 no errors   6 errors found, or warnings with --strict
      """,
    ])

  static let operands = [Operand("spec", rest: \Self.specs)]

  static let flags: [FlagDefinition<Self>] =
    [
      FlagDefinition("--fix", switches: \.fix, help: "apply fix-its to the files, then check them again"),
      FlagDefinition("--strict", switches: \.strict, help: "fail with exit code 6 if there are warnings, too"),
      FlagDefinition("--json", switches: \.json, help: "print the findings as a JSON array"),
      FlagDefinition("--explain", sets: \.explain, to: "id", help: "explain the finding with this ID"),
    ] + FlagDefinition.part(\.shared, titled: "Behavior")

  var specs: [String] = []
  var fix = false
  var strict = false
  var json = false
  var explain: String?
  var shared = SharedFlags()

  func checkOperands() throws(UsageFault) {
    if explain == nil, specs.isEmpty { throw .missingOperand("spec") }
  }

  func perform(_ console: Console, _ context: Context) async throws {
    if let explain { return try console.out(Array((try Self.explanation(of: explain) + "\n").utf8)) }
    let stdin = StandardInput(context: context)
    var findings: [Diagnostic] = []
    var summaries: [String] = []
    let finder = SpecFinder(context: context)
    for word in try finder.files(specs) {
      let report = try SpecReport(word, finder, stdin, fixing: fix)
      findings += report.findings
      summaries.append(report.summary)
      if json, let fixed = report.fixed { console.note("\(TerminalText.safe(word)): \(fixed.counted("fix", "fixes")) applied") }
    }
    if json {
      try Printer(console: console, format: .json).write(.json(.array(findings.map(\.json))))
    } else {
      let placed = findings.filter { $0.id != SpecReport.unreadable }
      let shown = placed.isEmpty ? [] : [DiagnosticPrinter(color: console.outHasColor).text(placed)]
      try console.out(Array(((shown + summaries).joined(separator: "\n") + "\n").utf8))
    }
    let errors = findings.filter { $0.severity == .error || strict && $0.severity == .warning }
    guard let first = errors.first else { return }
    guard shared.errors == .json else { throw SilentExit(exit: ExitStatus.spec) }
    var failure = Failure("spec", errors.map(\.message).joined(separator: "\n"), exit: ExitStatus.spec)
    failure.location = first.range
    failure.faults = errors.map(Failure.Fault.init)
    throw failure
  }

  private static func explanation(of id: String) throws(Failure) -> String {
    let sections = FindingSection.all
    if let section = sections.first(where: { $0.id == id }) { return section.text }
    throw .usage(
      "unknown finding '\(id.excerpt)'\(Suggestion.question(for: id, among: sections.map(\.id)))",
      hint: "use the ID in brackets at the end of a finding; for the codes of failed calls, see the page CallErrors of the documentation")
  }
}

extension Diagnostic {
  var json: JSON {
    .object(
      range.place + [
        ("severity", .string(severity.rawValue)), ("id", .string(id)), ("message", .string(message)),
        ("notes", .array(notes.map(Self.note))), ("fixes", .array(fixIts.map { Self.fix($0, isHidden: hidesLine) })),
      ])
  }

  private static func note(_ note: Note) -> JSON { .object((note.range?.place ?? []) + [("message", .string(note.message))]) }

  private static func fix(_ fix: FixIt, isHidden: Bool) -> JSON {
    .object(
      fix.range.place + [
        ("end_line", JSON(fix.range.end.line)), ("end_column", JSON(fix.range.end.column)),
        ("replacement", isHidden ? .null : .string(fix.replacement)), ("message", .string(fix.message)),
      ])
  }
}

extension SpecFinder {
  /// Returns the arguments of `dial check`: a folder means the specs in it.
  fileprivate func files(_ words: [String]) throws(Failure) -> [String] {
    var all: [String] = []
    for word in words {
      guard !exists(word), LocalFile(word).isFolder else {
        all.append(word)
        continue
      }
      let found = Self.checked(in: word)
      guard !found.isEmpty else {
        throw Failure(
          "spec", "'\(word)' contains no spec: a YAML file with 'base', 'endpoints', 'groups' or 'overlay'", exit: ExitStatus.spec)
      }
      all += found
    }
    return all
  }

  /// Returns YAML files that declare endpoints, but not files that specs include.
  private static func checked(in folder: String) -> [String] {
    let path = folder == "." || folder == "./" ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    return specs(in: folder).map { path + $0 }.filter(isSpec)
  }

  private static func isSpec(_ path: String) -> Bool {
    // A pipe in a folder may block forever.
    guard LocalFile(path).isRegular else { return false }
    // A file that cannot be read is reported.
    guard let bytes = try? LocalFile(path).read() else { return true }
    let document = YAMLReader.read(bytes, name: path)
    guard let keys = document.root?.mapping?.map(\.name) else { return !document.diagnostics.isEmpty }
    return keys.contains { ["endpoints", "groups", "overlay", "base", "openapi", "swagger"].contains($0) }
  }
}
