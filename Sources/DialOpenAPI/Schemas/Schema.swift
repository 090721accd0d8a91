import DialJSON
import DialModel
import DialSyntax

/// What a caller has to know of a schema: references followed, `allOf` merged, alternatives of objects united, null taken apart.
///
/// A schema that cannot be understood says nothing, and any value fits it.
struct Schema {
  struct Property {
    var name: String
    var node: Node
    var isRequired: Bool
  }

  /// The types besides `null`; empty if none is declared.
  private(set) var types: [String] = []
  private(set) var isNullable = false
  /// Whether it is one of several that are not all objects, so that the value decides how it is written.
  private(set) var isUnion = false
  /// The schemas of which it is one.
  private var alternatives: [Node] = []
  private(set) var properties: [Property] = []
  /// The index of each property.
  private var places: [String: Int] = [:]
  private(set) var items: Node?
  /// Whether the first items have schemas of their own.
  private(set) var hasPrefix = false
  private(set) var format: String?
  private(set) var standard: Node?
  /// The allowed values, if it lists them.
  private(set) var values: [Node]?
  /// The keywords of the schemas that are parts of it and have constraints.
  private(set) var rules: [[Entry]] = []
  private(set) var isReadOnly = false
  /// The media type of text that holds bytes (JSON Schema 2020-12 section 8).
  private(set) var mediaType: String?
  private(set) var isEncoded = false
  private(set) var hasAdditional = false
  /// The keywords that restrict values besides their type.
  private static let constraints: Set = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems",
    "uniqueItems", "enum", "const",
  ]
  /// The number of items on the way: schemas can refer to themselves.
  private static let deepest = 24
  /// The number of schemas that are looked at for one: a document is untrusted input, and each can name another one several times.
  private static let mostVisits = 10_000
  private var visits = 0
  /// The number of values that several lists have together, and of alternatives that make a type: their parts can be large again.
  private static let mostValues = 1000
  private static let mostAlternatives = 8

  private(set) var isObject = false
  /// The names of required members; another part of the sum may declare them.
  private var required: Set<String> = []

  /// Reads a schema. Use ``OpenAPIDocument/schema(_:)``, which reads each one once.
  init(_ node: Node?, in document: OpenAPIDocument) {
    if let node { add(node, document, depth: 0) }
    for name in required.sorted() where places[name] == nil {
      // It is required, and nothing is said of its type.
      if let node { add(Property(name: name, node: Node(.mapping([]), range: node.range), isRequired: true)) }
    }
    for index in properties.indices where required.contains(properties[index].name) { properties[index].isRequired = true }
    if !properties.isEmpty || hasAdditional { isObject = isObject || types.isEmpty }
    isObject = isObject || types == ["object"]
    // An `enum` beside `items` that lists no array was meant for the items.
    if isArray, let values, !values.contains(where: { $0.sequence != nil }) { self.values = nil }
  }

  /// The regular expression of its text; nil if there is none.
  var pattern: String? { rules.lazy.joined().first { $0.name == "pattern" }?.value.text }

  var isArray: Bool { types == ["array"] || types.isEmpty && items != nil && !isObject }

  /// Whether its values are bytes, as files are.
  var isBinary: Bool {
    if types == ["file"] || format == "binary" { return true }
    guard let mediaType, !isEncoded else { return false }
    return !mediaType.hasPrefix("text/") && !mediaType.hasPrefix("application/j")
  }

  private mutating func add(_ node: Node, _ document: OpenAPIDocument, depth: Int) {
    visits += 1
    guard depth < Self.deepest, visits <= Self.mostVisits, let entries = node.mapping else { return }
    var own: [Property] = []
    if entries.contains(where: { Self.constraints.contains($0.name) }) { rules.append(entries) }
    for entry in entries {
      let value = entry.value
      switch entry.name {
      case "$ref": if value.scalar != nil, let target = try? document.target(of: value) { add(target, document, depth: depth + 1) }
      case "allOf": for part in value.sequence ?? [] { add(part, document, depth: depth + 1) }
      case "oneOf", "anyOf": add(alternatives: value.sequence ?? [], document, depth)
      case "type": add(types: value)
      case "nullable", "x-nullable", "x-isnullable": isNullable = isNullable || value.isTrue
      case "format": format = value.text ?? format
      case "items": if value.mapping != nil { items = items.map { Self.joined($0, value) } ?? value }
      case "prefixItems": hasPrefix = true
      case "properties": own = (value.mapping ?? []).map { Property(name: $0.name, node: $0.value, isRequired: false) }
      case "required": required.formUnion((value.sequence ?? []).compactMap(\.text))
      case "default": standard = value
      case "enum": if let listed = value.sequence { values = Self.common(values, listed) }
      case "const": values = [value]
      case "readOnly": isReadOnly = isReadOnly || value.isTrue
      case "contentMediaType": mediaType = value.text?.lowercased()
      case "contentEncoding": isEncoded = true
      case "additionalProperties": hasAdditional = hasAdditional || value.text != "false"
      case "patternProperties": hasAdditional = true
      default: break
      }
    }
    add(own)
  }

  private mutating func add(types node: Node) {
    let words = node.sequence.map { $0.compactMap(\.text) } ?? node.text.map { [$0] } ?? []
    if words.contains("null") { isNullable = true }
    let others = words.filter { $0 != "null" }
    if others.count > 1, types.isEmpty { isUnion = true }
    types = types.isEmpty ? others : Self.narrowed(types, others)
    if types.count == 1 { isUnion = false }
  }

  /// Returns the types that both parts of a sum allow; those of the first if there are none.
  private static func narrowed(_ first: [String], _ second: [String]) -> [String] {
    if second.isEmpty { return first }
    func allows(_ types: [String], _ type: String) -> Bool { types.contains(type) || type == "integer" && types.contains("number") }
    let common = Set(first + second).filter { allows(first, $0) && allows(second, $0) }
    return common.isEmpty ? first : (first + second).filter(common.contains).distinct()
  }

  /// Returns the values that both parts of a sum list; those of the second if there are none.
  private static func common(_ first: [Node]?, _ second: [Node]) -> [Node] {
    guard let first else { return second }
    let known = first.map(Literal.json)
    let common = second.filter { known.contains(Literal.json($0)) }
    return common.isEmpty ? second : common
  }

  private mutating func add(_ own: [Property]) {
    for property in own {
      guard let place = places[property.name] else {
        add(property)
        continue
      }
      properties[place].node = Self.joined(properties[place].node, property.node)
    }
  }

  /// Returns what two parts of a sum say of one member: both of them hold.
  private static func joined(_ first: Node, _ second: Node) -> Node {
    if first.range == second.range { return first }
    let range = second.range
    let both = Node(.sequence([first, second]), range: range)
    let doc = (second.mapping ?? first.mapping)?.first { $0.name == "description" }
    return Node(.mapping([Entry(key: Literal.node("allOf", range), value: both)] + (doc.map { [$0] } ?? [])), range: range)
  }

  private mutating func add(_ property: Property) {
    places[property.name] = properties.count
    properties.append(property)
  }

  /// Adds what one of several schemas says. The members of objects are united; those are required that all of them require.
  private mutating func add(alternatives: [Node], _ document: OpenAPIDocument, _ depth: Int) {
    let all = alternatives.prefix(max(Self.mostVisits - visits, 0)).map { node in
      var schema = Schema(nil, in: document)
      schema.visits = visits
      schema.add(node, document, depth: depth + 1)
      visits = schema.visits
      schema.isObject = schema.types == ["object"] || schema.types.isEmpty && !schema.properties.isEmpty
      return schema
    }
    let pairs = zip(alternatives, all).filter { !$1.isNull }
    let others = pairs.map(\.1)
    if others.count < all.count || all.contains(where: \.isNullable) { isNullable = true }
    if others.count == 1, let only = others.first { return add(only) }
    if !others.isEmpty, others.allSatisfy(\.isObject) {
      let united = others.flatMap(\.properties)
      let named = Dictionary(grouping: united, by: \.name)
      for property in united where places[property.name] == nil {
        add(Property(name: property.name, node: Self.shared(named[property.name] ?? [], in: document), isRequired: false))
      }
      // What each of them requires, the value has, unless one of them leaves it to the server or allows null.
      let common = others.dropFirst().reduce(others[0].required) { $0.intersection($1.required) }
      required.formUnion(
        common.filter { name in
          let nodes = named[name]?.map(\.node) ?? []
          return nodes.count == others.count && nodes.allSatisfy { Self.parts(of: $0, in: document).allSatisfy(Self.mustBeGiven) }
        })
      if types.isEmpty, others.allSatisfy({ $0.types == ["object"] }) { types = ["object"] }
      isObject = true
      hasAdditional = true
      return
    }
    // Constraints alone, such as `minItems` or `required`, are no types.
    if !types.isEmpty, others.allSatisfy({ $0.types.isEmpty && !$0.isUnion && !$0.isObject && $0.items == nil && $0.values == nil }) {
      return
    }
    // Several lists of values are one list, and several schemas of one scalar type have this type.
    if let type = Self.scalarType(of: others), types.isEmpty || types == [type] {
      types = [type]
      let formats = Set(others.map(\.format))
      format = format ?? (formats.count == 1 ? others[0].format : nil)
      let listed = others.compactMap(\.values)
      let count = listed.reduce(0) { $0 + $1.count }
      if values == nil, listed.count == others.count, count <= Self.mostValues, let range = alternatives.first?.range {
        let list = Self.list(listed.flatMap(\.self), at: range)
        values = list.value.sequence
        rules.append([list])
      }
      return
    }
    isUnion = true
    self.alternatives = pairs.map(\.0)
  }

  /// Returns an `enum` of values, each of them once.
  private static func list(_ values: [Node], at range: SourceRange) -> Entry {
    var seen: Set<String> = []
    let distinct = values.filter { seen.insert(JSONWriter.text(Literal.json($0))).inserted }
    return Entry(key: Literal.node("enum", range), value: Node(.sequence(distinct), range: range))
  }

  /// Whether null is its only value.
  private var isNull: Bool {
    if let values, !values.isEmpty { return values.allSatisfy(\.isNullText) && types.isEmpty }
    return types.isEmpty && isNullable && properties.isEmpty
  }

  /// Returns the scalar type that all of several schemas have, by their word or by their values; nil if one of them can be a file.
  private static func scalarType(of all: [Schema]) -> String? {
    if all.contains(where: \.isBinary) { return nil }
    let types = Set(all.map { schema -> String in schema.isUnion ? "" : schema.types.count == 1 ? schema.types[0] : schema.valueType })
    guard types.count == 1, let type = types.first, ["string", "integer", "number", "boolean"].contains(type) else { return nil }
    return type
  }

  /// The type of its values, if they have the same one; otherwise empty.
  private var valueType: String {
    guard types.isEmpty, let values else { return "" }
    let kinds = Set(
      values.filter { !$0.isNullText }.map { node -> String in
        let value = Literal.json(node)
        return value.asString != nil ? "string" : value.asBool != nil ? "boolean" : value.asInt != nil ? "integer" : ""
      })
    return kinds.count == 1 ? kinds.first ?? "" : ""
  }

  private static let waived: Set = ["readOnly", "nullable", "x-nullable", "x-isnullable", "default", "oneOf", "anyOf"]

  /// Whether a part of a schema leaves nothing to the server, and does not allow null.
  private static func mustBeGiven(_ part: Node) -> Bool {
    !(part.mapping ?? []).contains { entry in
      waived.contains(entry.name) && entry.value.text != "false" || entry.name == "type" && entry.value.sequence != nil
    }
  }

  /// Returns a schema and the parts of its `allOf`, without what these are made of: schemas can refer to themselves.
  private static func parts(of node: Node, in document: OpenAPIDocument, depth: Int = 0) -> [Node] {
    let target = (try? document.resolve(node)) ?? node
    let own = target.identity == node.identity ? [node] : [node, target]
    guard depth < 2 else { return own }
    return own + (target.value(for: "allOf")?.sequence ?? []).prefix(8).flatMap { parts(of: $0, in: document, depth: depth + 1) }
  }

  /// Returns what the alternatives say of a member together: of several, only a type that all of them have.
  private static func shared(_ properties: [Property], in document: OpenAPIDocument) -> Node {
    let first = properties[0].node
    if properties.dropFirst().allSatisfy({ $0.node.range == first.range }) { return first }
    let nodes = properties.map(\.node)
    // Each of them names itself with a value of its own.
    let parts = nodes.map { Self.parts(of: $0, in: document) }
    let values = parts.compactMap { parts -> [Node]? in
      let listed = parts.compactMap { $0.value(for: "const").map { [$0] } ?? $0.value(for: "enum")?.sequence }
      return listed.min { $0.count < $1.count }
    }
    if values.count == nodes.count {
      let list = list(values.flatMap(\.self), at: first.range)
      let typed = parts.compactMap { parts in parts.first { $0.text(for: "type") != nil } }
      let type = typed.count == nodes.count ? Self.type(of: typed) : nil
      return Node(.mapping((type.map { [$0] } ?? []) + [list]), range: first.range)
    }
    guard let type = type(of: nodes) else { return Node(.mapping([]), range: first.range) }
    let items = nodes.compactMap { $0.value(for: "items") }
    if items.isEmpty { return Node(.mapping([type]), range: first.range) }
    let item = items.count == nodes.count ? self.type(of: items) : nil
    return Node(
      .mapping([type, Entry(key: Literal.node("items", first.range), value: Node(.mapping(item.map { [$0] } ?? []), range: first.range))]),
      range: first.range)
  }

  /// Returns the entry `type` of schemas that have the same one.
  private static func type(of nodes: [Node]) -> Entry? {
    guard let type = nodes[0].mapping?.first(where: { $0.name == "type" }), let word = type.value.text else { return nil }
    return nodes.allSatisfy { $0.text(for: "type") == word } ? type : nil
  }

  private mutating func add(_ other: Schema) {
    types = types.isEmpty ? other.types : types
    isUnion = isUnion || other.isUnion
    isObject = isObject || other.isObject
    items = items ?? other.items
    format = format ?? other.format
    standard = standard ?? other.standard
    values = values ?? other.values
    rules += other.rules
    isReadOnly = isReadOnly || other.isReadOnly
    mediaType = mediaType ?? other.mediaType
    hasAdditional = hasAdditional || other.hasAdditional
    add(other.properties)
    required.formUnion(other.required)
  }
}

extension OpenAPIDocument {
  /// Returns what a schema says; nil stands for one that says nothing. Each schema is read once.
  func schema(_ node: Node?) -> Schema {
    node.map { once($0) { Schema($0, in: self) } } ?? Schema(nil, in: self)
  }
}

extension Schema {
  /// The type of an argument; nil if any value fits. Names of formats are hints, so texts stay texts.
  ///
  /// - Parameter keepsBytes: whether bytes are sent as they are, as in a part; elsewhere they are text in base64.
  func shape(in document: OpenAPIDocument, keepsBytes: Bool = false) -> Shape? {
    shape(in: document, keepsBytes: keepsBytes, mayUnite: true, depth: 0)
  }

  /// - Parameter mayUnite: whether a union has a type, which one inside of another has not.
  private func shape(in document: OpenAPIDocument, keepsBytes: Bool, mayUnite: Bool, depth: Int) -> Shape? {
    guard depth < 8 else { return nil }
    if isUnion, keepsBytes, isFiles(in: document) { return .array(.data) }
    if isUnion { return mayUnite ? union(in: document, depth) : nil }
    let shape: Shape
    if keepsBytes, isBinary {
      shape = .data
    } else if isArray {
      // The first items can have types of their own.
      let item = hasPrefix ? nil : document.schema(items).shape(in: document, keepsBytes: keepsBytes, mayUnite: mayUnite, depth: depth + 1)
      shape = .array(item ?? .json)
    } else {
      switch types.first {
      case "string": shape = .string
      case "integer": shape = format == "uint64" ? .uint64 : .int
      case "number": shape = .double
      case "boolean": shape = .bool
      default: return nil
      }
    }
    return isNullable ? .optional(shape) : shape
  }

  /// Whether it is one file or a list of files.
  private func isFiles(in document: OpenAPIDocument) -> Bool {
    guard alternatives.count == 2 else { return false }
    let all = alternatives.map(document.schema)
    return all.contains(where: \.isBinary) && all.contains { $0.isArray && document.schema($0.items).isBinary }
  }

  /// The type of one of several, by which a text is converted; nil if any text fits, or if one of them is an object.
  private func union(in document: OpenAPIDocument, _ depth: Int) -> Shape? {
    guard alternatives.count <= Self.mostAlternatives else { return nil }
    let shapes =
      alternatives.isEmpty
      ? types.map { Self.scalars[$0] }
      : alternatives.map { document.schema($0).shape(in: document, keepsBytes: false, mayUnite: false, depth: depth + 1) }
    guard !shapes.isEmpty, shapes.allSatisfy({ $0?.takesNoText ?? false }) else { return nil }
    let shape = Shape.union(shapes.compactMap(\.self))
    return isNullable && !shape.isOptional ? .optional(shape) : shape
  }

  private static let scalars: [String: Shape] = ["integer": .int, "number": .double, "boolean": .bool]

  /// What the members of a value are, for texts: those of an object, or of the objects of an array; nil for a scalar.
  ///
  /// - Parameter shape: the type of the argument itself.
  func memberShape(_ shape: Shape?, of node: Node?, in document: OpenAPIDocument) -> Shape? {
    guard let node, shape.map({ if case .array = $0.wrapped { true } else { $0.isUntyped } }) ?? true else { return nil }
    return SchemaShape.shape(of: node, in: document)
  }
}

extension Shape {
  /// Whether it is a number, a Boolean, or an array of them.
  fileprivate var takesNoText: Bool {
    switch self {
    case .int, .int64, .uint64, .double, .bool: true
    case .array(let item), .optional(let item): item.takesNoText
    case .union(let union): union.alternatives.allSatisfy(\.takesNoText)
    default: false
    }
  }
}
