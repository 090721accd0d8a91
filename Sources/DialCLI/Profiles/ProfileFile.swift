import Dial
import DialAdvice
import DialConsole
import DialText

/// The file with the profiles of the user, readable only by the user.
struct ProfileFile {
  let path: String

  init(_ folders: UserFolders) throws(Failure) {
    guard let path = folders.profiles else { throw .io("cannot determine the folder for profiles", hint: "set HOME or XDG_CONFIG_HOME") }
    self.path = path
  }

  /// Returns the profiles by name; empty if the file does not exist.
  func read() throws(Failure) -> [String: Profile] {
    guard LocalFile(path).exists else { return [:] }
    return try Self.profiles(try Failure.wrapping { () throws(TransportError) in try PrivateFile(path: path).read() }, path)
  }

  /// Returns the profiles in the text of a file.
  static func profiles(_ bytes: [UInt8], _ path: String) throws(Failure) -> [String: Profile] {
    let document = YAMLReader.read(bytes, name: path)
    if document.isEmpty { return [:] }
    if let first = SyntaxSlip.diagnostics(of: document).first(where: { $0.severity == .error }) {
      throw .io("\(path):\(first.range.start.line):\(first.range.start.column): \(first.message)")
    }
    guard let members = document.root.map(texts)?.asObject else {
      throw .io("'\(path)' must be a mapping of profile names, each with 'base' and 'vars'")
    }
    var profiles: [String: Profile] = [:]
    for (name, json) in members {
      do throws(Failure) { profiles[name] = try Profile(json, named: name) } catch { throw .io("'\(path)': \(error.message)") }
    }
    return profiles
  }

  /// Converts YAML to JSON with all scalars as text: `0123` and `no` are unchanged.
  private static func texts(_ node: Node) -> JSON {
    switch node.content {
    case .scalar(let scalar): .string(scalar.text)
    case .sequence(let items): .array(items.map(texts))
    case .mapping(let entries): .object(entries.map { ($0.name, texts($0.value)) })
    }
  }

  /// Changes the profiles under a lock for other processes.
  func change(_ change: (inout [String: Profile]) throws -> Void) async throws {
    do {
      try PrivateFolder.make(Disk.folder(of: path))
      let lock = try await FileLock(path + ".lock")
      defer { lock.release() }
      var profiles = try read()
      try change(&profiles)
      try write(profiles)
    } catch let error as TransportError {
      throw Failure.io(error.message)
    }
  }

  private func write(_ profiles: [String: Profile]) throws(Failure) {
    let json = JSON.object(profiles.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json()) })
    // Keep a symbolic link, and write to its destination.
    let file = PrivateFile(path: LocalFile(path).destination)
    try Failure.wrapping { () throws(TransportError) in try file.write(Array(YAMLWriter.text(json).utf8)) }
  }
}

/// The profile of a command. Its references are resolved when a call needs them.
struct ChosenProfile: Sendable {
  /// The name; empty if there is no profile.
  var name = ""
  var base: String?
  var variables: LazyVariables?

  /// Uses the profile of `-p`, otherwise of `$DIAL_PROFILE`. An untrusted spec only gets a profile that is selected for it.
  init(_ flag: String?, for spec: Spec, _ context: Context) throws(Failure) {
    guard let chosen = flag ?? (spec.trust == .untrusted ? nil : context.profile), !chosen.isEmpty else { return }
    let profiles = try ProfileFile(context.user).read()
    guard let profile = profiles[chosen] else {
      let phrase = Suggestion.phrase(for: chosen, among: profiles.keys.sorted(), what: "profile")
      throw .usage("unknown profile '\(chosen)'; \(phrase)", hint: "to create it, run: dial profile set \(chosen) --var NAME=value")
    }
    let part = profile.part(for: spec.service.name)
    (name, base) = (chosen, part.base)
    let programs = part.variables.filter { SecretReference($0.value).isCommand }
    variables = LazyVariables(part.variables.keys, programs: programs) { name in SecretReference(part.variables[name] ?? "").value() }
  }
}

extension ServiceFlags {
  /// Returns the variables: `answers` of the user, then those of the command line and its files, the profile and the environment.
  func values(over profile: ChosenProfile, _ answers: [String: String] = [:]) throws(Failure) -> Variables {
    var given: [String: String] = [:]
    for path in environmentFiles { given.merge(try EnvironmentFile.read(path)) { $1 } }
    given = try given.merging(TargetFlags.values(of: variables)) { $1 }.merging(answers) { $1 }
    var variables = Variables(given)
    variables.profile = profile.variables
    return variables.orEnvironment(anywhere: Set(environment))
  }
}

/// A base and values of variables with a name, for all specs or one service.
struct Profile: Sendable, Equatable {
  struct Part: Sendable, Equatable {
    var base: String?
    /// Values, or references such as `env:TOKEN`.
    var variables: [String: String] = [:]
  }

  var common = Part()
  var services: [String: Part] = [:]

  /// Returns the values for a service, whose own part overrides the common one.
  func part(for service: String) -> Part {
    guard let own = services[service] else { return common }
    return Part(base: own.base ?? common.base, variables: common.variables.merging(own.variables) { $1 })
  }

  /// Throws the error, whose text follows the name of the file.
  init(_ json: JSON, named name: String) throws(Failure) {
    common = try Self.part(json, name, mayHaveServices: true)
    guard let value = json.asObject?["services"] else { return }
    for (service, part) in try Self.mapping(value, "'services' of '\(name)'") {
      services[service] = try Self.part(part, "\(name).\(service)")
    }
  }

  init() {}

  private static func part(_ json: JSON, _ name: String, mayHaveServices: Bool = false) throws(Failure) -> Part {
    var part = Part()
    for (key, value) in try mapping(json, "'\(name)'") {
      switch key {
      case "base": part.base = try string(value, "'base' of '\(name)'")
      case "vars":
        for (variable, value) in value.asString == "" ? [:] : try mapping(value, "'vars' of '\(name)'") {
          part.variables[variable] = try string(value, "'\(variable)' of '\(name)'")
        }
      case "services" where mayHaveServices: break
      default: throw fault("unknown key '\(key)' in '\(name)'; available: base, vars\(mayHaveServices ? ", services" : "")")
      }
    }
    return part
  }

  private static func mapping(_ json: JSON, _ what: String) throws(Failure) -> JSON.Members {
    guard let members = json.asObject else { throw fault("\(what) must be a mapping") }
    return members
  }

  private static func string(_ json: JSON, _ what: String) throws(Failure) -> String {
    guard let text = json.asString else { throw fault("\(what) must be a string") }
    return text
  }

  private static func fault(_ message: String) -> Failure { Failure("profile", message, exit: ExitStatus.failure) }

  /// Returns JSON with values converted by `shown`.
  func json(_ shown: (String) -> String = { $0 }) -> JSON {
    var members = Self.members(common, shown)
    if !services.isEmpty {
      members.append(("services", .object(services.sorted { $0.key < $1.key }.map { ($0.key, .object(Self.members($0.value, shown))) })))
    }
    return .object(members)
  }

  private static func members(_ part: Part, _ shown: (String) -> String) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let base = part.base { members.append(("base", .string(base))) }
    if !part.variables.isEmpty {
      members.append(("vars", .object(part.variables.sorted { $0.key < $1.key }.map { ($0.key, .string(shown($0.value))) })))
    }
    return members
  }
}
