package import DialSyntax

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
