import Dial
import DialConsole
import DialDocs
import DialFlags
import DialLibc

struct DocsCommand: SharedCommand {
  /// The program in the pages, by which the command knows its own files.
  private static let generator = "dial docs"

  static let about = CommandAbout(
    "Write a page about a spec",
    usage: "dial docs SPEC [-o FILE|DIR]",
    text: """
      The page is one HTML file with all endpoints, types and examples. It needs no server and requests nothing, and readers can search in \
      it. Without -o, it is written to stdout. In a folder, its name is index.html; a path that ends with '/' is a folder, which is created.
      """,
    sections: [
      "EXAMPLES": """
      dial docs users.yaml -o users.html
      dial docs petstore.json -o public/            writes public/index.html
      dial docs users.yaml --base https://api.example.com > users.html
      """
    ])

  static let operands = [Operand("spec", \Self.spec)]

  static let flags: [FlagDefinition<Self>] =
    [
      FlagDefinition("-o", "--output", sets: \.path, to: "file", help: "file or folder of the page ('-': stdout; default: stdout)"),
      FlagDefinition("--force", switches: \.force, help: "replace a file that 'dial docs' did not write"),
      FlagDefinition("--base", sets: \.service.base, to: "url", help: "base URL of the examples, overriding the spec"),
      FlagDefinition("--server", sets: \.service.server, to: "server", help: "number or name of a server that 'dial describe' lists"),
    ] + FlagDefinition.part(\.shared, titled: "Behavior")

  var spec = ""
  var path: String?
  var force = false
  var service = ServiceFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    if path == "" { throw Failure.usage("-o must be a file, a folder or '-' for standard output, but is ''") }
    let loaded = try chosen(SpecFinder(context: context).load(spec))
    let file = path.flatMap { $0 == "-" ? nil : Self.file($0) }
    if let path, path.hasSuffix("/") { try Self.makeFolder(String(path.dropLast())) }
    if let file { try check(file) }
    let page = SpecPage(loaded, named: Self.name(of: spec), context: context).page(generator: Self.generator)
    let html = PageWriter(page).html
    guard let file else { return try console.out(html) }
    try FileTarget(file).write(html)
    console.note(TerminalText.safe("'\(file)' has \(loaded.service.endpoints.count.counted("endpoint")), \(ByteCount.text(html.count))"))
  }

  /// Returns the spec with the base or the server of the flags.
  private func chosen(_ spec: Spec) throws(Failure) -> Spec {
    guard let base = service.base else { return try service.chosen(spec) }
    if service.server != nil { throw .usage("--server conflicts with --base") }
    if let fault = BaseURL.fault(base, in: "--base") { throw .usage(fault, hint: FlagFaults.base) }
    let start = Position(line: 1, column: 1)
    let text = Text(pieces: [.literal(base)], range: SourceRange(file: spec.service.file, start: start, end: start))
    return spec.served(by: ServerModel(name: nil, doc: nil, base: text))
  }

  /// The name of a spec in the examples: that of its file, without the folder of the writer.
  private static func name(of word: String) -> String { word == "-" ? "SPEC" : String(word[LocalFile.name(in: word)...]) }

  /// Creates a folder and its missing parents.
  private static func makeFolder(_ path: String) throws(Failure) {
    if path.isEmpty || LocalFile(path).isFolder { return }
    if let mark = path.lastIndex(of: "/") { try makeFolder(String(path[..<mark])) }
    if mkdir(path, 0o777) == 0 || errno == EEXIST && LocalFile(path).isFolder { return }
    throw .io("cannot create the folder '\(path)': \(SystemReason.last)")
  }

  private static func file(_ path: String) -> String {
    path.hasSuffix("/") || LocalFile(path).isFolder ? (path.hasSuffix("/") ? path : path + "/") + "index.html" : path
  }

  /// Throws if the file must not be replaced, or cannot be written.
  private func check(_ file: String) throws(Failure) {
    try FileTarget(file).check()
    if let kind = FileKind(file), !kind.isRegular { throw .io("cannot write '\(file)': it is not a regular file") }
    guard !force, LocalFile(file).isRegular, !ServicePage.isPage(try LocalFile(file).read(), of: Self.generator) else { return }
    let line = ["dial", "docs", spec, "-o", path ?? file, "--force"].map(ShellWord.quoted).joined(separator: " ")
    throw Failure(
      "docs", "'\(file)' already exists and was not written by 'dial docs'", exit: ExitStatus.failure, hint: "to replace it, run: \(line)")
  }
}
