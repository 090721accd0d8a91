import Dial

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
