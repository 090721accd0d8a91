import Dial
import DialBundle
import DialConsole
import DialDoctor
import DialFlags
import DialLibc
import DialText

struct DoctorCommand: SharedCommand {
  static let about = CommandAbout(
    "Find out why calls fail on this machine",
    usage: "dial doctor [SPEC|URL] [flags]",
    text: """
      Looks at the folders of Dial and who can read them, certificates, proxies, profiles and tokens. With a spec, it also looks at the spec, \
      its variables, the name, connection and certificate of its server, and the clock. It sends one HEAD request without credentials.

      Values of variables, passwords and tokens are never shown.
      """,
    sections: [
      "EXAMPLES": """
      dial doctor
      dial doctor users.yaml
      dial doctor https://api.example.com         the server, without a spec
      dial doctor users.yaml --profile work -o json
      """,
      "EXIT CODES": """
      0 no problem was found   14 a problem was found   others as in 'dial call'
      """,
    ])

  static let operands = [Operand("spec", optional: \Self.spec)]

  static let flags: [FlagDefinition<Self>] =
    FlagDefinition.part(\.format) + FlagDefinition.part(\.service, titled: "Target")
    + FlagDefinition.part(\.transport, titled: "Transport") + FlagDefinition.part(\.shared, titled: "Behavior")

  var spec: String?
  var format = FormatFlags()
  var service = ServiceFlags()
  var transport = TransportFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    if spec == nil, let flag = firstOfSpec { throw Failure.usage("\(flag) requires a spec") }
    let configuration = try transport.makeConfiguration()
    var checks = machine(context)
    checks += await ProxyChecks(Console.environment).checks()
    if let spec { checks += try await specChecks(spec, configuration, console, context) }
    let problems = checks.count { $0.state == .problem }
    let whole: JSON = ["ok": .bool(problems == 0), "checks": .array(checks.map { json($0, spec) })]
    try console.write(whole, format.output, otherwise: CheckText(spec: spec ?? "SPEC", hasColor: console.outHasColor).text(checks))
    if problems > 0 { throw SilentExit(exit: ExitStatus.unwell) }
  }

  private func json(_ check: Check, _ spec: String?) -> JSON {
    [
      "state": .string(check.state.rawValue), "name": .string(check.name), "text": .string(check.text),
      "advice": check.advice.map { .string($0.hint(spec: spec ?? "SPEC")) } ?? .null,
    ]
  }

  /// A flag that only matters for a spec.
  private var firstOfSpec: String? {
    let given: [(String, Bool)] = [
      ("--base", service.base != nil), ("--server", service.server != nil), ("--var", !service.variables.isEmpty),
      ("--env", !service.environment.isEmpty), ("--env-file", !service.environmentFiles.isEmpty), ("--trust", service.trust),
    ]
    return given.first(where: \.1)?.0
  }

  private func machine(_ context: Context) -> [Check] {
    let user = context.user
    var checks = [Check.ok("version", "dial \(DialVersion.number), \(Self.system)\(Self.linkage(context))")]
    checks +=
      FolderChecks(
        folders: [("config", user.config), ("data", user.data), ("cache", context.cacheFolder)],
        secretFiles: [user.profiles, user.tokens, user.cookies].compactMap(\.self)
      ).checks
    checks.append(TrustCheck.check())
    checks += ProfileChecks(context: context, chosen: service.profile).checks
    return checks + TokenChecks.checks(user.tokens)
  }

  private static var system: String {
    var names = utsname()
    uname(&names)
    func text<Bytes>(_ bytes: Bytes) -> String {
      withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(names.sysname)) \(text(names.machine))"
  }

  private static func linkage(_ context: Context) -> String {
    context.program().map { Executable($0).needsLibraries ? ", with libraries of this machine" : "" } ?? ""
  }

  private func specChecks(
    _ word: String, _ configuration: HTTPTransport.Configuration, _ console: Console, _ context: Context
  ) async throws -> [Check] {
    let timeout = try transport.makeTimeout()
    if let url = URLSpec(word) {
      let service = try url.spec().service
      let address = String(word.prefix { $0 != "?" && $0 != "#" })
      return await ServiceChecks(base: address, configuration: configuration, service: service, timeout: timeout).checks()
    }
    let finder = SpecFinder(context: context)
    guard finder.exists(word) else { throw finder.missing(word) }
    let loaded: Spec
    do throws(Failure) {
      loaded = try service.chosen(finder.load(word, isTrusted: service.trust))
    } catch {
      let first = error.message.split(separator: "\n").first.map(String.init) ?? ""
      return [.problem("spec", TerminalText.safe(first), .findings)]
    }
    var checks = [specCheck(loaded, word)]
    let profile: ChosenProfile
    do throws(Failure) { profile = try ChosenProfile(service.profile, for: loaded, context) } catch {
      // That of the environment is a check of its own.
      if service.profile == nil { return checks }
      return checks + [.problem("profile", TerminalText.safe(error.message), error.hint.map { .plain($0) } ?? .base)]
    }
    let variables = try service.values(over: profile)
    checks += self.variables(of: loaded, variables, profile)
    let client = Client(loaded, variables: variables, base: service.base ?? profile.base, transport: HTTPTransport(), instruments: .none)
    let base = client.baseURL
    if base.isEmpty {
      checks.append(.problem("base", "is not set, or a variable of it has no value", "pass --base URL, or set 'base' in the spec"))
    } else {
      let scope = VariableScope(loaded, variables)
      let service = ServiceChecks(
        base: base, configuration: configuration, service: loaded.service, timeout: timeout, secrets: Self.secrets(of: loaded, scope)
      ) { scope.value($0, in: .auth) }
      checks += await service.checks()
    }
    return checks
  }

  /// The values of the secret variables, which can be a part of the base.
  private static func secrets(of spec: Spec, _ scope: VariableScope) -> Secrets {
    let service = spec.service
    let names = service.secretVariables.union(service.vars.keys).union(service.base?.variables ?? [])
    var secrets = Secrets()
    for name in names.flatMap(service.secrets) {
      for use in [VariableUse.base, .auth] { if let value = scope.value(name, in: use) { secrets.add(value) } }
    }
    return secrets
  }

  private func specCheck(_ spec: Spec, _ word: String) -> Check {
    let count = spec.service.endpoints.count
    let text = "'\(spec.name)' with \(count) endpoint\(count == 1 ? "" : "s")"
    let warnings = spec.findings.count { $0.severity == .warning }
    if warnings == 0 { return .ok("spec", text) }
    return .warning(
      "spec", "\(text), and \(warnings) warning\(warnings == 1 ? "" : "s")", .findings)
  }

  private func variables(of spec: Spec, _ variables: Variables, _ profile: ChosenProfile) -> [Check] {
    let scope = VariableScope(spec, variables)
    var needed: [String: (isPassed: Bool, endpoints: [String])] = [:]
    var order: [String] = []
    for endpoint in spec.service.endpoints {
      let names = EndpointVariables(endpoint, of: spec.service, trust: spec.trust)
      let others = Set(endpoint.auth.variables).subtracting(endpoint.auth.usualVariables)
      let all = names.ofFields.filter { !others.contains($0) }.map { ($0, false) } + names.ofStructure.map { ($0, true) }
      for (name, isPassed) in all {
        if needed[name] == nil { order.append(name) }
        let (before, users) = needed[name] ?? (false, [])
        needed[name] = (before || isPassed, users + [endpoint.name])
      }
    }
    let given = Set(((try? TargetFlags.values(of: service.variables)) ?? [:]).keys)
    let needs = order.map { VariableNeed($0, isPassed: needed[$0]?.isPassed ?? false, by: needed[$0]?.endpoints ?? []) }
    return VariableChecks.checks(spec.service, needed: needs) { need in
      let name = need.name
      // Programs of the profile are not run.
      let value = need.isPassed ? scope.value(name, in: .base) : scope.identity(of: name)
      guard let value else { return nil }
      let source =
        if given.contains(name) {
          "--var"
        } else if profile.variables?.has(name) == true {
          "the profile '\(profile.name)'"
        } else {
          Console.environment(name) != nil ? "the environment" : "a file of --env-file"
        }
      return VariableChecks.Source(source, isEmpty: value.isEmpty)
    }
  }
}

/// The profiles of the user, and whether what they refer to exists. Programs are not run.
private struct ProfileChecks {
  let context: Context
  let chosen: String?

  var checks: [Check] {
    guard let file = try? ProfileFile(context.user) else { return [] }
    let profiles: [String: Profile]
    do throws(Failure) { profiles = try file.read() } catch {
      return [.problem("profiles", TerminalText.safe(error.message), "correct the file '\(file.path)'")]
    }
    var checks = [Check.ok("profiles", profiles.isEmpty ? "none" : profiles.keys.sorted().joined(separator: ", "))]
    if let name = chosen ?? context.profile, !name.isEmpty, profiles[name] == nil {
      checks.append(.problem("profile", "unknown profile '\(name)'", .profile(name, variable: nil)))
    }
    for (name, profile) in profiles.sorted(by: { $0.key < $1.key }) {
      for part in [profile.common] + profile.services.sorted(by: { $0.key < $1.key }).map(\.value) {
        for (variable, value) in part.variables.sorted(by: { $0.key < $1.key }) {
          let reference = SecretReference(value)
          if reference.isCommand || reference.isText { continue }
          guard case .failure(let reason) = reference.value() else { continue }
          checks.append(
            .problem(
              "profile", "'\(variable)' of '\(name)' has no value: \(TerminalText.safe(reason.text))",
              .profile(name, variable: variable)))
        }
      }
    }
    return checks
  }
}
