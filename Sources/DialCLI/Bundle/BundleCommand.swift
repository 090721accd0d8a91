import Dial
import DialBundle
import DialConsole
import DialFlags

struct BundleCommand: SharedCommand {
  static let about = CommandAbout(
    "Make a program of a spec: the command of your service",
    usage: "dial bundle SPEC -o NAME [--release VERSION]",
    text: """
      The program is a copy of dial with the spec and the files that it names. It calls the endpoints by their names, and has help, \
      completion and a manual page of its own.

      Values of variables are not in it: they come from the environment, profiles and stored tokens, as with dial. A spec with literal \
      secrets, or with a client key, is refused.
      """,
    sections: [
      "EXAMPLES": """
      dial bundle users.yaml -o users
      ./users getUser id=7
      ./users --help
      dial bundle petstore.json -o pets --release 2.1
      """
    ])

  static let operands = [Operand("spec", \Self.spec)]

  static let flags: [FlagDefinition<Self>] =
    [
      FlagDefinition("-o", "--output-file", sets: \.output, to: "name", help: "path of the program"),
      FlagDefinition("--release", sets: \.release, to: "version", help: "version that the program prints (default: that of the document)"),
    ] + FlagDefinition.part(\.shared, titled: "Behavior")

  private static let maxWarnings = 5

  var spec = ""
  var output: String?
  var release: String?
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    guard let output else { throw Failure.usage("missing name of the program", hint: "dial bundle \(ShellWord.quoted(spec)) -o NAME") }
    if let release, release.isEmpty || release.contains(where: \.isNewline) { throw Failure.usage("--release must be one line of text") }
    let path = try file(SpecFinder(context: context))
    guard let own = context.program() else { throw Failure.io("the program cannot read its own file") }
    let program = Executable(own)
    try check(output)
    var contents = try contents(of: path)
    contents.refuse(try secrets(of: contents.service, context) + Self.profileSecrets(in: contents.files.dropFirst()))
    if !contents.problems.isEmpty { throw Self.refused(contents.problems) }
    let name = String(output[LocalFile.name(in: output)...])
    let manifest = contents.manifest(name: name, version: release, commands: BundledCommands.names + [BundledCommands.completionName])
    let bundle: [UInt8]
    do throws(BundleFault) { bundle = try program.bundle(manifest, contents.files.map(\.bytes)) } catch { throw Failure.io(error.message) }
    do throws(TransportError) {
      try FileWriter.write(bundle, to: output, mode: 0o777)
    } catch {
      let folder = String(output[..<LocalFile.name(in: output)])
      let isMissing = !folder.isEmpty && !LocalFile(folder).isFolder
      throw Failure.io(error.message, hint: isMissing ? "create the folder: mkdir -p \(ShellWord.quoted(folder))" : nil)
    }
    for warning in contents.warnings.prefix(Self.maxWarnings) { console.warn(warning) }
    if contents.warnings.count > Self.maxWarnings {
      console.warn("\(contents.warnings.count - Self.maxWarnings) more lines contain what looks like a token")
    }
    if program.needsLibraries {
      console.warn("the program needs the libraries of this machine; to make one that runs anywhere, use a static dial")
    }
    console.note("'\(output)' contains \(manifest.files.map { "'\($0.path)'" }.joined(separator: ", "))")
  }

  private func contents(of path: String) throws(Failure) -> BundleContents {
    let bytes = try LocalFile(path).read()
    do throws(SpecError) { return try BundleContents(path, bytes) } catch { throw Failure(error) }
  }

  private func file(_ finder: SpecFinder) throws(Failure) -> String {
    switch finder.source(spec) {
    case .file(let path)?: return path
    case nil: throw finder.missing(spec)
    default: throw .usage("a bundle requires a spec that is a file", hint: "save it in a file")
    }
  }

  /// Refuses to replace anything but a bundle.
  private func check(_ output: String) throws(Failure) {
    if output.isEmpty || output == "-" || output.hasSuffix("/") { throw .usage("-o requires the path of a file, but is '\(output)'") }
    let name = String(output[LocalFile.name(in: output)...])
    guard BundledService.isPlain(name) else {
      throw .usage(
        "the name of a program has letters, digits, '.', '_' and '-', but is '\(name.excerpt)'", hint: "choose another name with -o NAME")
    }
    guard let kind = FileKind(output) else { return }
    if kind.isFolder {
      throw .usage("'\(output)' is a folder", hint: "add the name of the program: -o \(ShellWord.quoted(output + "/NAME"))")
    }
    if !kind.isRegular || !Self.isBundle(output) {
      throw .io("'\(output)' already exists and is not a bundle", hint: "remove it, or choose another name with -o NAME")
    }
  }

  private static func isBundle(_ path: String) -> Bool {
    guard let file = OpenFile(path) else { return false }
    return (try? Executable(file).archive()) != nil
  }

  private static func refused(_ problems: [BundleContents.Problem]) -> Failure {
    var failure = Failure(
      "spec", "the bundle was not written, because it would contain what must not be in it:", exit: ExitStatus.spec,
      hint: "everybody who gets the program can read the files in it")
    failure.listing = problems.map { problem in
      let place = problem.range.map { "\($0.file.name):\($0.start.line):\($0.start.column): " } ?? ""
      return "  " + place + problem.message
    }
    failure.faults = problems.map { Failure.Fault(code: "bundle", message: $0.message, location: $0.range) }
    return failure
  }

  /// The secrets of profiles among the files of a bundle, whoever they belong to.
  private static func profileSecrets(in files: some Sequence<BundleContents.Item>) -> [(value: String, source: String)] {
    files.flatMap { file -> [(value: String, source: String)] in
      guard let profiles = try? ProfileFile.profiles(file.bytes, file.path) else { return [] }
      let variables = profiles.values.flatMap { [$0.common] + $0.services.values }.flatMap(\.variables)
      return variables.compactMap { name, value in
        guard SecretNames.contains(name, in: .item), case .text(let text) = SecretReference(value) else { return nil }
        return (text, "a profile with the value of '\(name)'")
      }
    }
  }

  /// The secrets of this machine: stored tokens, values in profiles, and variables of the spec in the environment.
  private func secrets(of service: ServiceModel, _ context: Context) throws(Failure) -> [(value: String, source: String)] {
    var found: [(value: String, source: String)] = []
    if let path = context.user.tokens {
      let tokens = try Failure.wrapping { () throws(TransportError) in try FileTokenStore.stored(in: path) }
      for token in tokens { found += [token.token.access, token.token.refresh].compactMap { $0.map { ($0, "a stored token") } } }
    }
    let profiles = context.user.config == nil ? [:] : try ProfileFile(context.user).read()
    for (name, profile) in profiles {
      for part in [profile.common] + profile.services.values {
        for (variable, value) in part.variables where service.isSecret(variable) {
          if case .text(let text) = SecretReference(value) { found.append((text, "the value of '\(variable)' in the profile '\(name)'")) }
        }
      }
    }
    for name in SpecVariables(service).names where service.isSecret(name) {
      if let value = Console.environment(name) { found.append((value, "the value of '\(name)' in the environment")) }
    }
    return found
  }
}
