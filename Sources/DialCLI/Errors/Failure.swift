import DialJSON
import DialMessage
import DialModel
import DialSpec
import DialSyntax
import HTTPTypes

/// Why a command failed, with everything for a report as text or JSON.
struct Failure: Error, Sendable {
  /// The stable code, such as `arguments`.
  var code: String
  /// One sentence per line, in lowercase, without a full stop.
  var message: String
  var exit: Int32
  var hint: String?
  var endpoint: String?
  var location: SourceRange?
  /// Whether the line contains a secret of the spec.
  var hidesLine = false
  var status: Int?
  /// The number of attempts.
  var attempts = 0
  /// The body of a response that was rejected or could not be decoded.
  var body: [UInt8]?
  /// The findings of an invalid spec.
  var findings: [Diagnostic] = []
  /// The parts of the message, if there are several.
  var faults: [Fault] = []
  /// The failed request, safe to print: `GET https://a.test/users/7`.
  var tried: String?
  /// The request that was redirected.
  var first: String?
  /// The setting of the caller that caused the failure.
  var culprit: FailureCause?

  init(_ code: String, _ message: String, exit: Int32, hint: String? = nil) {
    self.code = code
    self.message = message
    self.exit = exit
    self.hint = hint
  }

  /// Returns a failure of flags or words.
  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure("usage", message, exit: ExitStatus.usage, hint: hint)
  }

  /// Returns a failure of reading or writing a file or stdout.
  static func io(_ message: String, hint: String? = nil) -> Failure {
    Failure("io", message, exit: ExitStatus.failure, hint: hint)
  }

  init(_ error: CallError) {
    self.init(error.code.rawValue, error.message, exit: ExitStatus.of(error), hint: error.hint)
    endpoint = error.endpoint.isEmpty ? nil : error.endpoint
    location = error.location
    status = error.status?.code
    attempts = error.attempts
    body = error.body
    faults = error.faults.map { Fault($0, of: error) }
    if error.code == .contract { faults = error.contract.map { Fault(code: code, message: $0.message, location: location) } }
    tried = error.request.map { "\($0.method) \($0.url)" }
    if let last = error.lastHop { (tried, first) = (last, tried) }
    culprit = error.culprit
    if hint == nil { hint = Self.hint(error) }
  }

  /// Runs a closure, and converts the error of a call to a failure.
  static func wrapping<Value>(_ make: () throws(CallError) -> Value) throws(Failure) -> Value {
    do throws(CallError) { return try make() } catch { throw Failure(error) }
  }

  /// Returns a hint for a failure without one.
  private static func hint(_ error: CallError) -> String? {
    switch error.code {
    case .connect: return "is the server running, and the URL right? --base URL calls another one"
    case .tls: return tlsHint(error.culprit)
    case .status:
      guard let status = error.status?.code, [301, 302, 303, 307, 308].contains(status) else { return nil }
      guard let location = error.headers?[.location] else { return "the redirect has no Location, so there is nowhere to go" }
      guard location.contains(where: { $0 != " " && $0 != "\t" }) else { return "its Location is empty, so there is nowhere to go" }
      return "it points to '\(location.prefix(200))', and redirects are not followed here"
    default: return nil
    }
  }

  /// Returns a hint about trusted or client certificates, if these may be missing.
  private static func tlsHint(_ culprit: FailureCause?) -> String? {
    switch culprit {
    case .trust: "--cacert FILE trusts a certificate or an authority of your own, as 'tls: {ca: FILE}' does in the spec"
    case .clientCertificate:
      "--cert FILE --key FILE shows a client certificate, as 'tls: {client: {cert: FILE, key: FILE}}' does in the spec"
    default: nil
    }
  }

  init(_ error: SpecError) {
    let errors = error.diagnostics.filter { $0.severity == .error }
    self.init("spec", errors.map(\.message).joined(separator: "\n"), exit: ExitStatus.spec)
    location = errors.first?.range
    faults = errors.map(Fault.init)
    findings = error.diagnostics
  }
}

extension Failure {
  /// The failure for `--errors json`. All members are present, null if they have no value.
  var json: JSON {
    .object([
      ("code", .string(code)), ("message", .string(message)), ("endpoint", endpoint.map(JSON.string) ?? .null),
      ("status", status.map { JSON($0) } ?? .null), ("hint", hint.map(JSON.string) ?? .null), ("attempts", JSON(attempts)),
      ("body", body.map(Self.shown) ?? .null), ("spec", Self.place(location)), ("faults", .array(told.map(Self.fault))),
    ])
  }

  /// The faults, at least the failure itself.
  private var told: [Fault] { faults.isEmpty ? [Fault(code: code, message: message, hint: hint, location: location)] : faults }

  static func fault(_ fault: Fault) -> JSON {
    .object([
      ("code", .string(fault.code)), ("message", .string(fault.message)), ("argument", fault.argument.map(JSON.string) ?? .null),
      ("hint", fault.hint.map(JSON.string) ?? .null), ("spec", place(fault.location)),
    ])
  }

  static func place(_ location: SourceRange?) -> JSON {
    guard let location else { return .null }
    return .object([
      ("file", .string(location.file.name)), ("line", JSON(location.start.line)), ("column", JSON(location.start.column)),
    ])
  }

  /// Returns a body as JSON, otherwise as text, otherwise as base64.
  private static func shown(_ body: [UInt8]) -> JSON {
    if body.isEmpty { return .null }
    if let json = try? JSON(parsing: body) { return json }
    if let text = String(validating: body, as: UTF8.self) { return .string(text) }
    return .object([("base64", .string(Base64.encode(body)))])
  }
}
