import ArgumentParser
import DialCore
import DialJSON

/// `dial profile list|show|set|remove`
struct ProfileCommand: ShellCommand {
  enum Action: String, FlagWord { case list, show, set, remove }

  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Keeps bases and variables under a name.",
    usage: "dial profile list | show NAME | set NAME [flags] | remove NAME",
    discussion: """
      Profiles stand in ~/.config/dial/profiles.yaml (mode 0600), and are used with -p NAME or $DIAL_PROFILE. A value may say where it
      comes from: 'env:NAME', 'file:PATH', or 'cmd:PROGRAM WORDS', which is run without a shell when a call needs the variable. Values
      are given by --var, else the profile, else the environment, else the spec.

      EXAMPLES
        dial profile set work --var TOKEN=cmd:'pass show work/api'
        dial profile set work --service users --var TENANT=7
        dial users getUser id=7 -p work
        dial profile show work
      """)

  @Argument(help: "list, show, set or remove.")
  var action: Action

  @Argument(help: "The name of a profile.")
  var name: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The base URL of its calls; '' takes it away.", valueName: "url"))
  var base: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A value for ${NAME}; 'NAME=' takes it away. May be repeated.", valueName: "name=value"))
  var variables: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("Only for the spec with this 'service'.", valueName: "service"))
  var service: String?

  @Flag(help: "Print the values of 'show' as they are.")
  var showSecrets = false

  @OptionGroup(title: "Behaviour") var shared: SharedFlags

  var color: Console.Color? { shared.color }

  func perform(_ console: Console, _ context: Context) async throws {
    let file = try ProfileFile(context.user)
    var profiles = try file.read()
    if action == .list {
      for name in profiles.keys.sorted() { try console.out(Array("\(name)\n".utf8)) }
      return
    }
    guard let name else { throw Failure.usage("which profile?", hint: "dial profile \(action.rawValue) NAME") }
    if action == .set {
      guard Self.isName(name) else { throw Failure.usage("'\(name)' is no name of a profile: letters, digits, '_', '-' and '.'") }
      profiles[name] = try changed(profiles[name] ?? Profile())
      return try file.write(profiles)
    }
    guard let profile = profiles[name] else {
      throw Failure.usage("there is no profile '\(name)'", hint: "dial profile list shows all of them")
    }
    if action == .remove {
      profiles[name] = nil
      return try file.write(profiles)
    }
    let shown = profile.json { showSecrets || !SecretReference($0).isText ? $0 : Secrets.mask }
    try console.out(Array(YAMLWriter.text(shown).utf8))
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
    !name.isEmpty && !name.hasPrefix("-")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }
}
