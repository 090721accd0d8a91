import DialBuild
package import DialModel

/// A variable of the environment that a call does not read, although the spec uses its name, because the spec has another value for it.
package struct UnreadVariable: Sendable {
  package let name: String
  /// Why it is not read: `it is used in 'base' and the path, and has a default`.
  package let reason: String
}

extension VariableScope {
  /// Returns the variables of the environment that calls of an endpoint do not read.
  ///
  /// - Parameter hasBase: whether the caller has passed a base, so that the variables in that of the spec are not used.
  package func unread(by endpoint: EndpointModel, hasBase: Bool) -> [UnreadVariable] {
    let found = uses(of: endpoint, hasBase: hasBase).flatMap { use, names in
      closed(names).filter { isShadowed($0, in: use) }.map { (name: $0, use: use.rawValue) }
    }
    return found.map(\.name).distinct().map { name in
      let uses = found.filter { $0.name == name }.map(\.use).distinct()
      let isText = trust == .untrusted
      return UnreadVariable(
        name: name, reason: isText ? "the spec is not from a file" : "it is used in \(Self.listed(uses)) and has a default")
    }
  }

  /// Returns the values that the texts of an endpoint have, without secret ones and those of credentials.
  package func values(of endpoint: EndpointModel, hasBase: Bool) -> [(name: String, value: String)] {
    uses(of: endpoint, hasBase: hasBase).filter { $0.0 != .auth }.flatMap { use, names in
      names.distinct().filter { service.secrets(in: $0).isEmpty }.compactMap { name in value(name, in: use).map { (name, $0) } }
    }
  }

  private func uses(of endpoint: EndpointModel, hasBase: Bool) -> [(VariableUse, names: [String])] {
    let whole = endpoint.target.of(isBaseChosen: hasBase || service.isServerChosen)
    let target = TargetParts(whole)
    let items = target.query.flatMap { part -> [TargetParts.Piece] in if case .item(let pieces) = part { pieces } else { [] } }
    let defaults = endpoint.parameters.flatMap { parameter -> [String] in
      if case .text(let text)? = parameter.defaultValue { text.variables } else { [] }
    }
    return [
      (.base, hasBase || whole.isAbsolute ? [] : service.base?.variables ?? []),
      (.path, Self.variables((target.authority ?? []) + target.segments.joined())), (.body, endpoint.body?.variables ?? []),
      (.defaultValue, defaults), (.poll, endpoint.poll?.check?.arguments.flatMap(\.value.variables) ?? []),
      (.query, Self.variables(items) + endpoint.query.flatMap(\.value.variables)),
      (.header, endpoint.headers.flatMap(\.value.variables)), (.auth, endpoint.auth.variables),
    ]
  }

  private static func variables(_ pieces: [TargetParts.Piece]) -> [String] {
    pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  /// Returns the names with those in their defaults.
  private func closed(_ names: [String]) -> [String] {
    var (all, seen) = (names.distinct(), Set(names))
    var next = 0
    while next < all.count {
      for inner in service.vars[all[next]]?.variables ?? [] where seen.insert(inner).inserted { all.append(inner) }
      next += 1
    }
    return all
  }

  private func isShadowed(_ name: String, in use: VariableUse) -> Bool {
    guard let outside = variables.environment[name], variables.given[name] == nil, variables.profile?.identity(name) == nil,
      !mayReadEnvironment(name, use), let used = value(name, in: use)
    else { return false }
    return used != outside
  }

  private static func listed(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and \(last),"
  }
}
