package import DialModel
import DialBuild

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
    var places: [(name: String, places: [String])] = []
    for use in uses(of: endpoint, hasBase: hasBase) {
      for name in closed(use.names) where isShadowed(name, in: use.place) {
        let index = places.firstIndex { $0.name == name }
        if let index { places[index].places.append(use.words) } else { places.append((name, [use.words])) }
      }
    }
    return places.map { name, places in
      let isText = trust == .untrusted
      return UnreadVariable(
        name: name, reason: isText ? "the spec is not from a file" : "it is used in \(Self.listed(places.distinct())) and has a default")
    }
  }

  private typealias Use = (words: String, place: VariablePlace, names: [String])

  private func uses(of endpoint: EndpointModel, hasBase: Bool) -> [Use] {
    let target = Self.variables(of: endpoint.target.template)
    let defaults = endpoint.parameters.flatMap { parameter -> [String] in
      if case .text(let text)? = parameter.defaultValue { text.variables } else { [] }
    }
    return [
      ("'base'", .structure, hasBase || endpoint.target.isAbsolute ? [] : service.base?.variables ?? []),
      ("the path", .structure, target.path), ("the body", .structure, endpoint.body?.variables ?? []),
      ("a default", .structure, defaults), ("'poll'", .structure, endpoint.poll?.check?.arguments.flatMap(\.value.variables) ?? []),
      ("the query", .field, target.query + endpoint.query.flatMap(\.value.variables)),
      ("a header", .field, endpoint.headers.flatMap(\.value.variables)), ("'auth'", .field, endpoint.auth.variables),
    ]
  }

  private static func variables(of template: URITemplate) -> (path: [String], query: [String]) {
    var found: (path: [String], query: [String]) = ([], [])
    var isInQuery = false
    for part in template.parts {
      switch part {
      case .literal(let text): isInQuery = isInQuery || text.contains("?")
      case .expression(let expression): isInQuery = isInQuery || [.query, .continuation].contains(expression.operation)
      case .variable(let name): if isInQuery { found.query.append(name) } else { found.path.append(name) }
      }
    }
    return found
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

  private func isShadowed(_ name: String, in place: VariablePlace) -> Bool {
    guard let outside = variables.environment[name], variables.given[name] == nil, variables.profile?.identity(name) == nil,
      !mayReadEnvironment(name, place), let used = value(name, in: place)
    else { return false }
    return used != outside
  }

  private static func listed(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and \(last),"
  }
}
