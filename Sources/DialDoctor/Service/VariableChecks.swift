package import Dial

/// The variables of a spec, and whether they have a value. The values are never shown.
package enum VariableChecks {
  /// - Parameters:
  ///   - source: where the value of a variable comes from; nil if it has none.
  package static func checks(_ service: ServiceModel, needed: [String], source: (String) -> String?) -> [Check] {
    if needed.isEmpty { return [.ok("variables", "the spec needs none")] }
    return needed.map { name in
      let secret = service.isSecret(name) ? "secret, " : ""
      if let source = source(name) { return .ok(name, "\(secret)from \(source)") }
      return .problem(name, "\(secret)has no value", .variable(name))
    }
  }
}
