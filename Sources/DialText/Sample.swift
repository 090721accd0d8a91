package import DialJSON
package import DialModel

/// Example values of declared types, for examples and skeletons.
///
/// Nested types could give values of exponential size, so a value has a limited number of nodes, which a container divides among its
/// members. Without nodes left, it is `{}`, `[]` or null.
package struct Sample {
  /// The number of nodes of a value, in addition to the members of its outermost record.
  static let nodes = 200

  let types: TypeTable

  /// Whether it is what a service sends, with the names of the response.
  private let isResponse: Bool

  package init(types: TypeTable, isResponse: Bool = false) { (self.types, self.isResponse) = (types, isResponse) }

  package func value(of parameter: ParameterModel, in endpoint: EndpointModel) -> JSON? {
    guard let value = anyValue(of: parameter, in: endpoint) else { return nil }
    return parameter.constraints.isEmpty ? value : FittingValue.of(value, parameter.constraints)
  }

  /// Returns a value that may not follow the constraints.
  private func anyValue(of parameter: ParameterModel, in endpoint: EndpointModel) -> JSON? {
    if let example = parameter.example, !parameter.isSecret { return example }
    if case .json(let standard)? = parameter.defaultValue, !standard.isNull { return standard }
    if let first = parameter.values?.first, !parameter.isSecret { return first }
    if parameter.isFlag { return .bool(true) }
    if parameter.shape.holdsFile { return Optional<JSON>.none }
    if let members = parameter.memberShape, !members.isUntyped { return value(of: members, named: parameter.name) }
    if parameter.shape.isUntyped {
      let text = Self.text(named: parameter.name)
      let isNamed = parameter.place == .body && (endpoint.encoding == .form || endpoint.encoding == .multipart)
      return parameter.isSpread || isNamed ? ["name": .string("text")] : .string(text)
    }
    return value(of: parameter.shape, named: parameter.name)
  }

  package func value(of shape: Shape, named name: String) -> JSON {
    let extra = if case .record(let record) = types.resolve(types.resolve(shape).wrapped) { record.members.count } else { 0 }
    return value(of: shape, named: name, [], Self.nodes + extra)
  }

  private func value(of shape: Shape, named name: String, _ open: Set<String>, _ budget: Int) -> JSON {
    switch shape {
    case .json, .string: .string(Self.text(named: name))
    case .int, .int64, .uint64: 7
    case .double, .decimal: JSON.number("1.5") ?? 1
    case .bool: true
    case .date: "2024-01-31T10:00:00Z"
    case .data: "aGVsbG8="
    case .url: "https://example.com/"
    case .day: "2024-01-31"
    case .uuid: "3f2a8c1e-5b7d-4e9f-8a6b-0c1d2e3f4a5b"
    case .file: "file"
    case .void: .null
    case .literals(let values): values.first ?? .null
    case .union(let union): union.alternatives.first { !isOpen($0, open) }.map { value(of: $0, named: name, open, budget) } ?? .null
    case .array(let item):
      isOpen(item, open) || budget < 1 || isUnknown(item) ? [] : .array([value(of: item, named: name, open, budget - 1)])
    case .dictionary(let item): isOpen(item, open) || budget < 1 ? [:] : ["name": value(of: item, named: name, open, budget - 1)]
    case .optional(let inner): isOpen(inner, open) || budget < 1 && isContainer(inner) ? .null : value(of: inner, named: name, open, budget)
    case .named(let type): open.contains(type) ? .null : value(of: types.resolve(shape), named: name, open.union([type]), budget)
    case .record(let record): members(of: record, open, budget)
    }
  }

  /// Returns all members of a record, or none if there are too few nodes.
  private func members(of record: Shape.Record, _ open: Set<String>, _ budget: Int) -> JSON {
    let count = record.members.count
    guard count > 0, budget >= count else { return [:] }
    let share = (budget - count) / count
    let values = record.members.map { value(of: $0.shape, named: $0.label, open, share) }
    if record.isArray == true { return .array(values) }
    return .object(zip(record.members, values).map { (isResponse ? $0.wire : $0.label, $1) })
  }

  /// Whether it is an object of which nothing is known, as the innermost one of a type that contains itself.
  private func isUnknown(_ shape: Shape) -> Bool {
    switch types.resolve(shape) {
    case .record(let record): record.members.isEmpty && record.isArray != true
    case .dictionary(let item): item.isUntyped
    default: false
    }
  }

  private func isContainer(_ shape: Shape) -> Bool {
    switch types.resolve(shape) {
    case .array, .dictionary, .record: true
    case .optional(let inner): isContainer(inner)
    default: false
    }
  }

  private func isOpen(_ shape: Shape, _ open: Set<String>) -> Bool {
    switch shape {
    case .named(let name): open.contains(name)
    case .optional(let inner), .array(let inner), .dictionary(let inner): isOpen(inner, open)
    default: false
    }
  }

  private static func text(named name: String) -> String {
    let lower = name.lowercased()
    if lower == "id" || lower.hasSuffix("_id") || name.hasSuffix("Id") || name.hasSuffix("ID") { return "7" }
    if lower.contains("email") { return "ann@example.com" }
    return lower.hasSuffix("name") ? "Ann" : "text"
  }
}
