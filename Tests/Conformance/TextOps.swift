import Dial
import DialJSONPath

enum TextOps {
  static func yaml(_ request: OpRequest) throws -> JSON {
    try request.allow("b64")
    return .string(JSONWriter.text(try YAMLText.json(try request.bytes("b64"), name: "input.yaml")))
  }

  static func yamlScalar(_ request: OpRequest) throws -> JSON {
    try request.allow("b64")
    let document = YAMLReader.read(try request.bytes("b64"), name: "input.yaml")
    let errors = document.diagnostics.filter { $0.severity == .error && $0.id != "yaml-empty" }
    guard errors.isEmpty, let text = document.root?.text else { throw SpecError(errors) }
    let json = try? YAMLText.json(document)
    return .object([("text", .string(text)), ("json", json.map { .string(JSONWriter.text($0)) } ?? .null)])
  }

  static func double(_ request: OpRequest) throws -> JSON {
    try request.allow("text")
    guard let value = try JSON(parsing: try request.text("text")).asDouble else {
      throw Refusal("DECODE", "the number is beyond a double")
    }
    let digits = String(value.bitPattern, radix: 16, uppercase: true)
    return .string(String(repeating: "0", count: 16 - digits.count) + digits)
  }

  static func select(_ request: OpRequest) throws -> JSON {
    try request.allow("expression", "json")
    let path = try JMESPath(try request.text("expression"))
    return .string(JSONWriter.text(try path.select(try JSON(parsing: try request.text("json")))))
  }

  static func jsonPath(_ request: OpRequest) throws -> JSON {
    try request.allow("query", "json", "tree")
    let query = try JSONPathQuery(try request.text("query"))
    let document = try request.text("json")
    var budget = JSONPathBudget()
    if request.optional("tree") == nil { return json(try query.select(in: try JSON(parsing: document), &budget)) { $0 } }
    let tree = YAMLReader.read(text: document, name: "input.json")
    guard tree.isValid, let root = tree.root else { throw SpecError(tree.diagnostics) }
    return json(try query.select(in: root, &budget)) { value(of: $0) }
  }

  private static func json<Tree>(_ matches: [JSONPathMatch<Tree>], _ value: (Tree) -> JSON) -> JSON {
    .object([
      ("values", .string(JSONWriter.text(.array(matches.map { value($0.value) })))),
      ("paths", .array(matches.map { .string($0.location.normalizedPath) })),
    ])
  }

  private static func value(of node: Node) -> JSON {
    switch node.content {
    case .scalar: node.primitive ?? .null
    case .sequence(let items): .array(items.map { value(of: $0) })
    case .mapping(let entries): .object(entries.map { ($0.name, value(of: $0.value)) })
    }
  }

  static func uriTemplate(_ request: OpRequest) throws -> JSON {
    try request.allow("template", "variables")
    let template = try URITemplate(try request.text("template"))
    let members = request.optional("variables")?.asObject.map(Array.init) ?? []
    let variables = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    return .string(try template.expand(variables))
  }

  static func form(_ request: OpRequest) throws -> JSON {
    try request.allow("pairs", "text")
    if request.optional("text") != nil {
      return .array(FormCoding.decode(try request.text("text")).map { [.string($0.0), .string($0.1)] })
    }
    return .string(FormCoding.encode(try request.pairs("pairs")))
  }

  static func mediaType(_ request: OpRequest) throws -> JSON {
    try request.allow("text")
    guard let type = MediaType(try request.text("text")) else { throw Refusal("DECODE", "no media type") }
    return .string(type.text)
  }

  static func contentDisposition(_ request: OpRequest) throws -> JSON {
    try request.allow("text")
    return ContentDisposition.fileName(try request.text("text")).map { .string($0) } ?? .null
  }

  static func header(_ request: OpRequest) throws -> JSON {
    try request.allow("name", "value")
    var builder = HeaderBuilder()
    if let fault = builder.set(try request.text("name"), try request.text("value")) { throw Refusal("USAGE", fault) }
    return .object([("b64", .string(Base64.encode(Array(builder.fields.first?.value.utf8 ?? "".utf8))))])
  }

  static func events(_ request: OpRequest) throws -> JSON {
    try request.allow("chunks")
    var parser = EventParser()
    var events: [JSON] = []
    for chunk in try request.optional("chunks")?.decode([String].self) ?? [] {
      guard let bytes = Base64.decode(chunk) else { throw Refusal("USAGE", "a chunk is not valid base64") }
      parser.push(bytes)
      while try parser.advance() {
        let event = parser.event
        events.append(
          .object([("event", .string(event.event ?? "message")), ("data", .string(event.data)), ("id", .string(event.id ?? ""))]))
      }
    }
    return .object([
      ("events", .array(events)), ("last_event_id", .string(parser.lastEventID)),
      ("retry_ms", try parser.retry.map { try JSON(parsing: "\($0)") } ?? .null),
    ])
  }
}
