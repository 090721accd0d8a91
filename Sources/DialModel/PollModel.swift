package import DialJSON
package import DialSyntax

/// Until when an endpoint is asked again (`poll:`, language section 8). Its conditions look at the whole reply, before `@`.
package struct PollModel: Sendable {
  /// What ends the waiting well; nil where the status of the reply tells.
  package var until: JMESPath?
  /// What ends it as a failure.
  package var fail: JMESPath?
  /// The wait between two calls.
  package var every: Duration?
  /// How long is waited in all.
  package var timeout: Duration?
  /// Another endpoint that tells how it goes: `{x}` is a member of the first reply, `{args.x}` an argument of the call.
  package var check: NamedCall?

  package init(until: JMESPath? = nil, fail: JMESPath? = nil, every: Duration? = nil, timeout: Duration? = nil, check: NamedCall? = nil) {
    self.until = until
    self.fail = fail
    self.every = every
    self.timeout = timeout
    self.check = check
  }

  /// The place of an argument of the call, `{args.x}`; nil for a member of the first reply.
  package static func argument(_ placeholder: String) -> String? {
    placeholder.hasPrefix("args.") ? String(placeholder.dropFirst(5)) : nil
  }
}

/// A call of another endpoint that the spec itself asks for: to see how a job goes, to fetch or renew a token.
package struct NamedCall: Sendable {
  package var endpoint: String
  package var range: SourceRange
  /// Its arguments, by name, with placeholders that are filled in when it is made.
  package var arguments: [(name: Text, value: BodyTemplate)]

  package init(endpoint: String, range: SourceRange, arguments: [(name: Text, value: BodyTemplate)]) {
    self.endpoint = endpoint
    self.range = range
    self.arguments = arguments
  }
}
