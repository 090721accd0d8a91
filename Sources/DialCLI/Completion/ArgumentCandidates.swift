import DialCore
import DialJSON

/// The arguments of an endpoint that are not given yet, and the values of the one being typed.
struct ArgumentCandidates {
  let all: [Candidate]

  init(_ spec: Spec?, _ endpoint: String, _ given: [String], _ current: String) {
    guard let spec, let index = spec.index[endpoint] else {
      all = []
      return
    }
    let model = spec.service.endpoints[index]
    let types = spec.service.types
    let line = ExampleLine(spec: "", endpoint: model, types: types)
    // Bash gives 'id=7' as three words.
    let parted = current == "=" ? given.last : given.last == "=" ? given.dropLast().last : nil
    let whole = current.firstIndex(of: "=").flatMap { $0 == current.startIndex ? nil : String(current[..<$0]) }
    if let name = parted ?? whole {
      let values = model.parameters.first { line.name($0) == name }.map { Self.values(of: $0, types) } ?? []
      all = values.map { Candidate(value: (parted == nil ? name + "=" : "") + $0) }
    } else {
      let names = Set(given.map { String($0.prefix { !"=:@".contains($0) }) })
      all = model.parameters.filter { !names.contains(line.name($0)) }.map { parameter in
        Candidate(value: line.name(parameter) + line.mark(parameter), note: Self.note(parameter))
      }
    }
  }

  private static func note(_ parameter: ParameterModel) -> String {
    let type = parameter.shape.isUntyped ? [] : [parameter.shape.wrapped.spelling]
    return (type + [parameter.isRequired ? "required" : "optional"] + (parameter.doc.map { [$0] } ?? [])).joined(separator: ", ")
  }

  /// The values of a closed set.
  private static func values(of parameter: ParameterModel, _ types: TypeTable) -> [String] {
    if let values = parameter.values { return values.compactMap(ValueText.plain) }
    switch types.resolve(parameter.shape.wrapped) {
    case .literals(let words): return words
    case .bool: return ["true", "false"]
    default: break
    }
    if case .json(let standard)? = parameter.defaultValue, standard.asBool != nil { return ["true", "false"] }
    return parameter.isFlag ? ["true", "false"] : []
  }
}
