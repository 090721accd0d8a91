import DialBuild
import DialModel
import DialSyntax

/// A parameter of an operation as declared, and how its value is written.
struct OperationParameter {
  let name: String
  let place: String
  let node: Node
  let schema: Schema
  let isRequired: Bool
  /// Whether it is declared by a media type, and its arrays and objects are sent as JSON text.
  let isContent: Bool
  private let style: String
  private let explodes: Bool
  private let document: OpenAPIDocument

  /// - Parameter node: the parameter, without references.
  init?(_ node: Node, in document: OpenAPIDocument) {
    guard let name = node.text(for: "name"), let place = node.text(for: "in") else { return nil }
    (self.name, self.place, self.node, self.document) = (name, place, node, document)
    let content = node.value(for: "content")?.mapping?.first?.value
    isContent = content != nil
    schema = document.schema(document.isSwagger ? node : content?.value(for: "schema") ?? node.value(for: "schema"))
    isRequired = place == "path" || node.flag("required")
    if document.isSwagger || node.value(for: "collectionFormat") != nil {
      let format = node.text(for: "collectionFormat") ?? "csv"
      (style, explodes) = (Self.formats[format] ?? "form", format == "multi")
    } else {
      let style = node.text(for: "style") ?? (place == "query" || place == "cookie" ? "form" : "simple")
      self.style = style
      explodes = node.value(for: "explode")?.isTrue ?? (style == "form" || style == "cookie")
    }
  }

  /// The styles of OpenAPI 3 for the formats of Swagger 2.0.
  private static let formats = [
    "csv": "form", "multi": "form", "ssv": "spaceDelimited", "tsv": "tabDelimited", "pipes": "pipeDelimited",
  ]

  /// How its value is written into the path (RFC 6570, to which the styles of OpenAPI are equal).
  var expression: URITemplate.Expression {
    let operation: URITemplate.Operator = style == "matrix" ? .parameter : style == "label" ? .label : .simple
    return URITemplate.Expression(operation: operation, variables: [.init(name: name, explode: explodes)])
  }

  /// - Parameter note: is called with what is wrong with its constraints, which are then left out.
  func declaration(_ location: Place, note: (Diagnostic) -> Void) -> ParameterDeclaration {
    let range = node.value(for: "name")?.range ?? node.range
    var parameter = ParameterDeclaration(name: name, range: range, location: location, isRaw: node.flag("allowReserved"))
    parameter.isOptional = !isRequired
    let shape = isContent ? .json : schema.shape(in: document, keepsBytes: location == .part)
    if let shape { parameter.shape = ShapeDeclaration(shape) }
    parameter.constraints = ConstraintReader.constraints(schema, isContent ? nil : shape, named: name, in: document, note: note)
    parameter.settings = styleEntries(location, range) + Literal.doc(node, in: document)
    if let standard = filledIn { parameter.standard = (Literal.json(standard), standard.range) }
    return parameter
  }

  /// The value that is sent if there is no argument: the default of a required parameter, or its only value.
  private var filledIn: Node? {
    guard isRequired else { return nil }
    if let standard = schema.standard, !standard.isNullText { return standard }
    return schema.values.flatMap { $0.count == 1 ? $0[0] : nil }
  }

  private func styleEntries(_ location: Place, _ range: SourceRange) -> [Entry] {
    var words: [(String, String)] = []
    switch style {
    case "deepObject": words = [("objects", "nest"), ("nesting", "brackets"), ("arrays", "indices")]
    case "spaceDelimited": words = explodes && !document.isSwagger ? [] : [("arrays", "space"), ("objects", "pairs")]
    case "pipeDelimited": words = explodes && !document.isSwagger ? [] : [("arrays", "pipes"), ("objects", "pairs")]
    case "tabDelimited": words = [("arrays", "tabs"), ("objects", "pairs")]
    default:
      if !explodes { words = [("arrays", "csv"), ("objects", "pairs")] }
      if explodes, location == .header { words = [("arrays", "csv"), ("objects", "equals")] }
      if explodes, location == .cookie { words = [("arrays", "repeat"), ("objects", "spread")] }
    }
    if location == .path || words.isEmpty { return [] }
    let style = words.map { Entry(Literal.node($0.0, range), Literal.node($0.1, range)) }
    return [Entry(Literal.node("style", range), Node(.mapping(style), range: range))]
  }
}

extension Entry {
  init(_ key: Node, _ value: Node) { self.init(key: key, value: value) }
}
