import Dial
import DialConsole
import Synchronization

/// Shows what a call would send, and the steps of a call.
struct CallInspection {
  let line: CallLine
  let console: Console

  /// Shows the request on demand. Returns true if it must not be sent.
  func inspect(_ draft: Draft) async throws -> Bool {
    if let flag = line.target.service.base.map({ _ in "--base" }) ?? line.target.service.server.map({ _ in "--server" }),
      draft.endpoint.target.isAbsolute, draft.endpoint.target.own == nil
    {
      console.warn("\(flag) is ignored: the target of '\(draft.endpoint.name)' is an absolute URL")
    }
    for name in draft.withheldArguments {
      console.warn("'\(name)' is secret and is sent only to the origin of 'base'; to allow more origins, set 'redirects.trust' in the spec")
    }
    if line.inspection.dryRun || line.inspection.curl, let what = draft.laterCredentials {
      console.note("credentials", "\(what), so it is not shown here", draft.endpoint.name)
    }
    if line.inspection.dryRun {
      var shown = try await draft.description(showingSecrets: line.inspection.showSecrets)
      if console.outIsTerminal { shown = Self.listed(shown, draft.request.body.length) }
      if line.inspection.explain { shown = Explanation(draft).added(to: shown) }
      try Printer(console, line.output).write(.json(shown))
      return true
    }
    if line.inspection.explain {
      for text in Explanation(draft).lines { console.tell(Notice(.note, "explain", text, endpoint: draft.endpoint.name), text: text) }
    }
    guard line.inspection.curl else { return line.inspection.explain }
    let isShown = line.inspection.showSecrets
    let text = draft.curl(showingSecrets: isShown) + (try line.transport.curlOptions(showingSecrets: isShown))
    try console.out(Array((console.outIsTerminal ? TerminalText.safe(text) : text).utf8) + [0x0A])
    return true
  }

  /// Returns a multipart request for a terminal. Its parts are listed, so the body is only its size.
  private static func listed(_ shown: JSON, _ size: Int64?) -> JSON {
    guard shown["parts"].asArray != nil, let members = shown.asObject else { return shown }
    let body = JSON.object([("size", size.map { JSON($0) } ?? .null)])
    return .object(members.map { ($0.name, $0.name == "body" ? body : $0.value) })
  }

  /// Shows the steps of a call: lines of `-v`, otherwise progress on a terminal.
  func tellSteps(of client: Client) {
    if !console.isQuiet { tellNotices(of: client) }
    if line.inspection.verbose {
      client.on { event in for line in StepText.lines(event.kind) { console.note(TerminalText.safe(line)) } }
    } else if !console.isQuiet, console.errIsTerminal, console.mayRedraw {
      client.on { event in console.show(StepText.pause(event.kind, ofAtLeast: .seconds(1)), as: .wait) }
    }
  }

  /// Prints what servers report about deprecation, which POST became a GET and which upload was stopped, once for each endpoint.
  private func tellNotices(of client: Client) {
    let reported = Mutex<Set<String>>([])
    client.on { event in
      guard let notice = Self.notice(event), reported.withLock({ $0.insert(notice.code + event.endpoint).inserted }) else { return }
      console.tell(notice)
    }
  }

  private static func notice(_ event: Event) -> Notice? {
    switch event.kind {
    case .deprecated(let deprecation):
      Notice(.warning, "deprecated", DeprecationText.text(deprecation, of: event.endpoint), endpoint: event.endpoint)
    case .changedToGet(let status, let from, let to):
      Notice(
        .note, "redirected", "the POST to \(from) was redirected with \(status); the result is that of GET \(to)", endpoint: event.endpoint)
    case .uploadStopped(let status):
      Notice(
        .note, "upload", "the server responded with \(status) and stopped reading the request before its end", endpoint: event.endpoint)
    case .eventCut(let bytes):
      Notice(
        .note, "cut-off", "the stream ended in the middle of an event, whose \(bytes.counted("byte")) of data are left out",
        endpoint: event.endpoint)
    default: nil
    }
  }
}

/// `'list' is deprecated since 2023-06-30, and is expected to stop working on 2026-12-31; see https://…`
enum DeprecationText {
  static func text(_ deprecation: Deprecation, of endpoint: String, at now: Double = WallClock.now()) -> String {
    var facts: [String] = []
    if deprecation.isDeprecated {
      let day = deprecation.date.map {
        $0.secondsSince1970 > now ? "will be deprecated on \(Self.day($0))" : "has been deprecated since \(Self.day($0))"
      }
      facts.append(day ?? "is deprecated")
    }
    if let sunset = deprecation.sunset {
      facts.append("\(sunset.secondsSince1970 > now ? "is" : "was") expected to stop working on \(day(sunset))")
    }
    let link = deprecation.link.map { HeaderMask([:], Secrets()).url($0, isRedirected: true) }
    return "'\(endpoint)' " + facts.joined(separator: ", and ") + (link.map { "; see \($0.prefix(500))" } ?? "")
  }

  private static func day(_ date: Timestamp) -> Substring { date.rfc3339.prefix { $0 != "T" } }
}

/// Where each argument was placed, by which rule, and the policies of the call, outermost first.
struct Explanation {
  private let placements: [Placement]
  private let policies: [PolicyLine]
  /// Why credentials are not sent.
  private let withheld: String?

  init(_ draft: Draft) {
    let path = PathWords(draft.endpoint)
    placements = draft.placements.map { placement in
      let parameter = path.parameters.first { $0.name == placement.argument && $0.place.rawValue == placement.place }
      guard let number = parameter.flatMap(path.number) else { return placement }
      var numbered = placement
      numbered.rule += ", position \(number)"
      return numbered
    }
    policies = draft.endpoint.policyLines
    withheld = draft.withheld
  }

  var lines: [String] {
    placements.map { placement in
      TerminalText.safe("\(placement.argument) -> \(placement.place) '\(placement.wire)': \(placement.rule)")
    } + (withheld.map { ["credentials: \(TerminalText.safe($0))"] } ?? []) + policies.map { TerminalText.safe("\($0.name): \($0.text)") }
  }

  /// Returns the object of `--dry-run` with `arguments` and `policies`.
  func added(to shown: JSON) -> JSON {
    let rows: [JSON] = placements.map {
      ["argument": .string($0.argument), "place": .string($0.place), "wire": .string($0.wire), "rule": .string($0.rule)]
    }
    let policies = policies.map { ($0.name, JSON.string($0.text)) }
    let more: [(String, JSON)] = withheld.map { [("credentials", .string($0))] } ?? []
    return .object(
      (shown.asObject ?? [:]).map { ($0.name, $0.value) } + [("arguments", .array(rows)), ("policies", .object(policies))] + more)
  }
}

/// Prints what `-v`, `-i` and `--timings` ask for, and contract warnings, on stderr.
struct CallReport {
  let console: Console
  let inspection: InspectionFlags
  let includesHead: Bool
  let spec: Spec
  let shown: ShownRequest
  /// What `-v` and `--timings` tell; nil without them.
  let facts: CallFacts?

  /// The secrets to mask in the head of the request and the response; none if they are not printed.
  func secrets(of draft: Draft) -> Secrets {
    inspection.showSecrets || !(inspection.verbose || includesHead) ? Secrets() : draft.outputSecrets
  }

  func sending(_ request: PreparedRequest, _ secrets: Secrets) {
    guard inspection.verbose else { return }
    shown.show(request)
    // Mocks and recordings use no network.
    let isSent = !inspection.mock && inspection.replay == nil
    for text in RequestText(request: request, secrets: secrets, isSent: isSent).lines { line(">", text) }
  }

  func received(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ secrets: Secrets) {
    guard inspection.verbose || includesHead else { return }
    line("<", "HTTP \(status.code) \(secrets.redact(status.reasonPhrase))")
    let mask = HeaderMask(headers, secrets, showingSecrets: inspection.showSecrets)
    for field in headers { line("<", "\(field.name.rawName): \(mask.value(field))") }
    if inspection.verbose, let coding = facts?.coding { line("*", "the body had Content-Encoding: \(coding)") }
    // A body that the terminal shows below begins behind an empty line.
    if console.outIsTerminal, console.errIsTerminal { console.note("") }
  }

  func finished() {
    if inspection.verbose, let trailers = facts?.trailers, !trailers.isEmpty {
      line("*", "after the body:")
      for field in trailers { line("<", "\(field.name.rawName): \(field.value)") }
    }
    if inspection.timings { facts?.timings.forEach(console.note) }
  }

  func failed(_ error: CallError, _ secrets: Secrets) {
    if let status = error.status, let headers = error.headers { received(status, headers, secrets) }
    finished()
    if error.code != .contract, let range = error.location {
      warn(error.contract, error.endpoint, at: range, of: "the error response")
    }
  }

  /// Prints a contract warning with the line of its endpoint.
  func warn(_ faults: [ContractFault], _ endpoint: String, at range: SourceRange, of what: String = "the response") {
    guard !console.isQuiet, !faults.isEmpty else { return }
    let code = CallError.Code.contract.rawValue
    let lines = ContractFault.lines(faults, of: what)
    var notice = Notice(.warning, code, lines[0], endpoint: endpoint)
    let range = faults.count == 1 ? faults[0].location ?? range : range
    notice.location = range
    notice.faults = faults.map { Failure.Fault(code: code, message: $0.message, location: $0.location ?? range) }
    let notes = zip(lines.dropFirst(), faults).map { Diagnostic.Note($0, range: $1.location) }
    var finding = Diagnostic.warning(code, lines[0], at: range, notes: notes)
    finding.hidesLine = SecretLines(spec.service, of: spec.service.endpoints[endpoint].map { [$0] } ?? []).hides(range)
    console.tell(notice, text: DiagnosticPrinter(color: console.errHasColor).text(finding))
  }

  /// `-v` marks the direction; `-i` has only one.
  private func line(_ mark: String, _ text: String) {
    var shown = (inspection.verbose ? mark + " " : "") + TerminalText.safe(text)
    while shown.last == " " { shown.removeLast() }
    console.note(shown)
  }
}

struct RequestText {
  static let maxBytes = 4096

  let request: PreparedRequest
  let secrets: Secrets
  var isSent = false

  var lines: [String] {
    var lines = ["\(request.method.rawValue) \(secrets.redact(url: request.url))"]
    if isSent {
      lines += ((try? request.compressed()) ?? request).sentFields.map { "\($0.name): \(secrets.redact($0.value))" }
    } else {
      let hasHost = request.headers.contains { $0.name.canonicalName == "host" }
      if !hasHost, let host = AbsoluteURL(request.url)?.authority.split(separator: "@").last { lines.append("Host: \(host)") }
      lines += request.headers.map { "\($0.name.rawName): \(secrets.redact($0.value))" }
    }
    let body = body
    if body.isEmpty { return lines }
    return lines + [""] + body + (isSent && request.context[IsToBeCompressed.self] ? ["(compressed with gzip when it is sent)"] : [])
  }

  private var body: [String] {
    switch request.body {
    case .none: return []
    case .bytes(let bytes): return text(bytes)
    case .stream(let length, _, _):
      let size = length.map { " of \(ByteCount.text($0))" } ?? ""
      return ["(a body\(size)\(request.context[File.self]?.pathOnDisk.map { " from '\($0)'" } ?? ""))"]
    }
  }

  private func text(_ bytes: [UInt8]) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return ["(a body of \(ByteCount.text(bytes.count)) that is not text)"]
    }
    let shown = secrets.redact(text)
    // A character is not divided.
    let start = (0..<4).lazy.compactMap { String(shown.utf8.prefix(Self.maxBytes - $0)) }.first ?? ""
    let lines = start.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let rest = shown.utf8.count - start.utf8.count
    return rest > 0 ? lines + ["… and \(ByteCount.text(rest)) more"] : lines
  }
}

/// Prints, for `-v`, headers that policies add when a request is sent, such as that of a token, and the token requests.
struct VerboseTransport: SocketTransport {
  let inner: any SocketTransport
  let shown: ShownRequest
  let proxies: HTTPTransport.Proxies
  let showsSecrets: Bool
  let console: Console

  var traits: TransportTraits { inner.traits }

  func send(_ request: PreparedRequest) async throws -> Response {
    tell(request)
    return try await inner.send(request)
  }

  func connect(_ request: PreparedRequest) async throws -> Response {
    tell(request)
    return try await inner.connect(request)
  }

  private func tell(_ request: PreparedRequest) {
    let secrets = showsSecrets ? Secrets() : request.secrets.withUndeclared(of: request)
    let changes = shown.newFields(in: request)?.map {
      "* \($0.isChange ? "changed" : "added") \($0.field.name.rawName): \(secrets.redact($0.field.value))"
    }
    let lines = changes ?? ["* token request: \(request.method.rawValue) \(secrets.redact(url: request.url))"]
    for line in lines { console.note(TerminalText.safe(line)) }
    if let proxy = proxies.address(for: request.url), shown.isNew(proxy: proxy) { console.note("* through the proxy \(proxy)") }
  }
}

final class ShownRequest: Sendable {
  private let state = Mutex((endpoint: "", fields: Set<HTTPField>(), names: Set<String>()))
  private let proxies = Mutex<Set<String>>([])

  func isNew(proxy: String) -> Bool { proxies.withLock { $0.insert(proxy).inserted } }

  func show(_ request: PreparedRequest) {
    let names = Set(request.sentFields.map { $0.name.lowercased() })
    state.withLock { $0 = (request.endpoint, Set(request.headers), names) }
  }

  /// Returns the fields of a request that were not shown, a change if one of the same name was; nil if it is for another endpoint. A retry
  /// has nothing new.
  func newFields(in request: PreparedRequest) -> [(field: HTTPField, isChange: Bool)]? {
    state.withLock { state in
      guard request.endpoint == state.endpoint else { return nil }
      let new = request.headers.filter { state.fields.insert($0).inserted }
      return new.map { ($0, !state.names.insert($0.name.canonicalName).inserted) }
    }
  }
}

/// What became known of the last response and of the whole call: the content coding of the body, if it was decoded, its trailers, and
/// the times.
final class CallFacts: Sendable {
  private struct State {
    var coding: String?
    var trailers = HTTPFields()
    var metrics: CallMetrics?
  }

  private let state = Mutex(State())

  init(of client: Client) {
    client.on { [self] event in
      switch event.kind {
      case .received: state.withLock { ($0.coding, $0.trailers) = (nil, [:]) }
      case .decoded(let coding): state.withLock { $0.coding = coding }
      case .trailers(let fields): state.withLock { $0.trailers = fields }
      case .finished(let metrics): state.withLock { $0.metrics = metrics }
      default: break
      }
    }
  }

  var coding: String? { state.withLock { $0.coding } }
  var trailers: HTTPFields { state.withLock { $0.trailers } }

  /// The lines of `--timings`.
  var timings: [String] {
    guard let metrics = state.withLock({ $0.metrics }) else { return [] }
    var lines: [String] = []
    if let connection = metrics.connection {
      let which = connection.isNew ? "a new connection" : "a reused connection"
      let version = connection.version == "HTTP/1.1" ? "" : " (\(connection.version))"
      lines.append("* waited \(Self.text(connection.waited)) for \(which)\(version)")
      lines.append("* first byte after \(Self.text(connection.firstByte))")
    }
    if let use = metrics.cache { lines.append("* \(StepText.text(use))") }
    var sum =
      "* \(Self.text(metrics.total)) in total, \(ByteCount.text(metrics.bytesSent)) sent, \(ByteCount.text(metrics.bytesReceived)) received"
    if metrics.redirects > 0 { sum += ", \(metrics.redirects.counted("redirect"))" }
    lines.append(sum)
    if metrics.attempts > 1 || metrics.paused > .zero {
      lines.append("* \(metrics.attempts.counted("attempt")), \(Self.text(metrics.paused)) spent waiting")
    }
    return lines
  }

  private static func text(_ duration: Duration) -> String {
    let tenths = Int64((duration / .microseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
