import ArgumentParser
import DialModel

/// Flags that show a call instead of, or beside, its result.
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
    FlagDefinition("--dry-run", switches: \.dryRun, help: "Send nothing: print the request as one JSON object."),
    FlagDefinition("--curl", switches: \.curl, help: "Send nothing: print the request as a line for curl."),
    FlagDefinition("--explain", switches: \.explain, help: "Send nothing: tell where each argument goes, and by which rule."),
    FlagDefinition("-v", "--verbose", switches: \.verbose, help: "The request, and the head of the reply, on stderr."),
    FlagDefinition(
      "--timings", switches: \.timings,
      help: "What the call cost, on stderr: the wait for a connection, the first byte, the whole, the bytes."),
    FlagDefinition("--show-secrets", switches: \.showSecrets, help: "Print secrets in --dry-run, --curl and -v."),
    FlagDefinition("--mock", switches: \.mock, help: "Answer from the mocks of the spec, without network."),
    FlagDefinition(
      "--record", sets: \.record, to: "file",
      help: "Add the call to a recording, a HAR file without secrets; it is made if it is not there."),
    FlagDefinition("--replay", sets: \.replay, to: "file", help: "Answer from a recording, or from any HAR file, without network."),
  ]

  /// The flag that shows a call instead of sending it.
  var inspects: String? { dryRun ? "--dry-run" : curl ? "--curl" : explain ? "--explain" : nil }

  /// Checks that only one of mocks, recording and replay is used.
  func checkDoubles() throws(Failure) {
    let given = [("--mock", mock), ("--record", record != nil), ("--replay", replay != nil)].filter(\.1).map(\.0)
    if given.count > 1 { throw .usage("\(given[0]) and \(given[1]) exclude each other") }
    for (flag, path) in [("--record", record), ("--replay", replay)] where path == "-" || path == "" {
      throw .usage("\(flag) takes the name of a file, not '\(path ?? "")'")
    }
  }
}

/// Flags for the behavior of a call.
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
    FlagDefinition("--accept", sets: \.accept, to: "statuses", help: "Statuses that are a success: 404,409, 2xx, any."),
    FlagDefinition(
      "--check-response", chooses: \.checkResponse, of: "mode", help: "What is done about a reply that is not what the spec declares."),
    FlagDefinition(
      "--cache", chooses: \.cache, of: "mode", help: "Whether kept answers are given, and answers kept; in place of what the spec says."),
    FlagDefinition("--no-input", switches: \.noInput, help: "Never ask on the terminal (calls do not ask; 'dial auth login' does)."),
    FlagDefinition("-q", "--quiet", switches: \.quiet, help: "No warnings on stderr."),
  ]

  /// Returns the accepted statuses in addition to 2xx; nil for those of the spec.
  func makeAccept() throws(Failure) -> StatusSet? {
    guard let accept else { return nil }
    var set = StatusSet.success
    for word in accept.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(word.drop { $0 == " " })
      guard set.insert(word) else { throw .usage("--accept takes statuses such as 404,409, 4xx or any, not '\(word)'") }
    }
    return set
  }
}

/// Flags for arguments.
struct ArgumentFlags: FlagGroup {
  var args: String?

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--args", sets: \.args, to: "file", help: "A JSON or YAML object of arguments; '-' for standard input.")
  ]
}

/// Flags of the commands that send nothing.
struct SharedFlags: FlagGroup {
  var color: Console.Color = .auto
  var errors: BehaviourFlags.Errors = .text

  static let flags: [FlagDefinition<Self>] = [.color(\.color), .errors(\.errors)]
}

extension FlagDefinition {
  static func color(_ property: Property<Console.Color>) -> Self {
    FlagDefinition("--color", chooses: property, of: "when", help: "Colours in what is printed.")
  }

  static func errors(_ property: Property<BehaviourFlags.Errors>) -> Self {
    FlagDefinition("--errors", chooses: property, of: "form", help: "How failures are told on stderr.")
  }
}
