import Dial
import DialBundle
import DialConsole
import DialFlags
import DialText

extension BundledCommands {
  /// The commands of `dial` that a bundle has, too.
  static let names = [
    "list", "search", "describe", "each", "wait", "mock", "mcp", "auth", "profile", "cache", "doctor", "completion", "man", "version",
    "help",
  ]
}

/// A program with a spec of its own.
struct BundledService: Sendable {
  /// The root of the files in the program.
  static let root = "bundle:"

  let manifest: BundleManifest
  let digest: [UInt8]
  let commands: BundledCommands
  /// The commands of `dial`.
  private let table: CommandTable
  /// The version of `dial`.
  private let dialVersion: String

  /// - Parameters:
  ///   - word: the first word of the command line, by which the program was started.
  ///   - table: the commands of `dial`, and its version.
  ///   - root: where its files are mounted.
  init(_ archive: BundleArchive, startedAs word: String, _ table: CommandTable, version: String, root: String = Self.root) {
    (manifest, digest, self.table, dialVersion) = (archive.manifest, archive.digest, table, version)
    MountedFiles.mount(archive, at: root)
    let name = String(word[LocalFile.name(in: word)...])
    let commands = BundledCommands.names.compactMap(table.command).map { command in
      BundledCommands.Command(command.name, note: command.about.note, operands: command.operands, flags: command.flags)
    }
    self.commands = BundledCommands(
      program: Self.isPlain(name) ? name : manifest.name, spec: "\(root)/\(manifest.spec)", commands: commands, hidden: manifest.hidden,
      flags: Self.flags(of: CallCommand.rows).flatMap(\.names))
  }

  /// Whether a name can be a part of a script without quotes.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && name.utf8.allSatisfy { PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
  }

  /// Runs a command line and returns the exit code.
  func run(_ words: [String], _ console: Console, _ context: Context) async -> Int32 {
    var (console, context) = (console, context)
    let err = console.err
    console.err = { [commands] bytes throws(Failure) in try err(Self.own(bytes, commands)) }
    context.bundle = commands
    let errors = ErrorForm(words)
    console.isJSON = errors.isJSON
    do throws(Failure) {
      try refuse(words, context)
      if try await answers(words, console, context) { return ExitStatus.done }
    } catch {
      errors.report(error, console)
      return error.exit
    }
    // Texts about the command are its own; results of calls are as the service sent them.
    if Self.isDescription(words, commands) {
      let out = console.out
      console.out = { [commands] bytes throws(Failure) in try out(Self.own(bytes, commands)) }
    }
    guard let help = endpointHelp(words) else { return await context.run(commands.line(words), console, context) }
    let exit = await context.run(help, console, context)
    if exit == ExitStatus.done, !help.contains(where: { $0.hasPrefix("-o") || $0.hasPrefix("--output") }) {
      try? console.out(Array("\nFor the flags of a call, run '\(commands.program) --help'.\n".utf8))
    }
    return exit
  }

  /// Returns the line for the help on an endpoint; nil for other lines.
  private func endpointHelp(_ words: [String]) -> [String]? {
    guard let first = words.first, commands.command(first)?.name == "help" || first == "--help" || first == "-h", words.count > 1 else {
      return nil
    }
    return ["describe", commands.spec] + words.dropFirst()
  }

  private static func own(_ bytes: [UInt8], _ commands: BundledCommands) -> [UInt8] {
    String(validating: bytes, as: UTF8.self).map { Array(commands.text($0).utf8) } ?? bytes
  }

  private static func asksForHelp(_ words: some Sequence<String>) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// Whether a line prints a description, and not a result.
  private static func isDescription(_ words: [String], _ commands: BundledCommands) -> Bool {
    let name = words.first.flatMap(commands.command)?.name ?? ""
    return asksForHelp(words) || ["list", "search", "describe", "help"].contains(name)
  }

  /// Refuses commands that only `dial` has, and other specs than its own.
  private func refuse(_ words: [String], _ context: Context) throws(Failure) {
    guard let first = words.first else { return }
    let rest = Array(words.dropFirst())
    if let command = commands.command(first), command.name == "mcp" {
      guard let word = LineReader(rest, table.command("mcp")?.flags ?? []).first(where: { $0.kind == .operand })?.name else { return }
      throw .usage("unexpected argument '\(word)'; '\(commands.program) \(commands.written("mcp"))' serves only its own service")
    }
    guard table.names.contains(first), commands.command(first) == nil else { return }
    let service = try SpecFinder(context: context).load(commands.spec).service
    if service.endpoints.place(of: first) != nil || service.groups.contains(first) { return }
    let call = ([commands.program] + rest).map(ShellWord.quoted).joined(separator: " ")
    throw .usage(
      "'\(first)' is a command of dial, not of '\(commands.program)'",
      hint: first == "call" && !rest.isEmpty
        ? "call the endpoint by its name: \(call)" : "to list all commands, run: \(commands.program) --help")
  }

  /// Prints what the program says about itself; false for other lines.
  private func answers(_ words: [String], _ console: Console, _ context: Context) async throws(Failure) -> Bool {
    let (first, rest) = (words.first ?? "--help", Array(words.dropFirst()))
    if first == commands.completion {
      try console.out(Array(candidates(rest, context).map { $0.line + "\n" }.joined().utf8))
      return true
    }
    guard let command = ["-h", "--help"].contains(first) ? commands.command("--help") : commands.command(first) else { return false }
    if command.name != "help", Self.asksForHelp(rest) {
      try console.out(Array(help(on: command.name, console).utf8))
      return true
    }
    switch command.name {
    case "help": return try help(rest, console, context)
    case "version":
      try console.out(Array("\(version)\n".utf8))
    case "man":
      let page = Array(try manual(context).utf8)
      if console.outIsTerminal, console.height != nil, Pager(command: "man -l -").show(page) { return true }
      try console.out(page)
    case "completion":
      guard let shell = rest.first.flatMap(CompletionScript.init), rest.count == 1 else {
        throw .usage("'\(commands.program) \(commands.written("completion"))' accepts bash, zsh or fish")
      }
      let script = String(decoding: shell.bytes, as: UTF8.self).replacing("dial completion", with: "dial \(commands.written("completion"))")
        .replacing("dial __complete", with: "dial \(commands.completion)")
      try console.out(Array(script.replacing("dial", with: commands.program).utf8))
    default: return false
    }
    return true
  }

  /// `users 1.4 (dial 0.2.0)`. A program without a version has the beginning of its digest.
  var version: String {
    let contents = PercentEncoding.hex(digest.prefix(6))
    return "\(commands.program) \(TerminalText.safe(manifest.version ?? contents)) (\(dialVersion))"
  }

  /// Prints the help text of the program or of a command; false for an endpoint.
  private func help(_ words: [String], _ console: Console, _ context: Context) throws(Failure) -> Bool {
    guard let word = words.first(where: { !$0.hasPrefix("-") || $0.hasPrefix("--") && $0 != "--help" }) else {
      let help = try self.help(context, width: console.outIsTerminal ? console.width : 80, hasColor: console.outHasColor)
      try console.out(Array(help.overview.utf8))
      return true
    }
    guard let command = commands.command(word) else { return false }
    try console.out(Array(help(on: command.name, console).utf8))
    return true
  }

  private func help(_ context: Context, width: Int = 80, hasColor: Bool = false) throws(Failure) -> BundleHelp {
    let spec = try SpecFinder(context: context).load(commands.spec)
    let listing = EndpointListing(width: width - 2).text(TagGroups(spec.service.endpoints))
    let codes = table.root.sections.first { $0.title == "EXIT CODES" }?.lines ?? []
    // Two columns as one, because the name of the program has another length.
    let items = codes.flatMap { $0.replacing("  ", with: "\n").split(separator: "\n").map { commands.text(String($0.trimmed)) } }
    let sorted = items.filter { !$0.isEmpty }.sorted { Self.number($0) < Self.number($1) }
    let flags = table.command("call").map { call -> [String] in
      var call = call
      call.flags = Self.flags(of: call.flags)
      return HelpText(table: table, width: width, hasColor: hasColor).flags(call)
    }
    return BundleHelp(
      commands, spec.service, listing: listing.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).withoutEmptyEnd,
      flags: (flags ?? []).map(commands.text), exitCodes: sorted, width: width, hasColor: hasColor)
  }

  /// The first exit code of a line.
  private static func number(_ line: String) -> Int { Int(line.prefix { $0.isASCII && $0.isNumber }) ?? .max }

  private func help(on name: String, _ console: Console) -> String {
    guard var command = table.command(name) else { return "" }
    let own = "\(commands.program) \(commands.written(name))"
    command.about.usage = command.about.usage.map { line in
      [" [SPEC|URL]", " SPEC…", " SPEC"].reduce(line) { $0.replacing($1, with: "") }.replacing("dial \(name)", with: own)
    }
    // The examples are those of another service.
    command.about.sections.removeAll { $0.title == "EXAMPLES" }
    let help = HelpText(table: table, width: console.outIsTerminal ? console.width : 80, hasColor: console.outHasColor)
    return commands.text(help.text(command))
  }

  private func manual(_ context: Context) throws(Failure) -> String {
    let spec = try SpecFinder(context: context).load(commands.spec)
    let text = DescriptionText(width: 76)
    let endpoints = spec.service.endpoints.map { endpoint in
      (endpoint.name, commands.text(text.text(EndpointDescription(endpoint, of: spec, named: commands.spec))))
    }
    return try help(context).manual(
      version: version, endpoints: endpoints,
      flags: Self.flags(of: table.command("call")?.flags ?? []).filter { $0 != .help }.map { ($0.head, $0.text) })
  }

  /// Returns the flags of calls without those that need another spec: `--save` is for calls without one.
  private static func flags(of rows: [FlagRow]) -> [FlagRow] { rows.filter { !$0.names.contains("--save") } }

  private func candidates(_ words: [String], _ context: Context) -> [Candidate] {
    let profiles = ((try? ProfileFile(context.user).read()) ?? [:]).keys.sorted()
    let completion = Completion(table: table, finder: SpecFinder(context: context), profiles: profiles)
    let (before, current) = (Array(words.dropLast()), words.last ?? "")
    let own = commands.commands.map { Candidate(value: commands.written($0.name), note: commands.text($0.note)) }
    let all = completion.candidates(["call", commands.spec, current]) + own.filter { $0.value.hasPrefix(current) }
    guard let first = before.first else { return all }
    switch commands.command(first)?.name {
    case "help": return before.count == 1 ? all : []
    case "completion": return CompletionScript.words.filter { $0.hasPrefix(current) }.map { Candidate(value: $0) }
    default: return completion.candidates(commands.line(before) + [current])
    }
  }
}

extension BundledService {
  /// Returns the service in the running program; nil if it is `dial` itself. Throws if the program is damaged.
  static func own(startedAs word: String?, _ table: @autoclosure () -> CommandTable, version: String) throws(BundleFault) -> BundledService?
  {
    let word = word ?? ""
    guard let file = OwnFile.open() else {
      // Whether there is an archive in it, is not known.
      if word[LocalFile.name(in: word)...] == "dial" { return nil }
      throw .unreadable
    }
    guard let archive = try Executable(file).archive() else { return nil }
    return BundledService(archive, startedAs: word, table(), version: version)
  }
}

extension Context {
  /// The program for configurations that start it: the path of a bundle, otherwise `dial`.
  var ownProgram: String { bundle == nil ? "dial" : OwnFile.path.flatMap(File.resolved) ?? "dial" }
}
