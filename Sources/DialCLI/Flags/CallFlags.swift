import ArgumentParser
import DialModel

/// Looking at a call in place of its result, or beside it.
struct InspectionFlags: ParsableArguments, Sendable {
  @Flag(help: "Send nothing: print the request as one JSON object.")
  var dryRun = false

  @Flag(help: "Send nothing: print the request as a line for curl.")
  var curl = false

  @Flag(help: "Tell where each argument went, and by which rule.")
  var explain = false

  @Flag(name: .shortAndLong, help: "The request, and the head of the reply, on stderr.")
  var verbose = false

  @Flag(help: "What the call cost, on stderr: the wait for a connection, the first byte, the whole, the bytes.")
  var timings = false

  @Flag(help: "Print secrets in --dry-run, --curl and -v.")
  var showSecrets = false

  @Flag(help: "Answer from the mocks of the spec, without network.")
  var mock = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Add the call to a recording, a HAR file without secrets; it is made if it is not there.", valueName: "file"))
  var record: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Answer from a recording, or from any HAR file, without network.", valueName: "file"))
  var replay: String?

  /// What answers in place of the server, and what is kept of its answers, exclude each other.
  func checkDoubles() throws(Failure) {
    let given = [("--mock", mock), ("--record", record != nil), ("--replay", replay != nil)].filter(\.1).map(\.0)
    if given.count > 1 { throw .usage("\(given[0]) and \(given[1]) exclude each other") }
    for (flag, path) in [("--record", record), ("--replay", replay)] where path == "-" || path == "" {
      throw .usage("\(flag) takes the name of a file, not '\(path ?? "")'")
    }
  }
}

/// How a call behaves.
struct BehaviourFlags: ParsableArguments, Sendable {
  enum Errors: String, FlagWord { case text, json }
  enum Cache: String, FlagWord {
    case none, standard
    case preferCache = "prefer-cache"
    case onlyCache = "only-cache"
    case reload, revalidate
  }
  enum Check: String, FlagWord { case off, warn, error }

  @Option(help: ArgumentHelp("How failures are told on stderr.", valueName: "form"))
  var errors: Errors = .text

  @Option(parsing: .unconditional, help: ArgumentHelp("Statuses that are a success: 404,409, 2xx, any.", valueName: "statuses"))
  var accept: String?

  @Option(help: ArgumentHelp("What is done about a reply that is not what the spec declares.", valueName: "mode"))
  var checkResponse: Check = .off

  @Option(help: ArgumentHelp("Whether kept answers are given, and answers kept; in place of what the spec says.", valueName: "mode"))
  var cache: Cache?

  @Flag(help: "Never ask on the terminal (calls do not ask; 'dial auth login' does).")
  var noInput = false

  @Flag(name: .shortAndLong, help: "No warnings on stderr.")
  var quiet = false

  /// The given statuses; those of the spec where none are given. They come on top of 2xx, as a refused status would be news.
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
