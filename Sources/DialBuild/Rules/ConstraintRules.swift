import DialJSON
package import DialModel
package import DialSyntax

/// The rules about the constraints of a parameter: they have an effect, and a value can follow all of them.
package struct ConstraintRules {
  let types: TypeTable
  let findings: Findings

  func check(_ parameter: ParameterModel) {
    var last: String?
    for constraint in parameter.constraints where constraint.key != last {
      checkEffect(constraint, of: parameter)
      last = constraint.key
    }
    if let (first, second) = parameter.constraints.contradiction {
      findings.add(Self.contradiction(.error, first, second, of: parameter.name))
    }
    checkValues(of: parameter)
    guard let example = parameter.example else { return }
    for fault in faults(of: example, parameter) {
      findings.warning(
        .example, "the example does not match the constraints: \(fault.message)", at: parameter.range,
        notes: [.init("the constraint is here", range: fault.range)])
    }
  }

  /// The finding about two rules that no value follows.
  package static func contradiction(_ severity: Severity, _ first: Constraint, _ second: Constraint, of name: String) -> Diagnostic {
    .finding(
      severity, .constraint,
      "no value is allowed: '\(name)' cannot \(first.phrase ?? "") and \(second.phrase ?? "") at the same time", at: second.range,
      notes: first.range == second.range ? [] : [.init("the other constraint is here", range: first.range)])
  }

  /// Reports a default, which would be refused in every call that uses it.
  func checkDefault(_ value: JSON, of parameter: ParameterModel) {
    guard !value.isNull else { return }
    for fault in faults(of: value, parameter) {
      findings.error(
        .defaultValue, "the default does not match the constraints: \(fault.message)", at: parameter.defaultRange ?? parameter.range,
        notes: [.init("the constraint is here", range: fault.range)], hidesLine: parameter.isSecret)
    }
  }

  private func faults(of value: JSON, _ parameter: ParameterModel) -> [ConstraintCheck.Fault] {
    let rules = parameter.constraints.filter { if case .values = $0.rule { false } else { true } }
    return ConstraintCheck.faults(of: value, rules, at: parameter.name, isSecret: parameter.isSecret)
  }

  /// Reports the first allowed value that another rule excludes.
  private func checkValues(of parameter: ParameterModel) {
    for value in parameter.values ?? [] {
      guard let fault = faults(of: value, parameter).first else { continue }
      return findings.error(
        .constraint, "a value in 'values' does not match the other constraints: \(fault.message)", at: parameter.range,
        notes: [.init("the constraint is here", range: fault.range)])
    }
  }

  private func checkEffect(_ constraint: Constraint, of parameter: ParameterModel) {
    let shape = types.resolve(parameter.shape.wrapped)
    let item: Shape? = if case .array(let item) = shape { types.resolve(types.resolve(item).wrapped) } else { nil }
    let applies: (fits: Bool, what: String)? =
      switch constraint.rule {
      case .number: ((item ?? shape).isNumeric, "numbers")
      case .length, .pattern: ((item ?? shape).isTextual, "text")
      case .items, .unique: (item != nil || shape.isUntyped, "arrays")
      case .values, .object, .each, .member: nil
      }
    guard let applies, !applies.fits, let key = constraint.key else { return }
    findings.warning(
      .noEffect,
      "'\(key)' has no effect on '\(parameter.name)', whose type is \(parameter.shape.wrapped.spelling); it applies only to "
        + applies.what, at: constraint.range)
  }
}

extension Shape {
  /// Whether values can be numbers in JSON.
  package var isNumeric: Bool {
    switch self {
    case .int, .int64, .uint64, .double, .decimal, .json, .named: true
    case .string, .bool, .date, .day, .data, .url, .uuid, .file, .void, .literals, .array, .dictionary, .optional, .record: false
    case .union(let union): union.alternatives.contains(where: \.isNumeric)
    }
  }

  /// Whether values can be strings in JSON.
  package var isTextual: Bool {
    switch self {
    case .string, .date, .day, .data, .url, .uuid, .literals, .json, .named: true
    case .int, .int64, .uint64, .double, .decimal, .bool, .file, .void, .array, .dictionary, .optional, .record: false
    case .union(let union): union.alternatives.contains(where: \.isTextual)
    }
  }
}
