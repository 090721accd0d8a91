package import Dial

/// Why a command failed, with everything for a report as text or JSON.
package struct Failure: Error, Sendable {
  package var code: String
  /// One sentence per line, in lowercase, without a full stop.
  package var message: String
  package var exit: Int32
  package var hint: String?
  package var endpoint: String?
  package var location: SourceRange?
  /// Whether the line contains a secret of the spec.
  package var hidesLine = false
  package var status: Int?
  package var attempts = 0
  package var body: [UInt8]?
  /// The part of the body that is shown instead of the whole.
  package var excerpt: [UInt8]?
  /// The header fields of a response that was rejected or could not be decoded.
  package var headers: HTTPFields?
  /// Lines below the message.
  package var listing: [String] = []
  package var findings: [Diagnostic] = []
  /// The parts of the message, if there are several.
  package var faults: [Fault] = []
  /// The failed request, safe to print: `GET https://a.test/users/7`.
  package var tried: String?
  package var first: String?
  /// The setting of the caller that caused the failure.
  package var culprit: FailureCause?

  package init(_ code: String, _ message: String, exit: Int32, hint: String? = nil) {
    (self.code, self.message, self.exit, self.hint) = (code, message, exit, hint)
  }

  package static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure("usage", message, exit: ExitStatus.usage, hint: hint)
  }

  package static func io(_ message: String, hint: String? = nil) -> Failure { Failure("io", message, exit: ExitStatus.failure, hint: hint) }

  /// The error of a call.
  ///
  /// - Parameters:
  ///   - spec: the spec as the command line names it, quoted for a shell.
  ///   - target: the flags that choose base and profile; each after a space.
  package init(_ error: CallError, spec: String = "SPEC", target: String = "") {
    self.init(error.code.rawValue, error.message, exit: ExitStatus.of(error), hint: error.remedy?.hint(spec: spec, target: target))
    endpoint = error.endpoint.isEmpty ? nil : error.endpoint
    location = error.location
    status = error.status?.code
    attempts = error.attempts
    body = error.body
    headers = error.headers
    faults = error.faults.map { Fault($0, of: error) }
    if error.code == .contract {
      faults = error.contract.map { Fault(code: code, message: $0.message, location: $0.location ?? location, rule: $0.location) }
    }
    tried = error.request.map { "\($0.method) \($0.url)" }
    if let last = error.lastHop { (tried, first) = (last, tried) }
    culprit = error.culprit
    if hint == nil { hint = Self.hint(error) }
  }

  package static func wrapping<Value>(_ make: () throws(CallError) -> Value) throws(Failure) -> Value {
    do throws(CallError) { return try make() } catch { throw Failure(error) }
  }

  package static func wrapping<Value>(_ make: () throws(TransportError) -> Value) throws(Failure) -> Value {
    do throws(TransportError) { return try make() } catch { throw .io(error.message) }
  }

  /// Starts a server of this command; `hint` is for a port that is in use.
  package static func serving(
    on port: Int, hint: String = "choose another port with --port N", _ handler: @escaping LoopbackServer.Handler
  ) async throws(Failure) -> LoopbackServer {
    do {
      return try await LoopbackServer(port: port, handler: handler)
    } catch let fault as TransportError {
      throw .io(fault.message, hint: fault.culprit == .openFiles ? openFiles : nil)
    } catch {
      throw .io("cannot listen on port \(port); another program may be using it", hint: hint)
    }
  }

  package static let openFiles = "raise the limit of open files, as with: ulimit -n 1024"

  private static func hint(_ error: CallError) -> String? {
    switch error.code {
    case .io:
      guard case .keyPassword(let variable)? = error.culprit else { return nil }
      if let variable { return "set it with --var \(variable)=… or in the environment" }
      return "name the environment variable with the password: --key-password-var KEY_PASSWORD, or "
        + "'tls: {client: {…, password: \"${KEY_PASSWORD}\"}}' in the spec"
    case .connect where error.culprit == .openFiles: return openFiles
    case .connect: return "check that the server is running and the URL is correct; to call another server, use --base URL"
    // Trusted or client certificates may be missing.
    case .tls where error.culprit == .trust:
      return "to trust your own certificate or certificate authority, use --cacert FILE, or 'tls: {ca: FILE}' in the spec"
    case .tls where error.culprit == .clientCertificate:
      return "to send a client certificate, use --cert FILE --key FILE, or 'tls: {client: {cert: FILE, key: FILE}}' in the spec"
    case .status:
      guard let status = error.status?.code, [301, 302, 303, 307, 308].contains(status) else { return nil }
      guard let location = error.headers?[.location] else { return "the redirect has no Location header" }
      guard location.contains(where: { $0 != " " && $0 != "\t" }) else { return "the Location header of the redirect is empty" }
      let shown = HeaderMask([:], Secrets()).url(location, isRedirected: true)
      return "this call does not follow the redirect to '\(shown.prefix(200))'"
    default: return nil
    }
  }

  package init(_ error: SpecError) {
    let errors = error.diagnostics.filter { $0.severity == .error }
    self.init("spec", errors.map(\.message).joined(separator: "\n"), exit: ExitStatus.spec)
    location = errors.first?.range
    faults = errors.map(Fault.init)
    findings = error.diagnostics
  }
}

extension Failure {
  /// The failure for `--errors json`. All members are present, null if they have no value.
  package var json: JSON {
    var members: [(String, JSON)] = [
      ("code", .string(code)), ("message", .string(message)), ("endpoint", endpoint.map(JSON.string) ?? .null),
      ("status", status.map { JSON($0) } ?? .null), ("hint", hint.map(JSON.string) ?? .null), ("attempts", JSON(attempts)),
      ("body", body.map(Self.shown) ?? .null), ("spec", Self.place(location)), ("faults", .array(allFaults.map(Self.fault))),
    ]
    // Scripts read Retry-After or the id of the request from a response.
    if let headers { members.append(("headers", Self.shown(headers))) }
    return .object(members)
  }

  /// Returns the fields with lowercase names; repeated fields are joined by commas (RFC 9110 section 5.3).
  private static func shown(_ headers: HTTPFields) -> JSON {
    let mask = HeaderMask(headers, Secrets())
    let fields = headers.map { ($0.name.canonicalName, mask.value($0)) }
    let values = Dictionary(fields) { $0 + ", " + $1 }
    return .object(fields.map(\.0).distinct().map { ($0, .string(values[$0] ?? "")) })
  }

  /// The faults, at least the failure itself.
  private var allFaults: [Fault] { faults.isEmpty ? [Fault(code: code, message: message, hint: hint, location: location)] : faults }

  package static func fault(_ fault: Fault) -> JSON {
    [
      "code": .string(fault.code), "message": .string(fault.message), "argument": fault.argument.map(JSON.string),
      "hint": fault.hint.map(JSON.string), "spec": place(fault.location),
    ]
  }

  package static func place(_ location: SourceRange?) -> JSON { location.map { .object($0.place) } ?? .null }

  private static func shown(_ body: [UInt8]) -> JSON {
    if body.isEmpty { return .null }
    if let json = try? JSON(parsing: body) { return json }
    if let text = String(validating: body, as: UTF8.self) { return .string(text) }
    return ["base64": .string(Base64.encode(body))]
  }
}

extension Suggestion {
  /// Returns the end of a message about an unknown name; empty if no name is near.
  package static func question(for word: String, among known: some Sequence<String>) -> String {
    nearest(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
  }
}

extension SourceRange {
  /// The file and the start, as members of JSON.
  package var place: [(String, JSON)] { [("file", .string(file.name)), ("line", JSON(start.line)), ("column", JSON(start.column))] }
}

extension Failure {
  /// One of several faults: of arguments, or the findings of a spec.
  package struct Fault: Sendable, Equatable {
    /// A stable code: `arguments`, `variable`, `io`, or the id of a finding.
    package var code: String
    package var message: String
    /// The argument or parameter.
    package var argument: String?
    package var hint: String?
    package var location: SourceRange?
    /// The place of the rule that an argument breaks, which is shown with the message.
    package var rule: SourceRange?

    package init(
      code: String, message: String, argument: String? = nil, hint: String? = nil, location: SourceRange? = nil, rule: SourceRange? = nil
    ) {
      (self.code, self.message, self.argument) = (code, message, argument)
      (self.hint, self.location, self.rule) = (hint, location, rule)
    }
  }
}

extension Failure.Fault {
  package init(_ fault: ArgumentFault, of error: CallError) {
    self.init(code: error.code.rawValue, message: fault.message, argument: fault.name, location: fault.location ?? error.location)
    if fault.isAtRule { rule = fault.location }
    switch fault.kind {
    case .variable:
      code = CallError.Code.variable.rawValue
      argument = nil
      hint = fault.name.map { Remedy.variable($0, .callerOnly).hint(spec: "") }
    case .file: code = CallError.Code.io.rawValue
    case .base, .option, .spec: argument = nil
    default: break
    }
  }

  /// Creates a fault from a finding, with its first note or fix-it as the hint.
  package init(_ finding: Diagnostic) {
    let fix = finding.fixIts.first.map { fixIt in fixIt.message + (finding.shownReplacement(fixIt).map { ": \($0)" } ?? "") }
    self.init(code: finding.id, message: finding.message, hint: fix ?? finding.notes.first?.message, location: finding.range)
  }
}

/// A warning or note beside a result, as text or, with `--errors json`, a line of JSON.
package struct Notice: Sendable {
  /// `.warning` or `.note`.
  package var severity: Severity
  /// A stable code, such as `contract`.
  package var code: String
  package var message: String
  package var endpoint: String?
  package var location: SourceRange?
  package var faults: [Failure.Fault] = []

  package init(_ severity: Severity, _ code: String, _ message: String, endpoint: String? = nil) {
    (self.severity, self.code, self.message, self.endpoint) = (severity, code, message, endpoint)
  }

  /// One line of JSON. A failure has no `severity`.
  package var json: JSON {
    [
      "severity": .string(severity.rawValue), "code": .string(code), "message": .string(message), "endpoint": endpoint.map(JSON.string),
      "spec": Failure.place(location), "faults": .array(faults.map(Failure.fault)),
    ]
  }
}
