import DialJSON

/// What a user keeps under a name: a base and values of variables, for every spec or for one service.
struct Profile: Sendable, Equatable {
  /// One level of it.
  struct Part: Sendable, Equatable {
    var base: String?
    /// Texts, or references such as `env:TOKEN`.
    var variables: [String: String] = [:]
  }

  var common = Part()
  var services: [String: Part] = [:]

  /// What holds for a service: its own part over the common one.
  func part(for service: String) -> Part {
    guard let own = services[service] else { return common }
    return Part(base: own.base ?? common.base, variables: common.variables.merging(own.variables) { $1 })
  }

  // MARK: as JSON

  /// Throws what is wrong, in words that follow the name of the file.
  init(_ json: JSON, named name: String) throws(Failure) {
    guard let members = json.asObject else { throw Self.fault("'\(name)' must be a mapping") }
    for (key, value) in members {
      switch key {
      case "base", "vars": break
      case "services":
        guard let services = value.asObject else { throw Self.fault("'services' of '\(name)' must be a mapping") }
        for (service, part) in services { self.services[service] = try Self.part(part, "\(name).\(service)") }
      default: throw Self.fault("unknown key '\(key)' in '\(name)'; available: base, vars, services")
      }
    }
    common = try Self.part(.object(members.filter { $0.name != "services" }.map { ($0.name, $0.value) }), name)
  }

  init() {}

  private static func part(_ json: JSON, _ name: String) throws(Failure) -> Part {
    guard let members = json.asObject else { throw fault("'\(name)' must be a mapping") }
    var part = Part()
    for (key, value) in members {
      switch key {
      case "base":
        guard let base = value.asString else { throw fault("'base' of '\(name)' must be a string") }
        part.base = base
      case "vars":
        guard let members = value.asObject ?? (value.asString == "" ? [:] : nil) else { throw fault("'vars' of '\(name)' must be a mapping") }
        for member in members {
          guard let text = member.value.asString else {
            throw fault("'\(member.name)' of '\(name)' must be a string")
          }
          part.variables[member.name] = text
        }
      default: throw fault("unknown key '\(key)' in '\(name)'; available: base, vars")
      }
    }
    return part
  }

  private static func fault(_ message: String) -> Failure { Failure("profile", message, exit: ExitStatus.failure) }

  /// - Parameter shown: how a value is written.
  func json(_ shown: (String) -> String = { $0 }) -> JSON {
    var members = Self.members(common, shown)
    if !services.isEmpty {
      members.append(
        ("services", .object(services.sorted { $0.key < $1.key }.map { ($0.key, .object(Self.members($0.value, shown))) })))
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
