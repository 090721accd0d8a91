import DialMessage
import DialModel
package import DialSpec

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values for the `${NAME}` of a spec, given by the caller (language section 6).
///
/// ```swift
/// Client(spec, variables: ["API_TOKEN": token])
/// Client(spec, variables: .environment)            // where the trust of the spec allows it
/// ```
public struct Variables: Sendable, ExpressibleByDictionaryLiteral {
  var given: [String: String] = [:]
  var profile: LazyVariables?
  var environment: [String: String] = [:]
  /// Variables that may be read from the environment wherever they stand.
  var named: Set<String> = []

  /// Names with their values; of equal names the last one counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    given = Dictionary(elements, uniquingKeysWith: { _, last in last })
  }

  /// Names with their values; none by default.
  public init(_ given: [String: String] = [:]) { self.given = given }

  /// The variables of the process, for what the trust of the spec allows: `auth`, headers and query items, unless more is named.
  public static var environment: Variables {
    var variables = Variables()
    variables.environment = Environment.all
    return variables
  }

  /// These, and those of a profile behind them.
  package func orProfile(_ values: LazyVariables?) -> Variables {
    var copy = self
    copy.profile = values
    return copy
  }

  /// These, with a word in the place of each variable that only credentials use and nobody gives: for what is answered without a server. The
  /// word is that of recordings.
  package func standingIn(for spec: Spec) -> Variables {
    var copy = self
    let scope = VariableScope(spec, self)
    for name in spec.service.secretVariables where spec.service.vars[name] == nil && scope.value(name, in: .field) == nil {
      copy.given[name] = "REDACTED"
    }
    return copy
  }

  /// These, and the environment behind them; `anywhere` names variables that are also read for `base`, targets and bodies.
  public func orEnvironment(anywhere: Set<String> = []) -> Variables {
    var copy = self
    copy.environment = Environment.all
    copy.named = anywhere
    return copy
  }
}

extension Variables: CustomStringConvertible, CustomReflectable {
  /// The names of the variables, without their values.
  public var description: String { "Variables(\(given.keys.sorted().joined(separator: ", ")))" }
  /// Without values.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The environment of the process.
package enum Environment {
  package static var all: [String: String] { ProcessInfo.processInfo.environment }
}
