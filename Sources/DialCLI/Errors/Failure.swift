import DialCore
import DialSyntax
import HTTPTypes

/// Why a command gave no result, with all that a report of it needs. Text and JSON are views of it.
struct Failure: Error, Sendable {
  /// A stable word, such as `arguments`.
  var code: String
  /// One sentence a line; lower case, no full stop.
  var message: String
  var exit: Int32
  var hint: String?
  var endpoint: String?
  var location: SourceRange?
  var status: Int?
  /// How often a request was sent.
  var attempts = 0
  /// The body of a refused or undecodable reply.
  var body: [UInt8]?
  /// Every finding of a spec that cannot be used.
  var findings: [Diagnostic] = []

  init(_ code: String, _ message: String, exit: Int32, hint: String? = nil) {
    self.code = code
    self.message = message
    self.exit = exit
    self.hint = hint
  }

  /// Wrong flags or words.
  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure("usage", message, exit: ExitStatus.usage, hint: hint)
  }

  /// A flag or a command that this version does not have yet.
  static func later(_ what: String) -> Failure { usage("\(what) is not supported yet") }

  /// A file or stdout that cannot be read or written.
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
  }

  init(_ error: SpecError) {
    let errors = error.diagnostics.filter { $0.severity == .error }
    self.init("spec", errors.map(\.message).joined(separator: "\n"), exit: ExitStatus.spec)
    location = errors.first?.range
    findings = error.diagnostics
  }
}
