import DialJSON
import DialSyntax

/// Something to know beside a result that is no failure. Text and, with `--errors json`, a line of JSON are views of it.
struct Notice: Sendable {
  /// `.warning` or `.note`.
  var severity: Severity
  /// A stable word, such as `contract`.
  var code: String
  /// One sentence, lower case, no full stop.
  var message: String
  var endpoint: String?
  var location: SourceRange?
  /// What the message is made of, where that is more than one thing.
  var faults: [Fault] = []

  init(_ severity: Severity, _ code: String, _ message: String, endpoint: String? = nil) {
    self.severity = severity
    self.code = code
    self.message = message
    self.endpoint = endpoint
  }

  /// One line of JSON. Its `severity` tells it from a failure, which has none.
  var json: JSON {
    .object([
      ("severity", .string(severity.rawValue)), ("code", .string(code)), ("message", .string(message)),
      ("endpoint", endpoint.map(JSON.string) ?? .null), ("spec", Failure.place(location)), ("faults", .array(faults.map(Failure.fault))),
    ])
  }
}
