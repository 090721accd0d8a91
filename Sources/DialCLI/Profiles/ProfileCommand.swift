import Dial
import DialConsole
import DialFlags
import DialText

struct ProfileCommand: SharedCommand {
  enum Action: String, FlagWord { case list, show, set, remove }

  static let about = CommandAbout(
    "Manage profiles: named sets of a base URL and variables",
    usage: "dial profile list | show NAME | set NAME [flags] | remove NAME [--service S]",
    text: """
      Profiles are stored in ~/.config/dial/profiles.yaml (mode 0600). Select one with -p NAME or $DIAL_PROFILE. Instead of a value, you
      can write 'env:NAME', 'file:PATH', or 'cmd:PROGRAM WORDS', which is run without a shell when a call needs the variable. Dial looks for
      a value first in --var, then in the profile, the environment and the spec.
      """,
    sections: [
      "EXAMPLES": """
      dial profile set work --var TOKEN=cmd:'pass show work/api'
      dial profile set work --service users --var TENANT=7
      dial users getUser id=7 -p work
      dial profile show work
      """
    ])

  static let operands = [Operand("action", chooses: \Self.action), Operand("name", optional: \.name)]

  static let flags: [FlagDefinition<Self>] =
    [
      FlagDefinition("--base", sets: \.base, to: "url", help: "base URL of the profile ('' removes it)"),
      FlagDefinition("--var", adds: \.variables, of: "name=value", help: "value of ${NAME} ('NAME=' removes it; repeatable)"),
      FlagDefinition("--service", sets: \.service, to: "service", help: "apply only to the spec with this 'service'"),
      FlagDefinition("--show-secrets", switches: \.showSecrets, help: "show the values in the output of 'show'"),
    ] + FlagDefinition.part(\.shared, titled: "Behavior")

  var action = Action.list
  var name: String?
  var base: String?
  var variables: [String] = []
  var service: String?
  var showSecrets = false
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    try checkFlags()
    let file = try ProfileFile(context.user)
    if action == .list {
      for name in try file.read().keys.sorted() { try console.out(Array("\(name)\n".utf8)) }
      return
    }
    guard let name else { throw Failure.usage("missing profile name", hint: "run: dial profile \(action.rawValue) NAME") }
    switch action {
    case .list: return
    case .set:
      guard Self.isName(name) else { throw Failure.usage("'\(name)' is not a valid profile name; use letters, digits, '_', '-' and '.'") }
      try await file.change { $0[name] = try changed($0[name] ?? Profile()) }
    case .remove:
      try await file.change { $0[name] = try reduced(try Self.found(name, $0)) }
    case .show:
      let shown = try Self.found(name, try file.read()).json { showSecrets || !SecretReference($0).isText ? $0 : Secrets.mask }
      try console.out(Array(YAMLWriter.text(shown).utf8))
    }
  }

  /// Checks that no flag is set that the action ignores.
  private func checkFlags() throws(Failure) {
    let hasValues = base != nil || !variables.isEmpty
    switch action {
    case .set: return
    case .list where name != nil || hasValues || service != nil:
      throw .usage(
        "'dial profile list' does not accept a name, --base, --var or --service", hint: "to show a profile, run: dial profile show NAME")
    case .show where hasValues || service != nil: throw .usage("'dial profile show' does not accept --base, --var or --service")
    case .remove where hasValues:
      throw .usage(
        "'dial profile remove' does not accept --base or --var",
        hint: "to remove a variable, run: dial profile set NAME --var X=; to remove the base, use --base ''")
    default: return
    }
  }

  private static func found(_ name: String, _ profiles: [String: Profile]) throws(Failure) -> Profile {
    if let profile = profiles[name] { return profile }
    throw .usage(
      "unknown profile '\(name)'\(Suggestion.question(for: name, among: profiles.keys.sorted()))",
      hint: "to list all profiles, run: dial profile list")
  }

  /// Returns a profile without the part of a service; nil if nothing is left.
  private func reduced(_ profile: Profile) throws(Failure) -> Profile? {
    guard let service else { return nil }
    var left = profile
    guard left.services.removeValue(forKey: service) != nil else {
      throw .usage("the profile has no settings for the service '\(service)'", hint: "to see its services, run: dial profile show NAME")
    }
    return left
  }

  private func changed(_ profile: Profile) throws(Failure) -> Profile {
    var changed = profile
    var part = service.map { profile.services[$0] ?? Profile.Part() } ?? profile.common
    if let base {
      if !base.isEmpty, let fault = BaseURL.fault(base, in: "--base") { throw .usage(fault, hint: FlagFaults.base) }
      part.base = base.isEmpty ? nil : base
    }
    for (name, value) in try TargetFlags.values(of: variables) { part.variables[name] = value.isEmpty ? nil : value }
    if let service { changed.services[service] = part } else { changed.common = part }
    return changed
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && name.utf8.allSatisfy { PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
  }
}
