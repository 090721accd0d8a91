import DialMessage
import DialModel
package import DialSpec

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values for the `${NAME}` of a spec (language section 6).
///
/// ```swift
/// Client(spec, variables: ["API_TOKEN": token])
/// Client(spec, variables: .environment)            // as far as the spec is trusted
/// ```
public struct Variables: Sendable, ExpressibleByDictionaryLiteral {
  var given: [String: String] = [:]
  var profile: LazyVariables?
  var environment: [String: String] = [:]
  /// Variables that can be read from the environment everywhere.
  var named: Set<String> = []

  /// Creates variables; of equal names, the last one wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    given = Dictionary(elements, uniquingKeysWith: { _, last in last })
  }

  /// Creates variables, by default none.
  public init(_ given: [String: String] = [:]) { self.given = given }

  /// The environment of the process, for `auth`, headers and query items, unless the spec is trusted with more.
  public static var environment: Variables {
    var variables = Variables()
    variables.environment = Environment.all
    return variables
  }

  /// Returns these, completed from a profile.
  package func orProfile(_ values: LazyVariables?) -> Variables {
    var copy = self
    copy.profile = values
    return copy
  }

  /// Returns these, with a placeholder for each variable without a value that only credentials use, for calls without a server. The
  /// placeholder is that of recordings.
  package func standingIn(for spec: Spec) -> Variables {
    var copy = self
    let scope = VariableScope(spec, self)
    for name in spec.service.secretVariables where spec.service.vars[name] == nil && scope.value(name, in: .field) == nil {
      copy.given[name] = "REDACTED"
    }
    return copy
  }

  /// Returns these, completed from the environment; `anywhere` names variables that can also be used in `base`, targets and bodies.
  public func orEnvironment(anywhere: Set<String> = []) -> Variables {
    var copy = self
    copy.environment = Environment.all
    copy.named = anywhere
    return copy
  }
}

/// The environment of the process.
package enum Environment {
  package static var all: [String: String] { ProcessInfo.processInfo.environment }
}
