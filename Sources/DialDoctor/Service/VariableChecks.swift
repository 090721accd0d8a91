package import Dial

/// A variable without a value in the spec, and the endpoints that use it.
package struct VariableNeed: Sendable {
  package let name: String
  /// Whether the environment sets it only if the call names it: a variable in the base, a path, a body or a default.
  package let isPassed: Bool
  let endpoints: [String]

  package init(_ name: String, isPassed: Bool = false, by endpoints: [String]) {
    (self.name, self.isPassed, self.endpoints) = (name, isPassed, endpoints)
  }
}

/// The variables of a spec, and whether they have a value. The values are never shown.
package enum VariableChecks {
  private static let maxNamed = 3

  /// Where the value of a variable comes from.
  package struct Source {
    let name: String
    let isEmpty: Bool

    package init(_ name: String, isEmpty: Bool = false) { (self.name, self.isEmpty) = (name, isEmpty) }
  }

  /// A variable without a value is a problem if most endpoints need it. Otherwise, it is a warning that names those that do. An empty secret
  /// is none.
  ///
  /// - Parameters:
  ///   - source: where the value of a variable comes from; nil if it has none.
  package static func checks(_ service: ServiceModel, needed: [VariableNeed], source: (VariableNeed) -> Source?) -> [Check] {
    if needed.isEmpty { return [.ok("variables", "the spec needs none")] }
    return needed.map { need in
      let isSecret = service.isSecret(need.name)
      let (secret, source) = (isSecret ? "secret, " : "", source(need))
      if let source, !source.isEmpty || !isSecret { return .ok(need.name, "\(secret)from \(source.name)") }
      let fault = secret + (source.map { "empty in \($0.name)" } ?? "has no value")
      let advice: Advice = need.isPassed ? .passedVariable(need.name) : .variable(need.name)
      if need.endpoints.count * 2 > service.endpoints.count { return .problem(need.name, fault, advice) }
      let names = need.endpoints.prefix(maxNamed).map { "'\($0)'" }.joined(separator: ", ")
      let more = need.endpoints.count > maxNamed ? ", …" : ""
      return .warning(need.name, "\(fault); needed by \(names)\(more)", advice)
    }
  }
}
