/// One thing that was looked at: what is there, and what to do if it is bad.
package struct Check: Sendable, Equatable {
  package enum State: String, Sendable {
    case ok
    /// Works, but may not for long, or is probably not meant.
    case warning
    /// Makes calls fail, or shows secrets to others.
    case problem
  }

  package let state: State
  package let name: String
  package let text: String
  /// nil if nothing has to be done.
  package let advice: Advice?

  package static func ok(_ name: String, _ text: String) -> Check { Check(state: .ok, name: name, text: text, advice: nil) }

  package static func warning(_ name: String, _ text: String, _ advice: Advice) -> Check {
    Check(state: .warning, name: name, text: text, advice: advice)
  }

  package static func problem(_ name: String, _ text: String, _ advice: Advice) -> Check {
    Check(state: .problem, name: name, text: text, advice: advice)
  }
}

/// What to do, for the code that knows how the caller does it.
package enum Advice: Sendable, Hashable {
  /// An instruction that has nothing to do with the program.
  case plain(String)
  /// Install authorities, or name a file of them.
  case authorities
  /// Trust another authority, send a client certificate, correct the files of both.
  case trust, clientCertificate, certificateFiles
  /// Check the proxy, or use none.
  case proxy
  /// Check the base, or call another server.
  case base
  case signIn
  /// Give a variable a value.
  case variable(String)
  /// Give a value to a variable that the environment sets only if the call names it.
  case passedVariable(String)
  /// Give a variable of a profile, or a profile, another value.
  case profile(String, variable: String?)
  /// Look at all findings of the spec.
  case findings
}

extension Advice: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self = .plain(text) }
}
