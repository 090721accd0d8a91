package import Dial
import DialAdvice
package import DialFlags

package struct InspectionFlags: FlagGroup {
  package var dryRun = false
  package var curl = false
  package var explain = false
  package var verbose = false
  package var timings = false
  package var showSecrets = false
  package var mock = false
  package var record: String?
  package var replay: String?

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--dry-run", switches: \.dryRun, help: "print the request as JSON instead of sending it"),
    FlagDefinition("--curl", switches: \.curl, help: "print the request as a curl command instead of sending it"),
    FlagDefinition("--explain", switches: \.explain, help: "show where each argument would be sent, and why"),
    FlagDefinition("-v", "--verbose", switches: \.verbose, help: "print the request and the response head to stderr"),
    FlagDefinition("--timings", switches: \.timings, help: "print times and byte counts of the call to stderr"),
    FlagDefinition("--show-secrets", switches: \.showSecrets, help: "show secrets in --dry-run, --curl and -v"),
    FlagDefinition("--mock", switches: \.mock, help: "use the mocks of the spec instead of the network"),
    FlagDefinition("--record", sets: \.record, to: "file", help: "add the call to a recording, a HAR file without secrets"),
    FlagDefinition("--replay", sets: \.replay, to: "file", help: "use a recording or another HAR file instead of the network"),
  ]

  package var inspects: String? { dryRun ? "--dry-run" : curl ? "--curl" : explain ? "--explain" : nil }

  /// Checks that only one of mocks, recording and replay is used, and that recordings are files.
  package func checkDoubles() throws(Failure) {
    let given = [("--mock", mock), ("--record", record != nil), ("--replay", replay != nil)].filter(\.1).map(\.0)
    if given.count > 1 { throw .usage("\(given[0]) conflicts with \(given[1])") }
    for (flag, path) in [("--record", record), ("--replay", replay)] where path == "-" || path == "" {
      throw .usage("\(flag) must be a file name, but is '\(path ?? "")'")
    }
  }
}

package struct BehaviourFlags: FlagGroup {
  package enum Errors: String, FlagWord { case text, json }
  /// A mode, or the lifetime of `standard`: `5m`.
  package struct Cache: FlagWord, Equatable {
    package static let allCases = CacheMode.allCases.compactMap { Cache(rawValue: $0.rawValue) }

    package let rawValue: String
    package let lifetime: Duration?
    package var mode: CacheMode { CacheMode(rawValue: rawValue) ?? .standard }

    package init?(rawValue: String) {
      lifetime = Values.duration(rawValue).flatMap { $0 > .zero ? $0 : nil }
      guard lifetime != nil || CacheMode(rawValue: rawValue) != nil else { return nil }
      self.rawValue = rawValue
    }
  }
  package enum Check: String, FlagWord { case off, warn, error }

  package var errors: Errors = .text
  package var accept: String?
  package var retry: String?
  package var checkResponse: Check = .off
  package var noConstraints = false
  package var contentType: String?
  package var headerLines = false
  package var cache: Cache?
  package var wait: String?
  package var sendFiles = false
  package var noInput = false
  package var quiet = false

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [
    .errors(\.errors),
    FlagDefinition("--accept", sets: \.accept, to: "statuses", help: "statuses that count as success, such as '404,409', '2xx' or 'any'"),
    FlagDefinition(
      "--retry", sets: \.retry, to: "n",
      help: "maximum number of retries after temporary failures; 0 for none (default: 2, or retry of the spec)"),
    FlagDefinition("--check-response", chooses: \.checkResponse, of: "mode", help: "what to do if a response does not match the spec"),
    FlagDefinition("--no-constraints", switches: \.noConstraints, help: "send arguments that do not match the constraints of the spec"),
    FlagDefinition(
      "--content-type", sets: \.contentType, to: "type", help: "media type of the body that the spec declares, or form, multipart, text"),
    FlagDefinition("--header-lines", switches: \.headerLines, help: "send each item of an array in a header line of its own"),
    FlagDefinition(
      "--cache", chooses: \.cache, of: "mode", or: "a lifetime such as 5m",
      help: "cache mode, or a lifetime such as 5m, overriding the spec"),
    FlagDefinition(
      "--wait", sets: \.wait, to: "duration",
      help: "silence that ends a WebSocket after the last line, or 'close': until the server closes"),
    FlagDefinition("--send-files", switches: \.sendFiles, help: "send FILE for a line @FILE, as a binary message of a WebSocket"),
    FlagDefinition("--no-input", switches: \.noInput, help: "never prompt or read typed lines"),
    FlagDefinition("-q", "--quiet", switches: \.quiet, help: "hide warnings, notes and progress"),
  ]

  package func makeRetries() throws(Failure) -> Int? { try FlagValue.number(retry, "--retry", in: 0...100, "an integer from 0 to 100") }

  /// Returns the accepted statuses in addition to 2xx; nil for those of the spec.
  package func makeAccept() throws(Failure) -> StatusSet? {
    guard let accept else { return nil }
    var set = StatusSet.success
    for word in accept.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(word.drop { $0 == " " })
      guard set.insert(word) else {
        throw .usage("'\(word)' is not a valid status for --accept; write statuses such as '404,409', '4xx' or 'any'")
      }
    }
    return set
  }
}

extension FlagDefinition {
  package static func color(_ property: Property<Console.Color>) -> Self {
    FlagDefinition("--color", chooses: property, of: "when", help: "when to use colors")
  }

  package static func errors(_ property: Property<BehaviourFlags.Errors>) -> Self {
    FlagDefinition("--errors", chooses: property, of: "format", help: "format of error messages")
  }
}

package struct OutputFlags: FlagGroup {
  package var selects: [String] = []
  var tuples: [String] = []
  package var require = false
  /// The format. Beside `-o full`, another one is that of what is selected from the whole response.
  package var output: OutputFormat? {
    didSet {
      if output == .full || oldValue == .full { isFull = true }
      if output == .full, let oldValue { output = oldValue }
    }
  }
  /// Whether the result is the whole response.
  package private(set) var isFull = false
  package var path: String?
  package var compressed = false
  var headerRow = false
  var noHeader = false
  package var include = false
  package var compact = false
  package var indent = false
  package var color: Console.Color = .auto

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [
    FlagDefinition(
      "-s", "--select", adds: \.selects, of: "expression", help: "select from the result with JMESPath, such as 'data.list[*].name'",
      // Probably the -sS of curl: 'S' would select nothing.
      joins: false),
    FlagDefinition("--tuple", adds: \.tuples, of: "names", help: "select these members, in this order, such as id,company.name"),
    FlagDefinition("--require", switches: \.require, help: "fail with exit code 9 if the selection finds nothing"),
    FlagDefinition(
      "-o", "--output", chooses: \.output, of: "format", or: "full",
      help: "format of the result; 'full' is JSON with the status and headers"),
    FlagDefinition(
      "-O", "--output-file", sets: \.path, to: "file", help: "write the result to a file ('-': stdout), or bytes into a folder"),
    FlagDefinition("--compressed", switches: \.compressed, help: "accept a compressed response for -o raw, bytes and downloads"),
    FlagDefinition("--header-row", switches: \.headerRow, help: "print the names of columns, also with -o tsv"),
    FlagDefinition("--no-header", switches: \.noHeader, help: "print no names of columns with -o csv and -o table"),
    FlagDefinition("-i", "--include", switches: \.include, help: "print the status and headers of the response to stderr"),
    FlagDefinition("--compact", switches: \.compact, help: "print JSON on one line, even on a terminal"),
    FlagDefinition("--indent", switches: \.indent, help: "indent JSON, even in a pipe or a file"),
    .color(\.color),
  ]

  package var file: String? { path == "-" ? nil : path }
  /// Whether columns have names; nil for the rule of the format.
  package var hasHeader: Bool? { headerRow ? true : noHeader ? false : nil }
  package var select: String? { selects.first }
  private var tuple: String? { tuples.first }

  /// Checks that no selection is used if there is no result.
  package func checkSelects(beside flag: String) throws(Failure) {
    let given = [("--select", select != nil), ("--tuple", tuple != nil), ("--require", require), ("-O", file != nil)]
    guard let name = given.first(where: \.1)?.0 else { return }
    throw .usage("\(name) conflicts with \(flag), which sends nothing and has no result")
  }

  /// Checks that no file is overwritten if there is no result.
  package func checkFile() throws(Failure) {
    if compact, indent { throw .usage("--compact conflicts with --indent") }
    if headerRow, noHeader { throw .usage("--header-row conflicts with --no-header") }
    if hasHeader != nil, output?.hasColumns != true {
      throw .usage("\(headerRow ? "--header-row" : "--no-header") requires -o csv, -o tsv or -o table")
    }
    if path == "" { throw .usage("-O must be a file name or '-' for standard output, but is ''") }
    if file != nil, output == OutputFormat.none { throw .usage("-O conflicts with -o none, which writes nothing") }
  }

  /// Parses the expression of a flag. That of jq has a hint.
  package static func path(_ text: String, _ flag: String) throws(Failure) -> JMESPath {
    do throws(JMESPathError) {
      return try JMESPath(text)
    } catch {
      throw .usage("\(flag) '\(text)' is not a valid JMESPath expression: \(error)", hint: JQExpression.advice(text, flag))
    }
  }

  package func makeSelection() throws(Failure) -> Selection {
    if selects.count > 1 { throw .usage("--select can be used only once", hint: "join the expressions, as in --select '[a, b]'") }
    if tuples.count > 1 { throw .usage("--tuple can be used only once", hint: "write all names in one list, as in --tuple id,name") }
    var path: JMESPath?
    if let select { path = try Self.path(select, "--select") }
    var labels: [String]?
    if let tuple {
      let names = tuple.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
      guard names.allSatisfy({ !$0.isEmpty }) else {
        throw .usage("--tuple must be names separated by commas, such as id,name, but is '\(tuple)'")
      }
      labels = names
    }
    return Selection(path: path, labels: labels, isRequired: require)
  }
}

extension OutputFormat: FlagWord {}
extension Console.Color: FlagWord {}

package struct PagingFlags: FlagGroup {
  package var all = false
  package var maxItems: String?
  package var maxPages: String?

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--all", switches: \.all, help: "get all pages and join them; a selection applies to each page"),
    FlagDefinition("--max-items", sets: \.maxItems, to: "n", help: "maximum number of items, from as many pages as needed"),
    FlagDefinition("--max-pages", sets: \.maxPages, to: "n", help: "maximum number of pages"),
  ]

  /// Returns nil for a single response.
  package func makeOptions() throws(Failure) -> PageOptions? {
    guard all || maxItems != nil || maxPages != nil else { return nil }
    return PageOptions(maxPages: try Self.count(maxPages, "--max-pages"), maxItems: try Self.count(maxItems, "--max-items"))
  }

  private static func count(_ text: String?, _ flag: String) throws(Failure) -> Int? {
    try FlagValue.number(text, flag, in: 1...Int.max, "a positive integer")
  }
}

package struct ServiceFlags: FlagGroup {
  package var base: String?
  package var server: String?
  package var variables: [String] = []
  package var environment: [String] = []
  package var environmentFiles: [String] = []
  package var profile: String?
  package var trust = false

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--base", sets: \.base, to: "url", help: "base URL, overriding the spec"),
    FlagDefinition("--server", sets: \.server, to: "server", help: "number or name of a server that 'dial describe' lists"),
    FlagDefinition("--var", adds: \.variables, of: "name=value", help: "value of ${NAME} in the spec (repeatable)"),
    FlagDefinition(
      "--env", adds: \.environment, of: "name", help: "allow this environment variable in every part of the spec (repeatable)"),
    FlagDefinition(
      "--env-file", adds: \.environmentFiles, of: "file",
      help: "values of variables, in lines NAME=value such as those of .env (repeatable)"),
    FlagDefinition("-p", "--profile", sets: \.profile, to: "name", help: "use the base, variables and tokens of this profile"),
    FlagDefinition("--trust", switches: \.trust, help: "let the spec use the environment everywhere, and files in its folder"),
  ]

  /// The flags that choose where requests go and whose tokens they have, for another command; each after a space.
  package var placeWords: String {
    [("--base", base), ("--server", server), ("-p", profile)].reduce("") { words, flag in
      flag.1.map { "\(words) \(flag.0) \(ShellWord.quoted($0))" } ?? words
    }
  }
}

package struct TargetFlags: FlagGroup {
  package var service = ServiceFlags()
  package var user: String?
  package var headers: [String] = []
  package var query: [String] = []

  package init() {}

  package static let flags: [FlagDefinition<Self>] =
    FlagDefinition.part(\.service) + [
      FlagDefinition("-u", "--user", sets: \.user, to: "name:password", help: "Basic credentials of this call, overriding the spec"),
      FlagDefinition(
        "-H", "--header", adds: \.headers, of: "Name: value", help: "header of this call, overriding the spec (repeatable)",
        // The opposite of --no-header.
        withoutValue: "--header-row"),
      FlagDefinition("--query", adds: \.query, of: "key=value", help: "query item to add to the URL (repeatable)"),
    ]

  package static func values(of variables: [String]) throws(Failure) -> [String: String] {
    var given: [String: String] = [:]
    for text in variables {
      let (name, value) = try split(text, at: "=", "--var", "name=value")
      given[name] = try file(of: value) ?? value
    }
    return given
  }

  /// Returns the content of the file of `@path`, without its last line end; nil if the value names no existing file.
  package static func file(of value: String) throws(Failure) -> String? {
    let file = LocalFile(String(value.dropFirst()))
    guard value.hasPrefix("@"), file.exists else { return nil }
    do throws(Failure) { return LocalFile.line(try file.read()) } catch { throw .usage("--var: \(error.message)") }
  }

  package func makeHeaders() throws(Failure) -> [(String, String)] {
    guard let user else { return try Self.headers(headers) }
    if !user.contains(":") { throw .usage("-u requires a name and a password, as in -u NAME:PASSWORD") }
    let headers = try Self.headers(headers)
    // Two of them are invalid (RFC 9110 section 5.3), and each server chooses another one.
    if headers.contains(where: { $0.0.lowercased() == "authorization" }) {
      throw .usage("-u conflicts with -H 'Authorization: …'", hint: "remove one of them; a call has one user")
    }
    return headers + [("Authorization", "Basic " + Base64.encode(Array(user.utf8)))]
  }

  package static func headers(_ texts: [String]) throws(Failure) -> [(String, String)] {
    try texts.map { text throws(Failure) in
      let (name, value) = try split(text, at: ":", "-H", "'Name: value'")
      return (name, String(value.trimmed))
    }
  }

  package func makeQuery() throws(Failure) -> Arguments {
    var items = Arguments()
    for text in query {
      let (key, value) = try Self.split(text, at: "=", "--query", "key=value", hint: "to select from the result, use --select")
      items.append(key, json: .string(value))
    }
    return items
  }

  /// Splits a text. If that fails, any part may be a secret, so the message contains none.
  private static func split(
    _ text: String, at mark: Character, _ flag: String, _ form: String, hint: String? = nil
  ) throws(Failure) -> (String, String) {
    guard let place = text.firstIndex(of: mark), place != text.startIndex else {
      throw .usage("invalid value of \(flag); write \(flag) \(form)", hint: hint)
    }
    return (String(text[..<place]), String(text[text.index(after: place)...]))
  }
}

package struct TransportFlags: FlagGroup {
  package var timeout: String?
  package var cacert: String?
  package var cert: String?
  package var key: String?
  package var keyPassword: String?
  package var proxy: String?
  package var http1 = false
  package var insecure = false
  /// The number of threads for connections, which a command decides.
  package var threads = 1
  package var connections = HTTPTransport.Configuration().connectionsPerHost

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("--timeout", sets: \.timeout, to: "duration", help: "time limit of the whole call, such as 500ms, 30s or 2m"),
    FlagDefinition("--cacert", sets: \.cacert, to: "file", help: "PEM file of certificates to trust instead of the system's"),
    FlagDefinition("--cert", sets: \.cert, to: "file", help: "PEM or PKCS#12 file of the client certificate"),
    FlagDefinition("--key", sets: \.key, to: "file", help: "PEM file of the key of --cert"),
    FlagDefinition("--key-password-var", sets: \.keyPassword, to: "name", help: "environment variable with the password of the client key"),
    FlagDefinition("--proxy", sets: \.proxy, to: "url", help: "proxy for all servers; 'none' for no proxy"),
    FlagDefinition("--http1.1", switches: \.http1, help: "use HTTP/1.1 even if the server supports HTTP/2"),
    FlagDefinition("--insecure", switches: \.insecure, help: "do not verify certificates; others can read and change the call"),
  ]

  /// The flags that are set.
  package var given: [String] {
    let all = [
      ("--timeout", timeout != nil), ("--cacert", cacert != nil), ("--cert", cert != nil), ("--key", key != nil),
      ("--key-password-var", keyPassword != nil), ("--proxy", proxy != nil),
      ("--http1.1", http1), ("--insecure", insecure),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// Whether flags set which servers are trusted, or who the client is.
  package var changesTrust: Bool { insecure || cacert != nil || cert != nil }

  /// Whether a file contains a key. Read errors are reported later.
  private static func holdsKey(_ path: String) -> Bool {
    guard case .success(let bytes) = File(path).contents(upTo: 16 << 20) else { return true }
    // A PKCS#12 file is binary.
    return bytes.first == 0x30 || bytes.firstRange(of: Array("PRIVATE KEY-----".utf8)) != nil
  }

  package func makeTimeout() throws(Failure) -> Duration? { try FlagValue.duration(timeout, "--timeout", "500ms, 30s or 1m30s") }

  /// Returns these flags as options of curl, with a space before each. A user and a password of the proxy are hidden.
  package func curlOptions(showingSecrets: Bool) throws(Failure) -> String {
    var words: [String] = []
    for (option, value) in [("--cacert", cacert), ("--cert", cert), ("--key", key)] { if let value { words += [option, value] } }
    if insecure { words.append("--insecure") }
    if http1 { words.append("--http1.1") }
    if let timeout = try makeTimeout() {
      let (seconds, rest) = timeout.components
      words += ["--max-time", rest == 0 ? "\(seconds)" : "\(Double(seconds) + Double(rest) / 1e18)"]
    }
    if let proxy {
      var shown = proxy
      if !showingSecrets, let at = proxy.lastIndex(of: "@") {
        shown.replaceSubrange((proxy.firstRange(of: "://")?.upperBound ?? proxy.startIndex)..<at, with: Secrets.mask)
      }
      words += proxy == "none" ? ["--noproxy", "*"] : ["--proxy", shown]
    }
    return words.map { " " + ShellWord.quoted($0) }.joined()
  }

  /// Returns a transport that limits the time of each request.
  package func makeTransport() throws(Failure) -> some Transport {
    BoundedTransport(inner: HTTPTransport(configuration: try makeConfiguration()), timeout: try makeTimeout())
  }

  package func makeConfiguration() throws(Failure) -> HTTPTransport.Configuration {
    for (flag, path) in [("--cacert", cacert), ("--cert", cert), ("--key", key)] {
      guard let path, !LocalFile(path).exists else { continue }
      throw .usage("\(flag): cannot read '\(path)': \(LocalFile(path).isFolder ? "it is a folder" : "it does not exist")")
    }
    if let key, cert == nil { throw .usage("--key '\(key)' requires --cert") }
    if let cert, key == nil, !Self.holdsKey(cert) {
      throw .usage(
        "missing --key: '\(cert)' contains a certificate but no key", hint: "add --key FILE, or put the key into the file of --cert")
    }
    var configuration = HTTPTransport.Configuration()
    configuration.insecure = insecure
    configuration.http2 = !http1
    (configuration.threads, configuration.connectionsPerHost) = (threads, connections)
    configuration.trustedCertificates = cacert
    configuration.clientCertificate = cert
    configuration.clientKey = key
    if let keyPassword {
      guard let password = Console.environment(keyPassword) else {
        throw .usage("--key-password-var: the environment variable '\(keyPassword)' is not set")
      }
      configuration.clientKeyPassword = password
    }
    if let proxy {
      if proxy != "none", !proxy.isEmpty, let fault = HTTPTransport.Proxies.fault(proxy) {
        throw .usage("--proxy: \(fault)", hint: "write a URL such as --proxy http://proxy.example.com:3128, or use --proxy none")
      }
      configuration.proxies = proxy == "none" ? .none : .variables(["http_proxy": proxy, "https_proxy": proxy, "all_proxy": proxy])
    }
    return configuration
  }
}

/// Limits the total time of each request.
private struct BoundedTransport: Transport {
  let inner: any Transport
  let timeout: Duration?

  var traits: TransportTraits { inner.traits }

  func send(_ request: PreparedRequest) async throws -> Response {
    var request = request
    if let timeout {
      request.policy.totalTimeout = timeout
      request.policy.deadline = .now + timeout
    }
    return try await inner.send(request)
  }
}

/// Reads the values of flags; nil if the flag is not used.
package enum FlagValue {
  /// Returns a duration, written as in a spec; a number without a unit is seconds, as in curl.
  ///
  /// - Parameter examples: for a message: `500ms, 2s or 1m`.
  package static func duration(_ text: String?, _ flag: String, _ examples: String) throws(Failure) -> Duration? {
    guard let text else { return nil }
    let duration = Values.duration(Double(text) == nil ? text : text + "s")
    if let duration, duration > .zero { return duration }
    let hint = duration == nil ? Values.durationHint(text) : "use a duration greater than 0"
    throw .usage("\(flag) must be a duration such as \(examples), but is '\(text)'", hint: hint)
  }

  /// - Parameter form: for a message: `a positive integer`.
  package static func number<Number: FixedWidthInteger>(
    _ text: String?, _ flag: String, in range: ClosedRange<Number>, _ form: String
  ) throws(Failure) -> Number? {
    guard let text else { return nil }
    if let number = Number(text), range.contains(number) { return number }
    throw .usage("\(flag) must be \(form), but is '\(text)'")
  }

  /// Returns a port, 0 for a free one. The system would silently cut a larger number.
  package static func port(_ text: String?) throws(Failure) -> Int? {
    try number(text, "--port", in: 0...65_535, "a number from 0 to 65535")
  }
}
