import Dial

/// Declares the results of a document's operations in the language: their types by name, and one for each status if they differ.
struct ResultImport {
  private let types: (any LateTypes)?
  /// The types that results use, by their names in the document.
  private var used: [String: Shape] = [:]
  /// The labels of members, which types must not share.
  private var labels: Set<String> = []
  private static let maxDepth = 24

  init(_ types: (any LateTypes)?) { self.types = types }

  /// Adds the results of the responses to an endpoint.
  mutating func add(to endpoint: inout EndpointDeclaration) {
    guard let line = endpoint.line?.value, line.method != "HEAD", endpoint.result == nil, endpoint.failure == nil else { return }
    // What they select or wait for has another type than a response.
    if (endpoint.settings + endpoint.hints).contains(where: { ["select", "poll", "events", "decode"].contains($0.name) }) { return }
    var statuses: [StatusResult] = []
    for response in endpoint.responses.all {
      let status = response.status.lowercased()
      guard StatusResult.isValid(status), !statuses.contains(where: { $0.status == status }) else { continue }
      statuses.append(StatusResult(status: status, range: response.range, model: model(of: response)))
    }
    let successes = statuses.successes
    let failures = statuses.filter { one in !successes.contains { $0.status == one.status } }
    let shapes = failures.compactMap(\.typed)
    if successes.count < 2, Set(shapes.map(\.spelling)).count < 2 {
      if let failure = shapes.first { endpoint.failure = (ShapeDeclaration(failure), endpoint.range) }
      let model = successes.first?.model ?? .inferred
      switch model {
      case .shape(let shape) where shape.isUntyped: break
      case .inferred: break
      default: endpoint.result = (ResultDeclaration(model), endpoint.range)
      }
    } else if statuses.contains(where: { $0.typed != nil }) {
      var result = ResultDeclaration(statuses.model)
      result.statuses = statuses
      endpoint.result = (result, endpoint.range)
    }
  }

  private mutating func model(of response: DeclaredResponse) -> ResultModel {
    if response.contents.isEmpty { return ["204", "205"].contains(response.status) ? .void : .inferred }
    let shapes = response.contents.compactMap(\.shape)
    if !shapes.isEmpty { return .shape(Shape.union(shapes.map { converted($0, 0) })) }
    return response.contents.contains { Encoding(mediaType: $0.mediaType) == .json } ? .shape(.json) : .inferred
  }

  // MARK: Types

  /// Returns a type that the language can say: one that accepts at least the same values.
  private mutating func converted(_ shape: Shape, _ depth: Int) -> Shape {
    guard depth < Self.maxDepth else { return .json }
    switch shape {
    case .array(let item): return .array(converted(item, depth + 1))
    case .dictionary(let item): return .dictionary(converted(item, depth + 1))
    case .optional(let inner): return Shape.union([converted(inner, depth), .literals([.null])])
    case .literals(let values): return literals(values)
    case .union(let union): return Shape.union(union.alternatives.map { converted($0, depth + 1) })
    case .record(let record): return self.record(record, depth)
    case .named(let name): return named(name, depth)
    default: return shape
    }
  }

  private func literals(_ values: [JSON]) -> Shape {
    if values.allSatisfy({ $0.asKind == .bool }) { return .bool }
    let others = values.filter { !$0.isNull }
    let areWritable = others.allSatisfy { $0.asKind == .string || $0.asKind == .number && values.count > 1 }
    if !areWritable { return others.count == 1 && others[0].asKind == .number ? .double : .json }
    return Shape.union([.literals(others)] + (others.count < values.count ? [.literals([.null])] : []))
  }

  private mutating func record(_ record: Shape.Record, _ depth: Int) -> Shape {
    guard !record.members.isEmpty, record.members.count <= EndpointModel.maxParameters else { return .dictionary(.json) }
    var maker = NameMaker()
    let members = record.members.map { member in
      var member = member
      let shape = converted(member.shape, depth + 1)
      member.shape = member.isOptional && !shape.isOptional ? .optional(shape) : shape
      member.isTyped = !shape.isUntyped
      // A built-in type has the name already.
      let isType = Shape.builtin(member.wire) != nil
      member.label = maker.name(isType ? member.wire.lowercased() : member.wire, fallback: "value")
      member.canBeAbsent = nil
      labels.insert(member.label)
      return member
    }
    return .record(Shape.Record(members: members))
  }

  /// Returns a name of a type with members, and the type itself instead of another name.
  private mutating func named(_ name: String, _ depth: Int) -> Shape {
    if used[name] != nil { return .named(name) }
    guard let shape = types?.shape(named: name) else { return .json }
    switch shape {
    case .record, .union, .array, .dictionary, .literals:
      // It can name itself.
      used[name] = .json
      let converted = converted(shape, 0)
      used[name] = converted
      return converted.isUntyped ? .json : .named(name)
    default: return converted(shape, depth + 1)
    }
  }

  /// Returns the declarations with names of the language, and the types that they use.
  func named(_ endpoints: [EndpointDeclaration]) -> (types: [TypeDeclaration], endpoints: [EndpointDeclaration]) {
    var maker = NameMaker(taken: labels.union(Shape.builtins.map(\.name)))
    let order = Dictionary(zip(types?.names ?? [], 0...), uniquingKeysWith: { first, _ in first })
    let names = used.filter { !$0.value.isUntyped }.keys.sorted { (order[$0] ?? .max, $0) < (order[$1] ?? .max, $1) }
    var written: [String: Shape] = [:]
    for name in names {
      let last = name.split(separator: "/").last.map(String.init) ?? name
      let made = NameMaker.made(last, fallback: "Type")
      let first = made.prefix(1).uppercased()
      let isLetter = first.utf8.first.map { $0 &- 0x41 < 26 } ?? false
      written[name] = .named(maker.name(isLetter ? first + made.dropFirst() : "T" + made, fallback: "Type"))
    }
    for (name, shape) in used where shape.isUntyped { written[name] = .json }
    let declared = names.compactMap { name -> TypeDeclaration? in
      guard case .named(let new)? = written[name], let shape = used[name], let range = endpoints.first?.range else { return nil }
      return TypeDeclaration(name: new, range: range, shape: ShapeDeclaration(shape.replacing(written)))
    }
    let renamed = endpoints.map { endpoint in
      var endpoint = endpoint
      if let (declared, range) = endpoint.result {
        var result = declared
        result.model = result.model.replacing(written)
        for index in result.statuses.indices { result.statuses[index].model = result.statuses[index].model.replacing(written) }
        endpoint.result = (result, range)
      }
      if let (failure, range) = endpoint.failure { endpoint.failure = (ShapeDeclaration(failure.shape.replacing(written)), range) }
      return endpoint
    }
    return (declared, renamed)
  }
}

extension StatusResult {
  /// The type of the body; nil without one that says something.
  fileprivate var typed: Shape? {
    if case .shape(let shape) = model, !shape.isUntyped { shape } else { nil }
  }
}
