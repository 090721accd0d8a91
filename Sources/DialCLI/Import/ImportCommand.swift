import Dial
import DialConsole
import DialFlags
import DialImport
import DialTesting

extension ImportedSpec {
  /// What the user should know, and how to set the variables.
  var allNotes: [String] { notes + variables.flatMap(Self.notes) }

  private static func notes(about variable: ImportedVariable) -> [String] {
    let name = variable.name
    let source =
      "set it " + (variable.isOnlyInFields ? "in the environment" : "with --var \(name)=…, or in the environment with --env \(name)")
    return ["a secret became the variable \(name); \(source)"]
      + (variable.isShared ? [Self.shared(name)] : [])
      + (variable.isChanging ? ["the variable \(name) had several values; set it to the current one"] : [])
  }

  private static func shared(_ name: String) -> String {
    "other endpoints of the spec use the variable \(name), too; if their value is another one, rename it in the new endpoint"
  }
}

struct ImportCommand: SharedCommand {
  enum Format: String, FlagWord { case openapi, curl, har }

  static let about = CommandAbout(
    "Print a spec of an OpenAPI document, curl command or recording",
    usage: "dial import openapi FILE [--only NAME]…\ndial import curl 'curl …'…\ndial import har FILE",
    text: """
      Prints the spec to stdout; to save it, add '> FILE'. What the spec cannot say is a comment in it and a line on stderr. Secrets, such as tokens and cookies,
      become variables, which are listed on stderr. '-' as the source is standard input. You can also call an OpenAPI document without
      an import: it is a spec itself.
      """,
    sections: [
      "EXAMPLES": """
      dial import openapi petstore.json > pets.yaml
      dial import openapi petstore.json --only pets --only getOrder
      dial import curl "curl https://api.example.com/users -d name=Ada"
      dial import curl - < copied.txt                    curl commands in a file
      dial import har recording.har > site.yaml
      """
    ])

  static let operands = [Operand("format", chooses: \Self.format), Operand("source", rest: \.sources, isRequired: true)]

  static let flags: [FlagDefinition<Self>] =
    [FlagDefinition("--only", adds: \.only, of: "name", help: "endpoint or tag of a document, or host of a recording (repeatable)")]
    + FlagDefinition.part(\.shared, titled: "Behavior")

  var format = Format.openapi
  var sources: [String] = []
  var only: [String] = []
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let imported =
      switch format {
      case .openapi: try document(context)
      case .curl: try commands(context)
      case .har: try recording()
      }
    let others = imported.otherOrigins.map { other in
      "\(other.count.counted("request")) of \(other.origin) left out; to import them, add: --only \(other.origin)"
    }
    for note in others + imported.allNotes { console.note(TerminalText.safe(note)) }
    if imported.isEmpty { throw Failure("spec", "nothing could be imported", exit: ExitStatus.failure) }
    try console.out(Array(imported.text.utf8))
  }

  /// The only source.
  private func source() throws(Failure) -> String {
    if sources.count > 1 { throw .usage("'dial import \(format.rawValue)' accepts one file, but found '\(sources[1].excerpt)', too") }
    return sources[0]
  }

  /// Reads a document in any format but Dial's own.
  private func document(_ context: Context) throws(Failure) -> ImportedSpec {
    let word = try source()
    let finder = SpecFinder(context: context)
    if URLSpec.isURL(word), !finder.exists(word) { throw finder.missing(word) }
    let bytes = word == "-" ? try context.stdin() : try LocalFile(word).read()
    let name = word == "-" ? "service" : word
    let (service, findings) = SpecLoader.standard.declarations(bytes, name: name, folder: word == "-" ? nil : Spec.folder(of: word))
    if findings.contains(where: { $0.severity == .error }) { throw Failure(SpecError(findings)) }
    guard let service, let late = service.level.late else {
      throw Failure(
        "spec", "'\(word)' is not an OpenAPI document", exit: ExitStatus.spec,
        hint: "to check a spec, run: dial check \(ShellWord.quoted(word))")
    }
    return try wrapping { () throws(ImportError) in
      try ImportedSpec(service, late, name: word == "-" ? "service" : Paths.stem(of: word), only: only)
    }
  }

  /// Reads curl commands, each in a word of its own or in lines of standard input.
  private func commands(_ context: Context) throws(Failure) -> ImportedSpec {
    if !only.isEmpty { throw .usage("--only does not apply to 'dial import curl'") }
    var commands: [CurlCommand] = []
    for source in sources {
      let text = source == "-" ? String(decoding: try context.stdin(), as: UTF8.self) : source
      commands += try wrapping { () throws(ImportError) in try CurlCommand.all(in: text) }
    }
    if commands.isEmpty { throw .usage("standard input has no curl command") }
    let notes = commands.flatMap(\.notes) + commands.flatMap(\.leftOut).distinct().map(LeftOutOption.note)
    return try wrapping { () throws(ImportError) in try ImportedSpec(commands.map(\.request), notes: notes) }
  }

  private func recording() throws(Failure) -> ImportedSpec {
    let path = try source()
    let requests = try Failure.wrapping { () throws(CallError) in try RecordedRequest.all(inRecording: path) }
    return try wrapping { () throws(ImportError) in try ImportedSpec(requests, only: only, isSession: true) }
  }

  private func wrapping<Value>(_ make: () throws(ImportError) -> Value) throws(Failure) -> Value {
    do throws(ImportError) { return try make() } catch {
      switch error {
      case .notCurl(let program):
        throw .usage(
          "'\(program.excerpt)' is not a curl command",
          hint: "quote the whole command: dial import curl \"curl https://example.com/users\"")
      case .incomplete(let message): throw .usage(message)
      case .unknownName(let name, let known, isOrigin: true):
        throw .usage("--only: no request of '\(name.excerpt)'; available: \(known.map { "'\($0)'" }.joined(separator: ", "))")
      case .unknownName(let name, let known, isOrigin: false):
        throw .usage("--only: unknown endpoint or tag '\(name.excerpt)'\(Suggestion.question(for: name, among: known))")
      case .nothing: throw Failure("spec", "there is nothing to import: no request of an API", exit: ExitStatus.failure)
      }
    }
  }
}
