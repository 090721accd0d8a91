import DialJSON
import DialModel
import DialSyntax

/// Makes a response from the examples and schemas of an operation.
struct ResponseSample {
  let document: OpenAPIDocument

  /// The maximum number of values. Schemas can refer to themselves.
  fileprivate static let values = 200
  private static let deepest = 8

  /// Returns the response with which a mock answers.
  func mock(_ responses: ResponseReader, at range: SourceRange) -> MockModel {
    var answer = MockModel.Answer(range: range)
    if let success = responses.success {
      if let status = Int(success.status), (200..<300).contains(status) { answer.status = status }
      let content = success.content.first { Encoding(mediaType: $0.type) == .json } ?? success.content.first
      if let content, !document.isSwagger || content.media.value(for: "schema") != nil { add(content, to: &answer, at: range) }
      answer.headers += headers(of: success.node)
    }
    return MockModel(answers: [answer], range: range)
  }

  /// Returns one element of a stream as a response.
  func mock(_ stream: StreamReader.Stream, at range: SourceRange) -> MockModel {
    var (answer, rest) = (MockModel.Answer(range: range), Self.values)
    let sample = Self.literal(stream.payload.map { value($0, 0, &rest) } ?? (stream.isJSON ? [:] : "text"))
    let text = JSONWriter.text(stream.isWrapped ? ["result": sample] : sample)
    let type = stream.mediaType ?? (stream.kind == .events ? "text/event-stream" : "application/json")
    answer.headers = [("Content-Type", Text(pieces: [.literal(type)], range: range))]
    switch stream.kind {
    case .lines: answer.body = .text(text + "\n")
    case .events:
      let end = stream.end.map { "data: \(Text.escaped($0, arguments: false))\n\n" } ?? ""
      answer.body = .text("data: \(stream.isJSON ? text : sample.asString ?? text)\n\n" + end)
    }
    return MockModel(answers: [answer], range: range)
  }

  private func add(_ content: (type: String, media: Node), to answer: inout MockModel.Answer, at range: SourceRange) {
    let (type, media) = content
    let sample = Self.literal(example(of: media, type) ?? schema(of: media))
    if !type.contains("*"), type != "application/json" {
      answer.headers = [("Content-Type", Text(pieces: [.literal(type)], range: range))]
    }
    if Encoding(mediaType: type) == .json {
      answer.body = .json(sample)
    } else if type.hasPrefix("text/event-stream") {
      answer.body = .text("data: \(JSONWriter.text(sample))\n\n")
    } else {
      answer.body = .text(sample.asString ?? JSONWriter.text(sample))
    }
  }

  /// The headers that it must have, and those with an example, unless they lead elsewhere: a `Link` to a page that no mock has.
  private func headers(of response: Node) -> [(name: String, value: Text)] {
    (response.value(for: "headers")?.mapping ?? []).compactMap { entry in
      guard HeaderRules.isToken(entry.name), !HeaderRules.isOwned(entry.name), !Self.described.contains(entry.name.lowercased()),
        let header = try? document.resolve(entry.value)
      else { return nil }
      let named = header.value(for: "examples")?.mapping?.first.flatMap { try? document.resolve($0.value) }?.value(for: "value")
      let example = header.value(for: "example") ?? named ?? header.value(for: "schema")?.value(for: "example")
      guard header.flag("required") || example != nil && !Self.leading.contains(entry.name.lowercased()) else { return nil }
      var rest = Self.values
      let sample = example.map(Literal.json) ?? value(document.isSwagger ? header : header.value(for: "schema"), 0, &rest)
      let texts = (sample.asArray.map(Array.init) ?? [sample]).compactMap { ValueText.plain($0) }
      let text = texts.joined(separator: ", ")
      guard !texts.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
      return (entry.name, Text(pieces: [.literal(text)], range: entry.key.range))
    }
  }

  /// Headers that describe the body, which the mock knows better.
  private static let described: Set = [
    "content-type", "content-encoding", "content-range", "content-md5", "content-digest", "repr-digest", "digest", "etag", "last-modified",
  ]
  /// Headers that lead a client elsewhere.
  private static let leading: Set = [
    "link", "location", "content-location", "operation-location", "refresh", "retry-after", "set-cookie", "www-authenticate",
  ]

  /// What a media type, or a response of Swagger 2.0, gives as an example.
  private func example(of media: Node, _ type: String) -> JSON? {
    if let example = media.value(for: "example") { return Literal.json(example) }
    guard let examples = media.value(for: "examples")?.mapping, !examples.isEmpty else { return nil }
    if document.isSwagger { return examples.first { $0.name == type }.map { Literal.json($0.value) } }
    guard let first = try? document.resolve(examples[0].value) else { return nil }
    return (first.value(for: "dataValue") ?? first.value(for: "value")).map(Literal.json)
  }

  private func schema(of media: Node) -> JSON {
    var rest = Self.values
    return value(media.value(for: "schema") ?? media.value(for: "itemSchema"), 0, &rest)
  }

  private func value(_ node: Node?, _ depth: Int, _ rest: inout Int) -> JSON {
    // Required members are made beyond the usual number, but they can be required of one another.
    guard let node, rest > -Self.values else { return [:] }
    rest -= 1
    let target = (try? document.resolve(node)) ?? node
    let schema = document.schema(node)
    // The example of a part of an object lacks the members of the others.
    let parts = schema.isObject ? [] : (target.value(for: "allOf")?.sequence ?? []).prefix(8).map { (try? document.resolve($0)) ?? $0 }
    for source in [node, target] + parts.reversed() {
      if let example = source.value(for: "example") ?? source.value(for: "examples")?.sequence?.first { return Literal.json(example) }
    }
    if let standard = schema.standard, !standard.isNullText { return Literal.json(standard) }
    if let first = schema.values?.first { return Literal.json(first) }
    if schema.isNullable, depth >= Self.deepest || rest <= 0 { return .null }
    if schema.isObject { return object(node, depth, &rest) }
    if schema.isArray {
      // An item could have members of its own, for which there is no room.
      guard depth + 1 < Self.deepest, rest > 0 else { return [] }
      let item = value(schema.items, depth + 1, &rest)
      let items = fitting([item], schema)
      // Arrays in arrays multiply.
      let more = Self.size(item) * max(0, (items.asArray?.count ?? 1) - 1)
      guard more <= rest else { return [item] }
      rest -= more
      return items
    }
    let all = alternatives(target)
    // Near the end, one without members ends a recursion.
    let last = depth + 2 < Self.deepest ? nil : all.first { !document.schema($0).isObject }
    if let chosen = last ?? all.first, depth < Self.deepest, rest > 0 { return value(chosen, depth + 1, &rest) }
    return scalar(schema)
  }

  /// The number of values in a value.
  private static func size(_ value: JSON) -> Int {
    1 + (value.asArray?.reduce(0) { $0 + size($1) } ?? value.asObject?.reduce(0) { $0 + size($1.value) } ?? 0)
  }

  /// Returns the alternatives of a schema or of a part of it, without null.
  private func alternatives(_ node: Node) -> [Node] {
    var (waiting, next) = ([node], 0)
    // Schemas can refer to themselves.
    while next < waiting.count, waiting.count < 32 {
      let part = waiting[next]
      next += 1
      let own = (part.value(for: "oneOf") ?? part.value(for: "anyOf"))?.sequence ?? []
      let others = own.filter { $0.text(for: "type") != "null" }
      if !others.isEmpty { return others }
      waiting += (part.value(for: "allOf")?.sequence ?? []).prefix(8).map { (try? document.resolve($0)) ?? $0 }
    }
    return []
  }

  private func object(_ node: Node, _ depth: Int, _ rest: inout Int) -> JSON {
    guard depth < Self.deepest else { return [:] }
    var parts = ObjectParts(document: document)
    parts.add(node, alternatives)
    var members: [(String, JSON)] = []
    for name in parts.names where parts.required.contains(name) || rest > 0 {
      guard let property = parts.property(name), !property.flag("writeOnly") else { continue }
      // Without room for its members, it would not be what the schema says.
      if depth + 1 >= Self.deepest, !parts.required.contains(name), document.schema(property).isObject { continue }
      members.append((name, value(property, depth + 1, &rest)))
    }
    return .object(members)
  }

  /// The members of one object: those of all parts of a sum, and of alternatives those of the first one.
  private struct ObjectParts {
    let document: OpenAPIDocument
    private(set) var names: [String] = []
    /// What all parts say of each member.
    private var properties: [String: [Node]] = [:]
    private(set) var required: Set<String> = []
    private var seen: Set<NodeIdentity> = []

    init(document: OpenAPIDocument) { self.document = document }

    mutating func add(_ node: Node, _ alternatives: (Node) -> [Node]) {
      guard seen.count < ResponseSample.values, seen.insert(node.identity).inserted else { return }
      if let target = node.reference.flatMap({ try? document.target(of: $0) }) { add(target, alternatives) }
      for part in node.value(for: "allOf")?.sequence ?? [] { add(part, alternatives) }
      for entry in node.value(for: "properties")?.mapping ?? [] { set(entry.name, entry.value) }
      for name in node.value(for: "required")?.sequence?.compactMap(\.text) ?? [] {
        required.insert(name)
        if properties[name] == nil { set(name, Node(.mapping([]), range: node.range)) }
      }
      let choice = alternatives(node).map { (try? document.resolve($0)) ?? $0 }
      // A schema whose parent lists it as an alternative is that alternative.
      if let first = choice.first, !choice.contains(where: { seen.contains($0.identity) }) { add(first, alternatives) }
    }

    private mutating func set(_ name: String, _ node: Node) {
      if properties[name] == nil { names.append(name) }
      properties[name, default: []].append(node)
    }

    /// Returns the schema of a member: all of what the parts say.
    func property(_ name: String) -> Node? {
      guard let all = properties[name], all.count > 1 else { return properties[name]?.first }
      let range = all[0].range
      return Node(.mapping([Entry(Literal.node("allOf", range), Node(.sequence(all), range: range))]), range: range)
    }
  }

  /// Returns a value that follows the constraints, or the usual one if none does.
  private func fitting(_ value: JSON, _ schema: Schema) -> JSON {
    FittingValue.of(value, ConstraintReader.constraints(schema, schema.shape(in: document), named: "", in: document) { _ in })
  }

  private func scalar(_ schema: Schema) -> JSON {
    switch schema.types.first {
    case "string":
      switch schema.format {
      case "date-time": "2024-01-31T10:00:00Z"
      case "date": "2024-01-31"
      case "uuid": "3f2a8c1e-5b7d-4e9f-8a6b-0c1d2e3f4a5b"
      case "uri", "url": "https://example.com/"
      case "email": "ann@example.com"
      case "byte": "aGVsbG8="
      case "ipv4": "192.0.2.1"
      case "ipv6": "2001:db8::1"
      case "hostname": "example.com"
      case "time": "10:00:00Z"
      case "duration": "P1D"
      default: fitting("text", schema)
      }
    case "integer": fitting(1, schema)
    case "number": fitting(1.5, schema)
    case "boolean": true
    case "array": []
    case "object", nil: schema.isNullable ? .null : [:]
    default: .null
    }
  }

  /// Returns a value whose texts name no variable, because mocks fill them in.
  private static func literal(_ value: JSON) -> JSON {
    if let text = value.asString { return text.contains("${") ? .string(Text.escaped(text, arguments: false)) : value }
    if let items = value.asArray { return .array(items.map(literal)) }
    if let members = value.asObject { return .object(members.map { ($0.name, literal($0.value)) }) }
    return value
  }
}
