/// What makes a failed call succeed. ``CallError/hint`` words it for Swift; the command words it with its flags.
package enum Remedy: Sendable, Hashable {
  /// Advice that is the same for every caller.
  case text(String)
  /// Set the variable, which has no value.
  case variable(String, VariableSource)
  /// Set another value of the variable; the reason says what was rejected.
  case anotherValue(of: String, reason: String)
  /// Set the variables of one alternative of `auth`. The name is that of the first missing variable.
  case alternative(variable: String)
  /// Set a base.
  case base
  /// Choose the media type of the body.
  case contentType
  /// Sign in, or store a token.
  case signIn
  /// The remedy for a request that fetches a token, or a token from elsewhere.
  indirect case orSignIn(Remedy)
  /// Look up the parameters of this endpoint.
  case parameters(of: String)
  /// Look up the endpoints of the spec.
  case endpoints
  /// Read a stream until there is enough of it.
  case stopReading

  /// Where a variable can get its value, besides from the caller.
  package enum VariableSource: Sendable, Hashable {
    case callerOnly
    /// The profile refers to a value that does not exist.
    case profile
    case environment
    /// The environment has a value, but the trust of the spec does not allow it here.
    case untrustedEnvironment
    /// The environment, if the caller allows it. In a target or body, an argument may have been meant.
    case allowedEnvironment
  }

  /// The remedy with its free texts redacted.
  package func redacted(_ redact: (String) -> String) -> Remedy {
    switch self {
    case .text(let text): .text(redact(text))
    case .anotherValue(let name, let reason): .anotherValue(of: name, reason: redact(reason))
    case .orSignIn(let remedy): .orSignIn(remedy.redacted(redact))
    case .variable, .alternative, .base, .contentType, .signIn, .parameters, .endpoints, .stopReading: self
    }
  }

  /// The wording for Swift; nil if there is nothing to add to the message.
  package var hint: String? {
    switch self {
    case .text(let text): text
    case .variable(let name, let source): "pass it in 'variables:'" + Self.elsewhere(source, name)
    case .anotherValue(_, let reason): "\(reason); pass another value in 'variables:'"
    case .alternative: "pass the variables of one alternative in 'variables:'"
    case .base: "pass 'base:'"
    case .contentType: "choose its media type with 'contentType:'"
    case .signIn: "store a token with 'client.tokens.set(_:for:)'"
    case .orSignIn(let remedy): remedy.hint
    case .parameters: nil
    case .endpoints: "to list all endpoints, use 'client.spec.endpoints'"
    case .stopReading: "call it, and stop reading when you have enough"
    }
  }

  private static func elsewhere(_ source: VariableSource, _ name: String) -> String {
    switch source {
    case .callerOnly, .profile: ""
    case .environment: ", or use '.environment'"
    case .untrustedEnvironment: ", or name it in 'orEnvironment(anywhere:)'"
    case .allowedEnvironment: "; to use an argument, write {\(name)}"
    }
  }
}
