import ArgumentParser
import DialEngine
import DialJSON
import DialSpec

/// Whose service is called, and the values that the spec leaves open.
struct ServiceFlags: ParsableArguments, Sendable {
  @Option(parsing: .unconditional, help: ArgumentHelp("The base URL, in place of the spec's.", valueName: "url"))
  var base: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A value for ${NAME} in the spec. May be repeated.", valueName: "name=value"))
  var variables: [String] = []

  @Option(
    name: .customLong("env"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A variable that the spec may read from the environment anywhere. May be repeated.", valueName: "name"))
  var environment: [String] = []

  @Option(
    name: [.customShort("p", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Base and variables that 'dial profile' keeps under a name; its tokens are its own.", valueName: "name"))
  var profile: String?

  @Flag(help: "Trust the spec: it may read the environment and files.")
  var trust = false
}

/// Where a call goes.
struct TargetFlags: ParsableArguments, Sendable {
  @OptionGroup var service: ServiceFlags

  @Option(
    name: [.customShort("H", allowingJoined: true), .customLong("header")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header of this call, in place of the spec's. May be repeated.", valueName: "Name: value"))
  var headers: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An item of the query, after the arguments. May be repeated.", valueName: "key=value"))
  var query: [String] = []

  /// The values of the line, then those of the profile, then the environment.
  func makeVariables(_ profile: ChosenProfile) throws(Failure) -> Variables {
    Variables(try Self.values(of: service.variables)).orProfile(profile.variables).orEnvironment(anywhere: Set(service.environment))
  }

  /// The profile of a call.
  func makeProfile(_ spec: Spec, _ context: Context) throws(Failure) -> ChosenProfile {
    try ChosenProfile(service.profile, for: spec, context)
  }

  /// What `--var` gives.
  static func values(of variables: [String]) throws(Failure) -> [String: String] {
    var given: [String: String] = [:]
    for text in variables {
      let (name, value) = try split(text, at: "=", "--var", "name=value")
      given[name] = value
    }
    return given
  }

  func makeHeaders() throws(Failure) -> [(String, String)] {
    var fields: [(String, String)] = []
    for text in headers {
      let (name, value) = try Self.split(text, at: ":", "-H", "'Name: value'")
      fields.append((name, Self.trimmed(value)))
    }
    return fields
  }

  func makeQuery() throws(Failure) -> Arguments {
    var items = Arguments()
    for text in query {
      let (key, value) = try Self.split(text, at: "=", "--query", "key=value")
      items.append(key, json: .string(value))
    }
    return items
  }

  /// The two halves of a text. Where it cannot be split, any part of it may be a secret, so that none is told.
  private static func split(_ text: String, at mark: Character, _ flag: String, _ form: String) throws(Failure) -> (String, String) {
    guard let place = text.firstIndex(of: mark), place != text.startIndex else {
      throw .usage("\(flag) is written \(flag) \(form)")
    }
    return (String(text[..<place]), String(text[text.index(after: place)...]))
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    var rest = text.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(rest)
  }
}
