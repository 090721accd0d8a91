package import DialModel
import DialSyntax

/// Rules that need all types of the spec: names that are used, and defaults that must fit.
package struct TypeRules {
  package let types: TypeTable
  package let findings: Findings

  package init(types: TypeTable, findings: Findings) {
    self.types = types
    self.findings = findings
  }

  package func checkNames() {
    let unknown = findings.typeUses.contains { types.shapes[$0.name] == nil }
    if !unknown, findings.memberLabels.isEmpty { return }
    let known = types.names + Shape.builtins.map(\.name)
    for use in findings.typeUses where types.shapes[use.name] == nil {
      if let known = Shape.elsewhere[use.name.lowercased()] {
        findings.error(
          .unknownType, "unknown type '\(use.name)'; did you mean '\(known)'?", at: use.range,
          fixIts: [.init("replace the type", range: use.range, replacement: known)])
        continue
      }
      if use.name.first?.isLowercase ?? false, findings.nearest(to: use.name, among: known) == nil {
        findings.error(
          .unknownType, "'\(use.name)' is not a valid type; type names start with a capital letter, and members are separated by commas", at: use.range,
          fixIts: use.fixIt.map { [$0] } ?? [])
      } else {
        findings.unknown(.unknownType, "type", use.name, among: known, at: use.range)
      }
    }
    let names = Set(known)
    for label in findings.memberLabels where names.contains(label.name) {
      findings.warning(
        .memberNamedAsType, "the member '\(label.name)' has the name of a type; write the name of the member before its type", at: label.range)
    }
  }

  func checkExamples() {
    let check = ShapeCheck(types: types)
    for example in findings.examples {
      guard let fault = check.fault(example.value, example.shape, at: example.parameter) else { continue }
      findings.warning(
        .example, "the example of '\(example.parameter)' does not match its type: \(fault.message)", at: example.range)
    }
  }

  package func checkDefaults(_ parameters: [ParameterModel]) {
    let check = ShapeCheck(types: types)
    for parameter in parameters {
      switch parameter.defaultValue {
      case .json(let value)?:
        if let fault = check.fault(value, parameter.shape, at: parameter.name) {
          findings.error(
            .defaultValue, "the default of '\(parameter.name)' does not match its type: \(fault.message)",
            at: parameter.defaultRange ?? parameter.range)
        } else if let values = parameter.values, !values.contains(value) {
          findings.error(
            .defaultValue, "the default of '\(parameter.name)' is not one of its 'values'", at: parameter.defaultRange ?? parameter.range)
        }
      case .generated(.uuid)?: checkGenerated(parameter, "$uuid", [.string, .uuid])
      case .generated(.now)?: checkGenerated(parameter, "$now", [.string, .date])
      case .generated(.timestamp)?: checkGenerated(parameter, "$timestamp", [.int, .int64, .uint64, .double, .decimal])
      case .text?, nil: break
      }
    }
  }

  private func checkGenerated(_ parameter: ParameterModel, _ word: String, _ allowed: [Shape]) {
    let shape = types.resolve(parameter.shape.wrapped)
    let fits = shape.isUntyped || allowed.contains { $0.spelling == shape.spelling }
    if !fits {
      findings.error(
        .defaultValue, "\(word) does not match the type \(shape.spelling) of '\(parameter.name)'",
        at: parameter.defaultRange ?? parameter.range)
    }
  }
}
