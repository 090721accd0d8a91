import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialSpec
import DialSyntax

/// The profiles of the user, in one file that nobody else may read.
struct ProfileFile {
  let path: String

  /// The file of the user. Throws where there is no home for it.
  init(_ folders: UserFolders) throws(Failure) {
    guard let path = folders.profiles else { throw .io("cannot determine the folder for profiles", hint: "set HOME or XDG_CONFIG_HOME") }
    self.path = path
  }

  /// By name; none where there is no file.
  func read() throws(Failure) -> [String: Profile] {
    guard LocalFile(path).exists else { return [:] }
    let bytes: [UInt8]
    do throws(TransportError) { bytes = try PrivateFile(path: path).read() } catch { throw .io(error.message) }
    let document = YAMLReader.read(bytes, name: path)
    if document.isEmpty { return [:] }
    if let first = document.diagnostics.first(where: { $0.severity == .error }) {
      throw .io("\(path):\(first.range.start.line):\(first.range.start.column): \(first.message)")
    }
    guard let members = document.root.map(Self.texts)?.asObject else {
      throw .io("'\(path)' must be a mapping of profile names, each with 'base' and 'vars'")
    }
    var profiles: [String: Profile] = [:]
    for (name, json) in members {
      do throws(Failure) {
        profiles[name] = try Profile(json, named: name)
      } catch {
        throw .io("'\(path)': \(error.message)")
      }
    }
    return profiles
  }

  /// A value is typed by its place, and here every one is a text: `0123` and `no` stay as they are written.
  private static func texts(_ node: Node) -> JSON {
    switch node.content {
    case .scalar(let scalar): .string(scalar.text)
    case .sequence(let items): .array(items.map(texts))
    case .mapping(let entries): .object(entries.map { ($0.name, texts($0.value)) })
    }
  }

  /// Changes the profiles, while no other process does.
  func change(_ change: (inout [String: Profile]) throws -> Void) async throws {
    do {
      try PrivateFolder.make(folder)
      let lock = try await FileLock(path + ".lock")
      defer { lock.release() }
      var profiles = try read()
      try change(&profiles)
      try write(profiles)
    } catch let error as TransportError {
      throw Failure.io(error.message)
    }
  }

  private var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  private func write(_ profiles: [String: Profile]) throws(Failure) {
    let json = JSON.object(profiles.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json()) })
    do throws(TransportError) {
      // A link of those who keep their files elsewhere stays one.
      try PrivateFile(path: LocalFile(path).destination).write(Array(YAMLWriter.text(json).utf8))
    } catch {
      throw .io(error.message)
    }
  }
}

/// The profile of a command. What its references stand for is looked up when a call needs it.
struct ChosenProfile: Sendable {
  /// Empty where none was chosen.
  var name = ""
  var base: String?
  var variables: LazyVariables?

  /// That of `-p`, else that of `$DIAL_PROFILE`, else none. A spec that anybody may have written gets only what its user names for it.
  init(_ flag: String?, for spec: Spec, _ context: Context) throws(Failure) {
    let chosen = flag ?? (spec.trust == .untrusted ? nil : context.profile)
    guard let chosen, !chosen.isEmpty else { return }
    let profiles = try ProfileFile(context.user).read()
    guard let profile = profiles[chosen] else {
      let phrase = Suggestion.phrase(for: chosen, among: profiles.keys.sorted(), what: "profile")
      throw .usage("unknown profile '\(chosen)'; \(phrase)", hint: "to create it, run: dial profile set \(chosen) --var NAME=value")
    }
    let part = profile.part(for: spec.service.name)
    (name, base) = (chosen, part.base)
    variables = LazyVariables(part.variables.keys) { name in SecretReference(part.variables[name] ?? "").value() }
  }
}

extension ServiceFlags {
  func chosenProfile(for spec: Spec, _ context: Context) throws(Failure) -> ChosenProfile { try ChosenProfile(profile, for: spec, context) }

  /// The values of the line, then those of the profile, then the environment.
  ///
  /// - Parameter answers: what the user was asked for; it comes before all others.
  func values(over profile: ChosenProfile, _ answers: [String: String] = [:]) throws(Failure) -> Variables {
    let given = try TargetFlags.values(of: variables).merging(answers) { $1 }
    return Variables(given).orProfile(profile.variables).orEnvironment(anywhere: Set(environment))
  }
}
