package import DialJSON
package import DialSyntax

/// When to stop polling an endpoint (`poll:`, language section 8). Its conditions apply to the whole response, before `@`.
package struct PollModel: Sendable {
  /// The condition for success; nil if the status decides.
  package var until: JMESPath?
  /// The condition for failure.
  package var fail: JMESPath?
  /// The pause between two polls.
  package var every: Duration?
  /// The limit for the whole wait.
  package var timeout: Duration?
  /// Another endpoint that reports the state: `{x}` is a member of the first response, `{args.x}` an argument of the call.
  package var check: NamedCall?

  package init(until: JMESPath? = nil, fail: JMESPath? = nil, every: Duration? = nil, timeout: Duration? = nil, check: NamedCall? = nil) {
    self.until = until
    self.fail = fail
    self.every = every
    self.timeout = timeout
    self.check = check
  }

  /// Returns the path of an argument of the call in `{args.x}`; nil for a member of the first response.
  package static func argument(_ placeholder: String) -> String? {
    placeholder.hasPrefix("args.") ? String(placeholder.dropFirst(5)) : nil
  }
}

/// A call of another endpoint in the spec, to poll a job, or to fetch or renew a token.
package struct NamedCall: Sendable {
  package var endpoint: String
  package var range: SourceRange
  /// The arguments by name, with placeholders that are filled in for each call.
  package var arguments: [(name: Text, value: BodyTemplate)]

  package init(endpoint: String, range: SourceRange, arguments: [(name: Text, value: BodyTemplate)]) {
    self.endpoint = endpoint
    self.range = range
    self.arguments = arguments
  }
}
