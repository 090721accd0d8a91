package import DialBuild
public import DialMessage
package import DialModel
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values for the `${NAME}` of a spec (VariablesAndTrust.md#Variables).
///
/// ```swift
/// Client(spec, variables: ["API_TOKEN": token])
/// Client(spec, variables: .environment)            // as far as the spec is trusted
/// ```
public struct Variables: Sendable, ExpressibleByDictionaryLiteral {
  var given: [String: String] = [:]
  package var profile: LazyVariables?
  var environment: [String: String] = [:]
  var named: Set<String> = []

  /// Creates variables; of equal names, the last one wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    given = Dictionary(elements, uniquingKeysWith: { _, last in last })
  }

  /// Creates variables, by default none.
  public init(_ given: [String: String] = [:]) { self.given = given }

  /// The environment of the process, for `auth`, headers and query items, unless the spec is trusted with more.
  public static var environment: Variables { Variables().orEnvironment() }

  /// Returns these, with the placeholder of recordings for each variable without a value that only credentials use. For calls without a
  /// server.
  package func standingIn(for spec: Spec, calling endpoint: EndpointModel? = nil) -> Variables {
    var copy = self
    let scope = VariableScope(spec, self)
    for name in spec.service.secretVariables where spec.service.vars[name] == nil && scope.value(name, in: .auth) == nil {
      copy.given[name] = endpoint?.auth.pairs.contains(name) ?? false ? "REDACTED:REDACTED" : "REDACTED"
    }
    return copy
  }

  /// Returns these, completed from the environment; `anywhere` names variables that can also be used in `base`, targets and bodies.
  public func orEnvironment(anywhere: Set<String> = []) -> Variables {
    var copy = self
    copy.environment = ProcessInfo.processInfo.environment
    copy.named = anywhere
    return copy
  }
}

extension Variables: SecretHolder {
  /// The names of the variables, without their values.
  public var description: String { "Variables(\(given.keys.sorted().joined(separator: ", ")))" }
}

/// The texts of a spec that contain variables, by their names in messages.
package enum VariableUse: String {
  case base = "'base'"
  case path = "the path"
  case body = "the body"
  case defaultValue = "a default"
  case poll = "'poll'"
  case query = "the query"
  case header = "a header"
  case auth = "'auth'"

  /// Whether the text is a field, in which the spec of a folder can read the environment.
  var isField: Bool {
    switch self {
    case .query, .header, .auth: true
    case .base, .path, .body, .defaultValue, .poll: false
    }
  }
}

/// Fills the variables of a client into the texts of a spec.
package struct VariableScope: Sendable {
  let variables: Variables
  var service: ServiceModel
  let trust: Spec.Trust
  var codecs = Codecs()
  /// The secrets of the tokens; nil if the client has none.
  var vault: SecretVault?

  /// The nesting of variables in `vars:`, because a spec is untrusted input.
  private static let maxDepth = 100

  private struct Filling {
    var known: [String: String?] = [:]
    var depth = 0
    var bytes = 0
    /// Whether a program of a profile stands for its output.
    var isIdentity = false
  }

  package func value(_ name: String, in use: VariableUse) -> String? {
    var filling = Filling()
    return value(name, in: use, &filling)
  }

  /// Returns the value of a variable in `auth`, in which the programs of a profile are not run, but stand for their output.
  package func identity(of name: String) -> String? {
    var filling = Filling(isIdentity: true)
    return value(name, in: .auth, &filling)
  }

  /// Each variable is filled in once; one that contains itself has no value.
  private func value(_ name: String, in use: VariableUse, _ filling: inout Filling) -> String? {
    if let value = variables.given[name] { return value }
    if let profile = variables.profile, let value = filling.isIdentity ? profile.identity(name) : profile.value(name) { return value }
    if mayReadEnvironment(name, use), let value = variables.environment[name] { return value }
    if let value = filling.known[name] { return value }
    filling.known[name] = .some(nil)
    guard let text = service.vars[name], filling.depth < Self.maxDepth else { return nil }
    filling.depth += 1
    defer { filling.depth -= 1 }
    let whole = Self.filled(text) { inner in
      guard let part = value(inner, in: use, &filling) else { return nil }
      filling.bytes += part.utf8.count
      return filling.bytes > Text.maxFilledBytes ? nil : part
    }
    filling.known[name] = .some(whole)
    return whole
  }

  package func base() -> String? {
    service.base.map { UnixSocket.url(filled($0) { _ in "" }) }
  }

  /// Returns a text outside of credentials, headers and queries with its variables filled in; `absent` is the text for one without a value.
  package func filled(_ text: Text, absent: (String) -> String) -> String { Self.filled(text) { value($0, in: .base) ?? absent($0) } ?? "" }

  /// Returns a text with the values of its variables; nil if one has none.
  private static func filled(_ text: Text, _ value: (String) -> String?) -> String? {
    var whole = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let part): whole += part
      case .argument(let name, _): whole += "{\(name)}"
      case .generated(let word): whole += word.rawValue
      case .variable(let name):
        guard let part = value(name) else { return nil }
        whole += part
      }
    }
    return whole
  }

  /// Whether the spec declares https, in its base or the defaults of its variables.
  var declaresHTTPS: Bool {
    let base = VariableScope(variables: Variables(), service: service, trust: .untrusted).base()?.lowercased() ?? ""
    return base.hasPrefix("https://") || base.hasPrefix("wss://")
  }

  func mayReadEnvironment(_ name: String, _ use: VariableUse) -> Bool {
    if variables.named.contains(name) { return true }
    switch trust {
    case .untrusted: return false
    case .full: return true
    case .folder: return use.isField
    }
  }

  func complaint(_ name: String, in use: VariableUse) -> MissingVariable {
    func missing(_ message: String, _ source: Remedy.VariableSource) -> MissingVariable {
      MissingVariable(name: name, message: message, remedy: .variable(name, source))
    }
    if let reason = variables.profile?.reason(name) { return missing("the variable '\(name)' has no value: \(reason)", .profile) }
    if variables.environment[name] != nil {
      return missing(
        "the variable '\(name)' is set in the environment, but this part of the spec cannot use it", .untrustedEnvironment)
    }
    return missing("the variable '\(name)' has no value", use.isField ? .environment : .allowedEnvironment)
  }
}

extension VariableScope {
  package init(_ spec: Spec, _ variables: Variables) { self.init(variables: variables, service: spec.service, trust: spec.trust) }
}

package struct MissingVariable: Error {
  var name: String
  var message: String
  var remedy: Remedy
}

/// Values of variables that are computed when they are first needed, such as the output of a program.
package final class LazyVariables: Sendable {
  package typealias Outcome = Result<String, Reason>

  package struct Reason: Error {
    package let text: String
    package init(_ text: String) { self.text = text }
  }

  private let names: Set<String>
  /// The programs of the values that need one.
  private let programs: [String: String]
  private let make: @Sendable (String) -> Outcome
  private let made = Mutex<[String: Outcome]>([:])

  package init(
    _ names: some Sequence<String>, programs: [String: String] = [:], _ make: @escaping @Sendable (String) -> Outcome
  ) {
    self.names = Set(names)
    self.programs = programs
    self.make = make
  }

  /// Whether the variable is among them, with or without a value.
  package func has(_ name: String) -> Bool { names.contains(name) }

  func value(_ name: String) -> String? { try? outcome(name)?.get() }

  /// Returns the value, or the program that it needs.
  func identity(_ name: String) -> String? { programs[name] ?? value(name) }

  /// Returns why a requested value does not exist.
  func reason(_ name: String) -> String? { if case .failure(let reason)? = outcome(name) { reason.text } else { nil } }

  private func outcome(_ name: String) -> Outcome? {
    guard names.contains(name) else { return nil }
    return made.withLock { $0.value(name) { make(name) } }
  }
}
