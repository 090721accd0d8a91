import DialJSON
import DialModel
import DialSyntax
import Synchronization

/// The schemas of a document as types. Each is made when it is asked for.
final class SchemaTypes: LateTypes {
  private let document: OpenAPIDocument
  private let known = Mutex<[String: Shape]>([:])

  init(_ document: OpenAPIDocument) { self.document = document }

  var names: [String] { (document.namedSchemas?.mapping ?? []).map(\.name) }

  func shape(named name: String) -> Shape? {
    if let shape = known.withLock({ $0[name] }) { return shape }
    guard let node = document.schema(named: name) else { return nil }
    let shape = SchemaShape.shape(of: node, in: document)
    known.withLock { $0[name] = shape }
    return shape
  }
}

extension OpenAPIDocument {
  /// Where the schemas are that have names.
  private var schemasPointer: String { isSwagger ? "#/definitions/" : "#/components/schemas/" }

  var namedSchemas: Node? { isSwagger ? self["definitions"] : self["components"]?.value(for: "schemas") }

  /// Returns the name of the schema that a reference names: that of a component, otherwise the reference itself.
  func typeName(of reference: Node) -> String? {
    guard let pointer = reference.text, let node = try? target(of: reference) else { return nil }
    guard pointer.hasPrefix("#"), reference.range.file === root.range.file else {
      let name = node.range.file.name + (pointer.firstIndex(of: "#").map { String(pointer[$0...]) } ?? "#")
      otherSchemas.withLock { $0[name] = node }
      return name
    }
    guard pointer.hasPrefix(schemasPointer) else { return pointer }
    let step = pointer.dropFirst(schemasPointer.count)
    return step.contains("/") ? pointer : PointerStep.decoded(step)
  }

  /// Returns the schema of a type by its name.
  func schema(named name: String) -> Node? {
    if let node = otherSchemas.withLock({ $0[name] }) { return node }
    let pointer = name.hasPrefix("#") ? name : schemasPointer + PointerStep.encoded(name)
    return try? target(of: Node(.scalar(Scalar(text: pointer, style: .doubleQuoted)), range: root.range))
  }
}

/// Makes the type of a result from a schema: `allOf` merged, alternatives as a union, null as an optional type.
///
/// Every reference is a type of its own, so schemas can refer to themselves. What a type cannot say, such as `not`, is left out, and a
/// schema that cannot be understood is any JSON: the type accepts at least what the schema does. Formats are hints, so texts stay texts.
struct SchemaShape {
  private let document: OpenAPIDocument
  /// The number of schemas that are read for one type: a document is untrusted input.
  private var left = 10_000
  private static let maxDepth = 48

  /// Returns the type of a schema. Its references are names of types.
  static func shape(of node: Node?, in document: OpenAPIDocument) -> Shape {
    var reader = SchemaShape(document: document)
    return node.map { reader.shape($0, 0) } ?? .json
  }

  private init(document: OpenAPIDocument) { self.document = document }

  private mutating func shape(_ node: Node, _ depth: Int) -> Shape {
    left -= 1
    guard left > 0, depth < Self.maxDepth, let entries = node.mapping else { return .json }
    if let (name, isNullable) = named(entries) { return isNullable ? .optional(.named(name)) : .named(name) }
    var parts = SchemaParts(document)
    parts.add(node)
    return shape(parts, at: node.range, depth)
  }

  /// The keywords from which a type is made; all others are annotations, or rules about values.
  private static let keywords: Set = [
    "$ref", "type", "properties", "required", "items", "prefixItems", "allOf", "oneOf", "anyOf", "enum", "const", "additionalProperties",
    "unevaluatedProperties", "patternProperties",
  ]

  /// Whether a schema says nothing about the type of a value.
  static func isEmpty(_ node: Node) -> Bool {
    !(node.mapping ?? []).contains { keywords.contains($0.name) && $0.name != "required" }
  }

  /// Returns the name of the type that a schema only refers to, possibly in an `allOf` of one.
  private func named(_ entries: [Entry]) -> (name: String, isNullable: Bool)? {
    let said = entries.filter { Self.keywords.contains($0.name) }
    guard said.count == 1 else { return nil }
    let isNullable = entries.contains { SchemaParts.nullable.contains($0.name) && $0.value.isTrue }
    if said[0].name == "$ref", said[0].value.scalar != nil {
      return document.typeName(of: said[0].value).map { ($0, isNullable) }
    }
    guard said[0].name == "allOf", let items = said[0].value.sequence, items.count == 1, let inner = items[0].mapping else { return nil }
    return named(inner).map { ($0.name, isNullable || $0.isNullable) }
  }

  private mutating func shape(_ parts: SchemaParts, at range: SourceRange, _ depth: Int) -> Shape {
    let shape = plain(parts, at: range, depth)
    if case .json = shape { return shape }
    return parts.isNullable && !shape.isOptional ? .optional(shape) : shape
  }

  private mutating func plain(_ parts: SchemaParts, at range: SourceRange, _ depth: Int) -> Shape {
    if let values = parts.values { return literals(values, parts) }
    if let alternatives = parts.alternatives { return union(alternatives, parts, depth) }
    let types = parts.types
    if types.isEmpty {
      if !parts.properties.isEmpty || !parts.required.isEmpty || parts.rest != nil { return object(parts, at: range, depth) }
      if parts.items != nil || !parts.first.isEmpty { return array(parts, depth) }
      return parts.isNullable && parts.saysNull ? .literals([.null]) : .json
    }
    return Shape.union(types.map { type(named: $0, parts, at: range, depth) })
  }

  private mutating func type(named name: String, _ parts: SchemaParts, at range: SourceRange, _ depth: Int) -> Shape {
    switch name {
    case "string": .string
    case "integer": parts.format == "uint64" ? .uint64 : .int
    case "number": .double
    case "boolean": .bool
    case "array": array(parts, depth)
    case "object": object(parts, at: range, depth)
    default: .json
    }
  }

  /// Null is no literal: it makes the type optional.
  private func literals(_ nodes: [Node], _ parts: SchemaParts) -> Shape {
    let isText = parts.types == ["string"]
    let values = nodes.map { node in isText && !node.isNullText ? node.text.map { .string($0) } ?? Literal.json(node) : Literal.json(node) }
    let others = values.filter { !$0.isNull }
    guard !others.isEmpty else { return values.isEmpty ? .json : .literals(values) }
    let shape = Shape.literals(others)
    return others.count < values.count ? .optional(shape) : shape
  }

  private mutating func array(_ parts: SchemaParts, _ depth: Int) -> Shape {
    guard !parts.first.isEmpty else { return .array(parts.items.map { shape($0, depth + 1) } ?? .json) }
    let members = parts.first.enumerated().map { index, node in
      let label = "item\(index + 1)"
      return Shape.Member(label: label, wire: label, shape: shape(node, depth + 1), range: node.range, canBeAbsent: index >= parts.minItems)
    }
    let rest: Shape? = parts.endsHere ? nil : parts.items.map { shape($0, depth + 1) } ?? .json
    return .record(Shape.Record(members: members, rest: rest, isArray: true))
  }

  private mutating func object(_ parts: SchemaParts, at range: SourceRange, _ depth: Int) -> Shape {
    let rest: Shape? =
      switch parts.rest {
      case .closed?: nil
      case .schema(let node)?: shape(node, depth + 1)
      case .open?, nil: .json
      }
    let declared = Set(parts.properties.map(\.name))
    let others = parts.required.filter { !declared.contains($0) }.distinct()
    if declared.isEmpty, others.isEmpty, let rest { return .dictionary(rest) }
    var members = parts.properties.map { property in
      let node = Self.all(property.nodes)
      // A member that is only sent in requests is not in responses.
      let isRequired = parts.required.contains(property.name) && !property.nodes.contains { $0.flag("writeOnly") }
      return Shape.Member(
        label: property.name, wire: property.name, shape: shape(node, depth + 1), range: property.range, canBeAbsent: !isRequired)
    }
    members += others.map { Shape.Member(label: $0, wire: $0, shape: rest ?? .json, range: range, isTyped: false, canBeAbsent: false) }
    return .record(Shape.Record(members: members, rest: rest, isArray: false))
  }

  /// Returns a schema that says what all of several say.
  private static func all(_ nodes: [Node]) -> Node {
    if nodes.count == 1 { return nodes[0] }
    let range = nodes[0].range
    return Node(.mapping([Entry(Literal.node("allOf", range), Node(.sequence(nodes), range: range))]), range: range)
  }

  // MARK: Alternatives

  private mutating func union(_ alternatives: SchemaParts.Alternatives, _ parts: SchemaParts, _ depth: Int) -> Shape {
    var base = parts
    base.alternatives = nil
    // Null may stand beside them.
    base.isNullable = false
    var shapes: [Shape] = []
    for node in alternatives.nodes {
      if base.isEmpty {
        shapes.append(shape(node, depth + 1))
      } else {
        var merged = base
        merged.add(node)
        left -= merged.properties.count
        shapes.append(left > 0 ? shape(merged, at: node.range, depth + 1) : .json)
      }
    }
    return Shape.union(shapes, alternatives.discriminator.flatMap { tag($0, alternatives.nodes) })
  }

  /// Returns the member that names an alternative, with the values of a mapping, and with the names of the schemas.
  private func tag(_ discriminator: Node, _ nodes: [Node]) -> Shape.Union.Tag? {
    guard let wire = discriminator.text(for: "propertyName") ?? discriminator.text else { return nil }
    var (places, names): ([String: Int], [String: Int]) = ([:], [:])
    for (index, node) in nodes.enumerated() {
      if let reference = node.reference, let name = document.typeName(of: reference) { names[name] = index }
    }
    places = names
    for entry in discriminator.value(for: "mapping")?.mapping ?? [] {
      let target = document.typeName(of: entry.value) ?? entry.value.text ?? ""
      if let index = names[target] { places[entry.name] = index }
    }
    return Shape.Union.Tag(wire: wire, places: places)
  }
}

/// What a schema says with everything that `allOf` and references add, before it is a type.
private struct SchemaParts {
  struct Property {
    var name: String
    /// The schemas that the parts have for it.
    var nodes: [Node]
    var range: SourceRange
  }

  struct Alternatives {
    var nodes: [Node]
    var discriminator: Node?
  }

  /// What members without a declaration can be.
  enum Rest {
    case open, closed
    case schema(Node)
  }

  static let nullable: Set = ["nullable", "x-nullable", "x-isnullable"]
  private static let maxDepth = 24

  private let document: OpenAPIDocument
  private(set) var types: [String] = []
  var isNullable = false
  /// Whether the only type is null.
  private(set) var saysNull = false
  private(set) var values: [Node]?
  private(set) var properties: [Property] = []
  private var places: [String: Int] = [:]
  private(set) var required: [String] = []
  private(set) var items: Node?
  /// The schemas of the first items of an array.
  private(set) var first: [Node] = []
  private(set) var minItems = 0
  /// Whether an array has no items after the first ones.
  private(set) var endsHere = false
  private(set) var rest: Rest?
  private(set) var format: String?
  var alternatives: Alternatives?
  /// The references that were followed: each says the same again.
  private var seen: Set<String> = []
  /// The schemas that are parts of it.
  private var own: Set<NodeIdentity> = []
  private var depth = 0

  init(_ document: OpenAPIDocument) { self.document = document }

  /// Whether it says nothing about a type.
  var isEmpty: Bool {
    types.isEmpty && values == nil && properties.isEmpty && required.isEmpty && items == nil && first.isEmpty && rest == nil
  }

  mutating func add(_ node: Node) {
    guard depth < Self.maxDepth, let entries = node.mapping else { return }
    depth += 1
    defer { depth -= 1 }
    own.insert(node.identity)
    var choice: Alternatives?
    for entry in entries {
      let value = entry.value
      switch entry.name {
      case "$ref":
        guard let pointer = value.text, seen.insert(pointer).inserted, let target = try? document.target(of: value) else { continue }
        add(target)
      case "allOf": for part in value.sequence ?? [] { add(part) }
      case "oneOf", "anyOf": choice = choice ?? alternatives(value, node.value(for: "discriminator"))
      case "type": add(types: value)
      case "enum": values = values ?? value.sequence
      case "const": values = [value]
      case "properties": for property in value.mapping ?? [] { add(property) }
      case "required": required += (value.sequence ?? []).compactMap(\.text)
      case "items":
        if let nodes = value.sequence { first = first.isEmpty ? nodes : first } else { add(items: value) }
      case "prefixItems": first = value.sequence ?? first
      case "additionalItems": add(items: value)
      case "minItems": minItems = max(minItems, value.text.flatMap { Int($0) } ?? 0)
      case "additionalProperties", "unevaluatedProperties": add(rest: value)
      case "format": format = format ?? value.text
      default: if Self.nullable.contains(entry.name), value.isTrue { isNullable = true }
      }
    }
    // Of alternatives in several parts, only the first ones are said.
    alternatives = alternatives ?? choice
    if node.value(for: "patternProperties") != nil { rest = .open }
  }

  private mutating func add(items value: Node) {
    if value.mapping != nil { items = items ?? value } else if value.text == "false" { endsHere = true }
  }

  private mutating func add(types node: Node) {
    let words = node.sequence.map { $0.compactMap(\.text) } ?? node.text.map { [$0] } ?? []
    if words.contains("null") { (isNullable, saysNull) = (true, words.count == 1) }
    let others = words.filter { $0 != "null" }
    if types.isEmpty {
      types = others
    } else if !others.isEmpty {
      // A number that must also be an integer is one.
      let both = types.filter { others.contains($0) || $0 == "integer" && others.contains("number") }
      types = both.isEmpty ? others.filter { $0 == "integer" && types.contains("number") } : both
    }
  }

  private mutating func add(_ property: Entry) {
    if let place = places[property.name] {
      let isKnown = properties[place].nodes.contains { $0.range == property.value.range }
      // The last one mostly says more.
      if !isKnown, properties[place].nodes.count < 8 { properties[place].nodes.append(property.value) }
    } else {
      places[property.name] = properties.count
      properties.append(Property(name: property.name, nodes: [property.value], range: property.key.range))
    }
  }

  private mutating func add(rest node: Node) {
    switch (rest, node.text) {
    case (.open?, _): break
    case (_, "false"?): rest = .closed
    case (.closed?, _): break
    case (_, nil) where node.mapping?.isEmpty == false: rest = .schema(node)
    default: rest = .open
    }
  }

  /// A list of alternatives, which is read once for all schemas that have it.
  private struct Choice: Sendable {
    var nodes: [Node]
    /// The schemas to which they refer.
    var targets: Set<NodeIdentity>
  }

  /// Returns the alternatives that say something about a type; nil if none does, because then they are only rules. A schema whose parent
  /// lists it as an alternative is that alternative.
  private func alternatives(_ list: Node, _ discriminator: Node?) -> Alternatives? {
    let choice = document.once(list) { list in
      let nodes = list.sequence ?? []
      let targets = nodes.compactMap { $0.reference.flatMap { try? document.target(of: $0) }?.identity }
      return Choice(nodes: nodes.contains(where: SchemaShape.isEmpty) ? [] : nodes, targets: Set(targets))
    }
    if choice.nodes.isEmpty || !choice.targets.isDisjoint(with: own) { return nil }
    return Alternatives(nodes: choice.nodes, discriminator: discriminator)
  }
}
