import Dial

/// Warnings about arguments that are allowed but look like mistakes: undeclared names of an open endpoint, and unknown members of a type,
/// if a similar declared one is missing.
struct ArgumentWarnings {
  let model: EndpointModel
  let types: TypeTable

  /// Returns warnings about likely mistakes, and notes about members that a type does not declare and that are not like a declared one.
  func found(in arguments: Arguments) -> (doubts: [String], notes: [String]) {
    var others: [String] = []
    let doubts = all(in: arguments, &others)
    let shown = others.prefix(Self.maximum).map { "'\($0)' is not declared and is sent unchanged" }
    let rest = others.count - shown.count
    return (doubts, shown + (rest > 0 ? ["\(rest.counted("more member is", "more members are")) not declared"] : []))
  }

  private static let maximum = 5

  private func all(in arguments: Arguments, _ others: inout [String]) -> [String] {
    let given = Set(arguments.items.map(\.name))
    return arguments.items.flatMap { item -> [String] in
      guard let parameter = parameter(item.name) else { return open(item.name, given).map { [$0] } ?? [] }
      guard case .json(let json) = item.value else { return [] }
      return [joined(json, parameter, item.name)].compactMap(\.self) + members(of: json, parameter.shape, at: item.name, &others)
    }
  }

  /// Warns of a text with the sign that stands between the parts of a value: unlike a comma in a query, it is encoded in both places. In
  /// headers, the items of arrays are quoted, and members of objects are not.
  private func joined(_ value: JSON, _ parameter: ParameterModel, _ name: String) -> String? {
    let style = parameter.style
    let isObject = value.asObject != nil
    if isObject, style.objects != .pairs, style.objects != .equals { return nil }
    if parameter.place.has(.body), model.encoding == .json { return nil }
    let separator = parameter.place == .header ? (isObject ? "," : nil) : style.arrays.flatMap { $0 == .csv ? nil : $0.separator }
    let parts = value.asArray.map(Array.init) ?? value.asObject?.flatMap { [.string($0.name), $0.value] } ?? []
    guard let separator, parts.contains(where: { $0.asString?.contains(separator) ?? false }) else { return nil }
    let sign = separator == "\t" ? "a tab" : separator == " " ? "a space" : "'\(separator)'"
    let (what, others) = isObject ? ("a member", "members") : ("an item", "items")
    return "\(what) of '\(name)' contains \(sign), which also stands between the \(others), so the server can read two"
  }

  private func parameter(_ name: String) -> ParameterModel? {
    let named = model.parameters.filter { $0.name == name || $0.qualifiedName == name || name == "_" && $0.place == .body }
    return named.count == 1 ? named[0] : nil
  }

  private func open(_ name: String, _ given: Set<String>) -> String? {
    guard model.isOpen, name != "_" else { return nil }
    let absent = model.parameters.filter { !given.contains($0.name) && !given.contains($0.qualifiedName) }.map(\.name)
    guard let nearest = Suggestion.nearest(to: name, among: absent) else { return nil }
    return "'\(model.name)' does not declare '\(name)', which is sent unchanged; did you mean '\(nearest)'?"
  }

  private func members(of value: JSON, _ shape: Shape, at path: String, _ others: inout [String]) -> [String] {
    switch types.resolve(shape.wrapped) {
    case .array(let item): return (value.asArray ?? []).enumerated().flatMap { members(of: $1, item, at: "\(path)[\($0)]", &others) }
    case .dictionary(let item): return (value.asObject ?? [:]).flatMap { members(of: $0.value, item, at: "\(path).\($0.name)", &others) }
    case .record(let record):
      guard let object = value.asObject else { return [] }
      let absent = record.members.filter { object[$0.label] == nil && object[$0.wire] == nil }.map(\.label)
      return object.flatMap { name, inner -> [String] in
        if let member = record.members.first(where: { $0.label == name || $0.wire == name }) {
          return members(of: inner, member.shape, at: "\(path).\(name)", &others)
        }
        guard let nearest = Suggestion.nearest(to: name, among: absent) else {
          others.append("\(path).\(name)")
          return []
        }
        return ["'\(path).\(name)' is not declared and is sent unchanged; did you mean '\(nearest)'?"]
      }
    default: return []
    }
  }
}

/// Notes about selections that compare a declared number with a text, or a declared text with a number, which are never equal.
struct ComparedTypes {
  let model: EndpointModel
  let types: TypeTable

  func all(in path: JMESPath) -> [String] {
    guard case .shape(let result) = model.result else { return [] }
    return path.literalComparisons.compactMap { comparison in
      guard let name = comparison.path.lazy.compactMap({ if case .member(let name) = $0 { name } else { nil } }).last,
        let shape = shape(at: comparison.path[...], in: result), let found = fault(of: comparison.literal, shape)
      else { return nil }
      return "--select: '\(name)' is declared as \(shape.spelling), but is compared with \(found)"
    }
  }

  private func fault(of literal: JSON, _ shape: Shape) -> String? {
    if shape.isNumber, let text = literal.asString {
      let isNumber = (try? JSON(parsing: text))?.asKind == .number
      return "the text '\(text)'\(isNumber ? "; write the number as `\(text)`" : "")"
    }
    guard case .string = shape, literal.asKind == .number else { return nil }
    let number = JSONWriter.text(literal)
    return "the number \(number); write the text as '\(number)'"
  }

  /// Returns the declared shape at a path; nil if it is unknown.
  private func shape(at path: ArraySlice<LiteralComparison.Step>, in shape: Shape) -> Shape? {
    let shape = types.resolve(shape.wrapped).wrapped
    guard let step = path.first else { return shape }
    switch (step, shape) {
    case (.member(let name), .record(let record)):
      return record.members.first { $0.wire == name }.flatMap { self.shape(at: path.dropFirst(), in: $0.shape) }
    case (.element, .array(let item)), (.value, .dictionary(let item)): return self.shape(at: path.dropFirst(), in: item)
    case (.member, .dictionary(let item)): return self.shape(at: path.dropFirst(), in: item)
    default: return nil
    }
  }
}

extension Shape {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .int64, .uint64, .double, .decimal: true
    default: false
    }
  }
}
