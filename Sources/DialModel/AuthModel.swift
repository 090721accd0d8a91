package import DialSyntax

/// The credentials of a call. The binder adds known ones, a policy adds those from a server or a store.
package indirect enum AuthModel: Sendable {
  case none
  case one(Credential)
  /// All of these together.
  case all([AuthModel], SourceRange)
  /// The first one whose variables have values; `none` needs no variables.
  case any([AuthModel], SourceRange)

  /// The place in the spec; nil for none.
  package var range: SourceRange? {
    switch self {
    case .none: nil
    case .one(let credential): credential.range
    case .all(_, let range), .any(_, let range): range
    }
  }

  /// The single credentials, including those of alternatives.
  package var leaves: [Credential] {
    switch self {
    case .none: []
    case .one(let credential): [credential]
    case .all(let parts, _), .any(let parts, _): parts.flatMap(\.leaves)
    }
  }

  /// Whether a parameter has the location of a credential: the argument would be sent in its place.
  package func isReplaced(by parameter: ParameterModel) -> Bool {
    leaves.contains { leaf in
      switch parameter.place {
      case .header: leaf.location.header.map { HeaderRules.isSame($0, parameter.wire) } ?? false
      case .query: leaf.location.item == parameter.wire
      default: false
      }
    }
  }

  package var tokens: [TokenModel] { leaves.compactMap(\.token) }

  /// The variables with secret values.
  package var credentials: [String] { leaves.flatMap(\.secretVariables) }

  package var variables: [String] { leaves.flatMap(\.variables) }

  /// The variables of the first alternative, which is the usual one.
  package var usualVariables: [String] {
    switch self {
    case .none, .one: variables
    case .all(let parts, _): parts.flatMap(\.usualVariables)
    case .any(let parts, _): parts.first?.usualVariables ?? []
    }
  }

  /// Returns the credentials of a call; nil if every alternative lacks a variable. `hasValue` says whether a variable has a value.
  package func chosen(_ hasValue: (String) -> Bool) -> [Credential]? {
    switch self {
    case .none, .one: return leaves
    case .all(let parts, _):
      var chosen: [Credential] = []
      for part in parts {
        guard let leaves = part.chosen(hasValue) else { return nil }
        chosen += leaves
      }
      return chosen
    case .any(let parts, _): return parts.first { $0.isReady(hasValue) }?.chosen(hasValue)
    }
  }

  /// The credentials that are sent together, for each way to have them; at most a few, because a document can combine many.
  package var alternatives: [[Credential]] {
    switch self {
    case .none: return [[]]
    case .one(let credential): return [[credential]]
    case .any(let parts, _): return Array(parts.lazy.flatMap(\.alternatives).prefix(Self.maxAlternatives))
    case .all(let parts, _):
      return parts.reduce([[]]) { whole, part in
        Array(whole.lazy.flatMap { first in part.alternatives.map { first + $0 } }.prefix(Self.maxAlternatives))
      }
    }
  }

  private static let maxAlternatives = 64

  private func isReady(_ hasValue: (String) -> Bool) -> Bool {
    switch self {
    case .none: true
    case .one(let credential): credential.neededVariables.allSatisfy(hasValue)
    case .all(let parts, _): parts.allSatisfy { $0.isReady(hasValue) }
    case .any(let parts, _): parts.contains { $0.isReady(hasValue) }
    }
  }

  /// The name in `describe`: `bearer and header X-Org`, `bearer or none`; nil for none.
  package var title: String? {
    switch self {
    case .none: nil
    case .one(let credential): credential.title
    case .all(let parts, _): parts.map(\.titleInList).joined(separator: " and ")
    // A flow that can have more values or fewer is listed once.
    case .any(let parts, _): parts.map(\.titleInList).distinct().joined(separator: " or ")
    }
  }

  private var titleInList: String {
    switch self {
    case .none, .one: title ?? "none"
    case .all, .any: "(\(title ?? ""))"
    }
  }
}
