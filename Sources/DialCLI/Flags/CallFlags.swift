import ArgumentParser
import DialModel

/// Looking at a call in place of its result, or beside it.
struct InspectionFlags: FlagGroup {
  var dryRun = false
  var curl = false
  var explain = false
  var verbose = false
  var timings = false
  var showSecrets = false
  var mock = false
  var record: String?
  var replay: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--dry-run", switches: \.dryRun, help: "print the request as JSON instead of sending it"),
    FlagDefinition("--curl", switches: \.curl, help: "print the request as a curl command instead of sending it"),
    FlagDefinition("--explain", switches: \.explain, help: "show where each argument would be sent, and why"),
    FlagDefinition("-v", "--verbose", switches: \.verbose, help: "print the request and the response head to stderr"),
    FlagDefinition(
      "--timings", switches: \.timings,
      help: "print times and byte counts of the call to stderr"),
    FlagDefinition("--show-secrets", switches: \.showSecrets, help: "show secrets in --dry-run, --curl and -v"),
    FlagDefinition("--mock", switches: \.mock, help: "use the mocks of the spec instead of the network"),
    FlagDefinition(
      "--record", sets: \.record, to: "file",
      help: "add the call to a recording, a HAR file without secrets"),
    FlagDefinition("--replay", sets: \.replay, to: "file", help: "use a recording or another HAR file instead of the network"),
  ]

  /// The flag that shows a call in place of sending it.
  var inspects: String? { dryRun ? "--dry-run" : curl ? "--curl" : explain ? "--explain" : nil }

  /// What answers in place of the server, and what is kept of its answers, exclude each other.
  func checkDoubles() throws(Failure) {
    let given = [("--mock", mock), ("--record", record != nil), ("--replay", replay != nil)].filter(\.1).map(\.0)
    if given.count > 1 { throw .usage("\(given[0]) conflicts with \(given[1])") }
    for (flag, path) in [("--record", record), ("--replay", replay)] where path == "-" || path == "" {
      throw .usage("\(flag) must be a file name, but is '\(path ?? "")'")
    }
  }
}

/// How a call behaves.
struct BehaviourFlags: FlagGroup {
  enum Errors: String, FlagWord { case text, json }
  enum Cache: String, FlagWord {
    case none, standard
    case preferCache = "prefer-cache"
    case onlyCache = "only-cache"
    case reload, revalidate
  }
  enum Check: String, FlagWord { case off, warn, error }

  var errors: Errors = .text
  var accept: String?
  var checkResponse: Check = .off
  var cache: Cache?
  var noInput = false
  var quiet = false

  static let flags: [FlagDefinition<Self>] = [
    .errors(\.errors),
    FlagDefinition("--accept", sets: \.accept, to: "statuses", help: "statuses that count as success, such as 404,409, 2xx or any"),
    FlagDefinition(
      "--check-response", chooses: \.checkResponse, of: "mode", help: "what to do if a response does not match the spec"),
    FlagDefinition(
      "--cache", chooses: \.cache, of: "mode", help: "cache mode, overriding the spec"),
    FlagDefinition("--no-input", switches: \.noInput, help: "never prompt or read typed lines"),
    FlagDefinition("-q", "--quiet", switches: \.quiet, help: "hide warnings, notes and progress"),
  ]

  /// The given statuses; those of the spec where none are given. They come on top of 2xx, as a refused status would be news.
  func makeAccept() throws(Failure) -> StatusSet? {
    guard let accept else { return nil }
    var set = StatusSet.success
    for word in accept.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(word.drop { $0 == " " })
      guard set.insert(word) else { throw .usage("'\(word)' is not a valid status for --accept; write statuses such as 404,409, 4xx or any") }
    }
    return set
  }
}

/// Arguments that are not on the line.
struct ArgumentFlags: FlagGroup {
  var args: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--args", sets: \.args, to: "file", help: "read arguments from a JSON or YAML file ('-': standard input)")
  ]
}

/// What the commands that send nothing let one choose.
struct SharedFlags: FlagGroup {
  var color: Console.Color = .auto
  var errors: BehaviourFlags.Errors = .text

  static let flags: [FlagDefinition<Self>] = [.color(\.color), .errors(\.errors)]
}

extension FlagDefinition {
  static func color(_ property: Property<Console.Color>) -> Self {
    FlagDefinition("--color", chooses: property, of: "when", help: "when to use colors")
  }

  static func errors(_ property: Property<BehaviourFlags.Errors>) -> Self {
    FlagDefinition("--errors", chooses: property, of: "format", help: "format of error messages")
  }
}
