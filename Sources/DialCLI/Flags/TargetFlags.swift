import ArgumentParser
import DialEngine
import DialJSON

/// Whose service is called, and the values that the spec leaves open.
struct ServiceFlags: FlagGroup {
  var base: String?
  var variables: [String] = []
  var environment: [String] = []
  var profile: String?
  var trust = false

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--base", sets: \.base, to: "url", help: "base URL, overriding the spec"),
    FlagDefinition("--var", adds: \.variables, of: "name=value", help: "value of ${NAME} in the spec (repeatable)"),
    FlagDefinition(
      "--env", adds: \.environment, of: "name", help: "let the spec read this environment variable anywhere (repeatable)"),
    FlagDefinition(
      "-p", "--profile", sets: \.profile, to: "name",
      help: "use the base, variables and tokens of this profile"),
    FlagDefinition("--trust", switches: \.trust, help: "let the spec read the environment and files"),
  ]
}

/// Where a call goes.
struct TargetFlags: FlagGroup {
  var service = ServiceFlags()
  var headers: [String] = []
  var query: [String] = []

  static let flags: [FlagDefinition<Self>] =
    ServiceFlags.flags.map { FlagDefinition($0, in: \.service) } + [
      FlagDefinition(
        "-H", "--header", adds: \.headers, of: "Name: value", help: "header of this call, overriding the spec (repeatable)"),
      FlagDefinition("--query", adds: \.query, of: "key=value", help: "query item to add after the arguments (repeatable)"),
    ]

  /// What `--var` gives.
  static func values(of variables: [String]) throws(Failure) -> [String: String] {
    var given: [String: String] = [:]
    for text in variables {
      let (name, value) = try split(text, at: "=", "--var", "name=value")
      given[name] = try file(of: value) ?? value
    }
    return given
  }

  /// The text of the file that a value names as `@path`, without its last line break; nil where there is no such file.
  static func file(of value: String) throws(Failure) -> String? {
    guard value.hasPrefix("@"), LocalFile(String(value.dropFirst())).exists else { return nil }
    do throws(LocalFile.Unreadable) {
      var text = String(decoding: try LocalFile(String(value.dropFirst())).read(), as: UTF8.self)
      if text.last?.isNewline == true { text.removeLast() }
      return text
    } catch {
      throw .usage("--var: cannot read '\(value.dropFirst())': \(error.reason)")
    }
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
      let (key, value) = try Self.split(text, at: "=", "--query", "key=value", hint: "to select from the result, use --select")
      items.append(key, json: .string(value))
    }
    return items
  }

  /// The two halves of a text. Where it cannot be split, any part of it may be a secret, so that none is told.
  private static func split(
    _ text: String, at mark: Character, _ flag: String, _ form: String, hint: String? = nil
  ) throws(Failure) -> (String, String) {
    guard let place = text.firstIndex(of: mark), place != text.startIndex else {
      throw .usage("invalid value of \(flag); write \(flag) \(form)", hint: hint)
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
