/// Finds the first name in a selection that no value at its place has, such as a misspelled one: `nme` in `[*].nme`.
struct MemberAbsence {
  /// The name, and the members that the first value has instead. An array has none.
  private(set) var found: (name: String, available: [String], isList: Bool)?

  /// A name that is selected from a value without members, or from a member that is always null.
  private(set) var scalar: (name: String, from: JSON, member: String?)?
  /// The last name whose values are all null.
  private var null: String?

  init(_ expression: Expression, in json: JSON) { _ = values(of: expression, in: [json]) }

  /// Returns what an expression selects from each of several values, without the nulls. A filter selects all elements.
  private mutating func values(of expression: Expression, in inputs: [JSON]) -> [JSON] {
    if found != nil { return [] }
    if inputs.isEmpty {
      if case .field(let name) = expression, let null, scalar == nil { scalar = (name, .null, null) }
      return []
    }
    switch expression {
    case .current: return inputs
    case .literal(let json): return [json]
    case .field(let name): return members(name, of: inputs)
    case .index(let index): return inputs.map { $0[index] }.filter { !$0.isAbsent }
    case .slice, .flatten(.current): return inputs
    case .then(let first, let second), .pipe(let first, let second): return values(of: second, in: values(of: first, in: inputs))
    case .flatten: return [.array(elements(of: expression, in: inputs))]
    case .project(let list, let each): return values(of: each, in: elements(of: list, in: inputs))
    case .projectValues(let object, let each):
      let all = values(of: object, in: inputs).flatMap { $0.asObject?.map(\.value) ?? [] }
      return values(of: each, in: all)
    case .filter(let list, let condition, let each):
      let all = elements(of: list, in: inputs)
      _ = values(of: condition, in: all)
      return values(of: each, in: all)
    case .compare(_, let left, let right):
      return values(of: left, in: inputs) + values(of: right, in: inputs)
    case .list(let parts): return parts.flatMap { values(of: $0, in: inputs) }
    case .hash(let parts): return parts.flatMap { values(of: $0.1, in: inputs) }
    case .call(.contains, let arguments):
      // Other functions refuse null.
      for argument in arguments { _ = values(of: argument, in: inputs) }
      return []
    // One side may be absent on purpose, and functions make other values.
    case .or, .and, .not, .call, .reference: return []
    }
  }

  private mutating func elements(of list: Expression, in inputs: [JSON]) -> [JSON] {
    guard case .flatten(let inner) = list else { return values(of: list, in: inputs).flatMap { $0.asArray.map(Array.init) ?? [] } }
    return elements(of: inner, in: inputs).flatMap { $0.asArray.map(Array.init) ?? [$0] }
  }

  private mutating func members(_ name: String, of inputs: [JSON]) -> [JSON] {
    let isThere = inputs.contains { $0.asObject?.contains { $0.name == name } ?? false }
    if !isThere, let first = inputs.first(where: { $0.asObject != nil || $0.asArray != nil }) {
      found = (name, first.asObject?.map(\.name) ?? [], first.asArray != nil)
    }
    if !isThere, found == nil, scalar == nil, let first = inputs.first { scalar = (name, first, nil) }
    let values = inputs.compactMap { value in value.asObject?[name].flatMap { $0.isNull ? nil : $0 } }
    null = isThere && values.isEmpty ? name : nil
    return values
  }
}

extension JMESPath {
  /// The first name that is selected from a value without members, with this value, or from a member that is null, with its name; nil if
  /// something is selected.
  package func memberOfScalar(in json: JSON) -> (name: String, from: JSON, member: String?)? {
    (try? select(json))?.isNull == true ? MemberAbsence(root, in: json).scalar : nil
  }

  /// The first name that no value at its place has, with the members that are there instead; nil if there is none.
  package func absentMember(in json: JSON) -> (name: String, available: [String], isList: Bool)? {
    MemberAbsence(root, in: json).found
  }
}
