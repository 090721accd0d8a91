import DialBuild
import DialJSON
import DialModel
import DialPattern
import DialSyntax

/// A parameter of an operation as declared, and how its value is written.
struct OperationParameter {
  let name: String
  let place: String
  let node: Node
  let schema: Schema
  private let schemaNode: Node?
  let isRequired: Bool
  /// Whether it is declared by a media type, and its arrays and objects are sent as JSON text.
  let isContent: Bool
  /// Whether that is JSON, so that its strings are in quotes (OpenAPI 3.1.1 section 4.8.12).
  private let isJSON: Bool
  private let style: ParameterStyle
  private let document: OpenAPIDocument

  /// - Parameter node: the parameter, without references.
  init?(_ node: Node, in document: OpenAPIDocument) {
    guard let name = node.text(for: "name"), !name.isEmpty, let place = node.text(for: "in") else { return nil }
    (self.name, self.place, self.node, self.document) = (name, place, node, document)
    let first = node.value(for: "content")?.mapping?.first
    let content = first?.value
    isContent = content != nil
    isJSON = first.map { Encoding(mediaType: $0.name) == .json } ?? false
    // A document of version 3 can have a type in the place of version 2.
    let hasType = document.isSwagger || content == nil && node.value(for: "type") != nil
    schemaNode = content?.value(for: "schema") ?? node.value(for: "schema") ?? (hasType ? node : nil)
    schema = document.schema(schemaNode)
    isRequired = place == "path" || node.flag("required")
    style = ParameterStyle(of: node, in: place, isSwagger: document.isSwagger)
  }

  /// Reports an unknown style.
  var styleFault: Diagnostic? { document.isSwagger ? nil : ParameterStyle.fault(of: node) }

  /// How its value is written into the path (RFC 6570, to which the styles of OpenAPI are equal).
  var expression: URITemplate.Expression {
    let operation: URITemplate.Operator =
      switch style.name {
      case "matrix": .parameter
      case "label": .label
      case _ where node.flag("x-ms-skip-url-encoding"): .reserved
      case _ where schema.pattern.map(PathReader.allowsSlash) ?? false: .path
      default: .simple
      }
    return URITemplate.Expression(operation: operation, variables: [.init(name: name, explode: style.explodes)])
  }

  /// - Parameter note: is called with what is wrong with its constraints, which are then left out.
  func declaration(_ location: Place, note: (Diagnostic) -> Void) -> ParameterDeclaration {
    let range = node.value(for: "name")?.range ?? node.range
    // In a path, `/`, `?` and `#` of a value are encoded, whatever the document says (OpenAPI 3.1.1 section 4.8.12).
    let isRaw = location != .path && node.flag("allowReserved")
    var parameter = ParameterDeclaration(name: name, range: range, location: location, isRaw: isRaw)
    (parameter.isOptional, parameter.isRequired) = (!isRequired, isRequired)
    if let formatFault { note(formatFault) }
    let declared = schema.shape(in: document, keepsBytes: location == .part)
    let shape = isContent ? declared.flatMap(scalar) ?? .json : style.written(declared)
    let mayBeEmpty = location == .query && node.flag("allowEmptyValue") && !isContent
    if let shape { parameter.shape = ShapeDeclaration(mayBeEmpty ? Self.orEmpty(shape) : shape) }
    parameter.memberShape = schema.memberShape(shape, of: schemaNode, in: document)
    parameter.constraints = ConstraintReader.constraints(schema, isContent ? nil : shape, named: name, in: document, note: note)
    if mayBeEmpty { parameter.constraints = parameter.constraints.compactMap(\.orEmpty) }
    parameter.settings =
      [style.entry(location, range, isObject: schema.isObject && !isContent, isJSON: isJSON)].compactMap(\.self)
      + Literal.doc(node, named: name, in: document, standard: filledIn == nil ? schema.standard : nil)
    if isRequired, let standard = schema.standard, !standard.isNullText, filledIn == nil {
      note(.warning(.documentConstraint, "the default of '\(name)' is not one of its values, so it is not sent", at: standard.range))
    }
    if let standard = filledIn { parameter.standard = (Literal.json(standard, as: shape), standard.range) }
    return parameter
  }

  /// Returns the type of a value that can also be an empty text (`allowEmptyValue`).
  private static func orEmpty(_ shape: Shape) -> Shape {
    switch shape.wrapped {
    case .int, .uint64, .double, .bool:
      let union = Shape.union([shape.wrapped, .literals([""])])
      return shape.isOptional ? .optional(union) : union
    default: return shape
    }
  }

  /// Returns the value of a fixed item as a default; nil if the parameter cannot have it, or has another default.
  func standard(_ fixed: [String], _ declared: ParameterDeclaration) -> JSON? {
    guard fixed.count == 1 else { return nil }
    if let standard = declared.standard?.value { return ValueText.plain(standard) == fixed[0] ? standard : nil }
    let shape = declared.shape?.shape
    let node = Literal.node(fixed[0], node.range)
    let value = Literal.json(node, as: shape)
    if let values = schema.values, !values.contains(where: { $0.text == fixed[0] }) { return nil }
    switch shape?.wrapped {
    case nil, .string?: return .string(fixed[0])
    case .int?: return value.asInt == nil ? nil : value
    case .double?: return value.asDouble == nil ? nil : value
    case .bool?: return value.asBool == nil ? nil : value
    default: return nil
    }
  }

  /// The type of a number or a Boolean, whose JSON text is that of any style, and of a string in quotes.
  private func scalar(_ shape: Shape) -> Shape? {
    switch shape {
    case .int, .uint64, .double, .bool: shape
    case .string where isJSON: shape
    default: nil
    }
  }

  /// Says that the arrays in an array are not written in their format.
  private var formatFault: Diagnostic? {
    guard schema.isArray, let format = schema.items?.value(for: "collectionFormat"), let word = format.text, word != "csv" else {
      return nil
    }
    let message = "'\(name)': the format '\(word)' of the arrays in an array is not supported; they are joined with commas"
    return .warning(.documentParameter, message, at: format.range)
  }

  /// Whether it is declared as a form, so that its members are items of the query.
  var isForm: Bool {
    node.value(for: "content")?.mapping?.first.map { Encoding(mediaType: $0.name) == .form } ?? false
  }

  /// The whole query (OpenAPI 3.2): the items of a form, or one text without a key.
  func querystring(note: (Diagnostic) -> Void) -> ParameterDeclaration {
    var parameter = declaration(isForm ? .query : .path, note: note)
    parameter.isSpread = isForm
    if !isForm, !isJSON { parameter.shape = schema.shape(in: document).map { ShapeDeclaration($0) } }
    if isForm { parameter.shape = nil }
    return parameter
  }

  /// The value that is sent if there is no argument: the default of a required parameter, or its only value.
  private var filledIn: Node? {
    isRequired ? schema.filledIn : nil
  }
}

extension Schema {
  /// Whether a default has the type, and is one of the values, if they are listed.
  private func isAllowed(_ standard: Node) -> Bool {
    guard types.count != 1 || Self.isOf(types[0], standard) else { return false }
    guard let values else { return true }
    let value = Literal.json(standard)
    // They can be written with quotes and without.
    let text = ValueText.plain(value)
    return values.map(Literal.json).contains { $0 == value || text != nil && ValueText.plain($0) == text }
  }

  /// Whether a node can be a value of a type, however it is written: a text of a number is one.
  private static func isOf(_ type: String, _ node: Node) -> Bool {
    switch type {
    case "integer": Literal.json(node, as: .int).asInt != nil || Literal.json(node, as: .uint64).asUInt64 != nil
    case "number": Literal.json(node, as: .double).asKind == .number
    case "boolean": Literal.json(node, as: .bool).asBool != nil
    case "object": node.mapping != nil
    default: true
    }
  }

  /// The value of what must be sent and is not given: its default, or its only value, of which null would be another.
  var filledIn: Node? {
    if let standard, !standard.isNullText { return isAllowed(standard) ? standard : nil }
    if isNullable { return nil }
    return values.flatMap { $0.count == 1 ? $0[0] : nil }
  }
}

extension Constraint {
  /// The rule for a value that can also be an empty text; nil for one that only an empty text could break.
  fileprivate var orEmpty: Constraint? {
    switch rule {
    case .values(let values) where !values.contains(""): Constraint(.values(values + [""]), at: range)
    case .pattern(let pattern): Constraint(.pattern(Pattern("^$|" + pattern.text)), at: range)
    case .length(.min, _): nil
    default: self
    }
  }
}

extension Entry {
  init(_ key: Node, _ value: Node) { self.init(key: key, value: value) }
}
