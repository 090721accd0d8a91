import DialJSON
import DialSyntax

/// A warning or note beside a result, as text or, with `--errors json`, a line of JSON.
struct Notice: Sendable {
  /// `.warning` or `.note`.
  var severity: Severity
  /// A stable code, such as `contract`.
  var code: String
  /// One sentence, lower case, no full stop.
  var message: String
  var endpoint: String?
  var location: SourceRange?
  /// The parts of the message, if there are several.
  var faults: [Fault] = []

  init(_ severity: Severity, _ code: String, _ message: String, endpoint: String? = nil) {
    self.severity = severity
    self.code = code
    self.message = message
    self.endpoint = endpoint
  }

  /// One line of JSON. A failure has no `severity`.
  var json: JSON {
    .object([
      ("severity", .string(severity.rawValue)), ("code", .string(code)), ("message", .string(message)),
      ("endpoint", endpoint.map(JSON.string) ?? .null), ("spec", Failure.place(location)), ("faults", .array(faults.map(Failure.fault))),
    ])
  }
}
