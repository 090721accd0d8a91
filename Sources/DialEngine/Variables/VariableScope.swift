import DialMessage
import DialModel
package import DialSpec

/// Where a variable stands: what decides whether the environment may give it.
package enum VariablePlace {
  /// `auth`, headers and query items.
  case field
  /// `base`, targets and bodies.
  case structure
}

/// The texts of a spec filled in with the variables of a client.
package struct VariableScope: Sendable {
  let variables: Variables
  let service: ServiceModel
  let trust: Spec.Trust
  var codecs = CodecTable()
  /// Where the tokens of the client are noted; nil where it has none.
  var vault: SecretVault?

  init(variables: Variables, service: ServiceModel, trust: Spec.Trust, codecs: CodecTable = CodecTable()) {
    self.variables = variables
    self.service = service
    self.trust = trust
    self.codecs = codecs
  }

  package init(_ spec: Spec, _ variables: Variables) { self.init(variables: variables, service: spec.service, trust: spec.trust) }

  /// A spec is untrusted input: the bytes that `vars:` may make for one value, and how deep its variables may stand in each other.
  private static let maxBytes = 4 << 20
  private static let maxDepth = 100

  /// What filling in one variable has made so far.
  private struct Filling {
    var known: [String: String?] = [:]
    var depth = 0
    var bytes = 0
  }

  /// The value of a variable, or nil where nobody gives it.
  package func value(_ name: String, in place: VariablePlace) -> String? {
    var filling = Filling()
    return value(name, in: place, &filling)
  }

  /// Each variable is filled in once, and one that is made of itself has no value.
  private func value(_ name: String, in place: VariablePlace, _ filling: inout Filling) -> String? {
    if let value = variables.given[name] ?? variables.profile?.value(name) { return value }
    if mayReadEnvironment(name, place), let value = variables.environment[name] { return value }
    if let value = filling.known[name] { return value }
    filling.known[name] = .some(nil)
    guard let text = service.vars[name], filling.depth < Self.maxDepth else { return nil }
    filling.depth += 1
    defer { filling.depth -= 1 }
    var whole = ""
    for piece in text.pieces {
      let part: String
      switch piece {
      case .literal(let text): part = text
      case .argument(let name): part = "{\(name)}"
      case .generated(let word): part = word.rawValue
      case .variable(let inner):
        guard let value = value(inner, in: place, &filling) else { return nil }
        part = value
      }
      filling.bytes += part.utf8.count
      if filling.bytes > Self.maxBytes { return nil }
      whole += part
    }
    filling.known[name] = whole
    return whole
  }

  /// The base with its variables, as far as they have values.
  package func base() -> String? {
    let whole = service.base?.pieces.reduce(into: "") { whole, piece in
      switch piece {
      case .literal(let part): whole += part
      case .argument(let part): whole += "{\(part)}"
      case .generated(let word): whole += word.rawValue
      case .variable(let name): whole += value(name, in: .structure) ?? ""
      }
    }
    return whole.map(UnixSocket.url)
  }

  /// Whether the spec itself says https, in its base or in the defaults that the base is made of.
  var declaresHTTPS: Bool {
    let base = VariableScope(variables: Variables(), service: service, trust: .untrusted).base()?.lowercased() ?? ""
    return base.hasPrefix("https://") || base.hasPrefix("wss://")
  }

  private func mayReadEnvironment(_ name: String, _ place: VariablePlace) -> Bool {
    if variables.named.contains(name) { return true }
    switch trust {
    case .untrusted: return false
    case .full: return true
    case .folder: return place == .field
    }
  }

  /// Why a variable has no value, with what to do.
  func complaint(_ name: String, in place: VariablePlace) -> MissingVariable {
    if let reason = variables.profile?.reason(name) {
      return MissingVariable(
        name: name, message: "the variable '\(name)' has no value: \(reason)", hint: "pass it in 'variables:'",
        commandHint: "set it with --var \(name)=…, or change the profile")
    }
    if variables.environment[name] != nil {
      return MissingVariable(
        name: name, message: "the variable '\(name)' is not read from the environment here",
        hint: "pass it in 'variables:', or name it in 'orEnvironment(anywhere:)'",
        commandHint: "set it with --var \(name)=…, or allow it with --env \(name)")
    }
    let other = place == .field ? "or in the environment" : "or --env \(name); to use an argument, write {\(name)}"
    return MissingVariable(
      name: name, message: "the variable '\(name)' has no value",
      hint: "pass it in 'variables:'" + (place == .field ? ", or use '.environment'" : "; to use an argument, write {\(name)}"),
      commandHint: "set it with --var \(name)=… \(other)")
  }
}

/// A variable that has no value, with what to do.
package struct MissingVariable: Sendable {
  var name: String
  var message: String
  var hint: String
  /// The hint of the command.
  var commandHint: String?
}
