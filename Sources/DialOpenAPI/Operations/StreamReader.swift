import DialBuild
import DialModel
import DialSyntax

/// Finds out whether the result of an operation is a stream of events or lines, and which argument asks for it.
struct StreamReader {
  struct Stream {
    enum Kind { case events, lines }

    var kind: Kind
    /// The media type of the response; nil if only an extension says that it is a stream.
    var mediaType: String?
    /// The schema of one element.
    var payload: Node?
    /// Whether the elements are JSON.
    var isJSON: Bool
    /// Whether each element is the member `result` of an object.
    var isWrapped = false
    /// The data of the event that ends the stream; nil if the server closes it.
    var end: String?
    /// The keys of the language besides the result.
    var settings: [Entry] = []
    /// The argument that must be true, and whether it is without a value; nil if the result is always a stream.
    var argument: (name: String, isDefault: Bool)?

    var result: ResultModel {
      switch kind {
      case .events: .events(isJSON ? .json : nil)
      case .lines: .lines(nil)
      }
    }
  }

  let document: OpenAPIDocument
  /// Without references.
  let operation: Node
  let parameters: [Node]

  func read(at range: SourceRange) -> Stream? {
    let content = ResponseReader(document: document, operation: operation).success?.content ?? []
    guard var stream = declared(content) ?? fern.map({ extended($0, content) }) ?? wrapped(content) ?? watched(content) else { return nil }
    let isAlone = content.allSatisfy(Self.isStream)
    if let name = fern?.text(for: "stream-condition")?.split(separator: ".").last {
      stream.argument = argument([String(name)])
    } else if !isAlone, fern == nil, !isWatch, !isWrapped(content) {
      let names =
        ["x-speakeasy-stream-request-field"].compactMap { operation.text(for: $0) } + (stream.mediaType == nil ? ["watch"] : ["stream"])
      guard let found = argument(names) else { return nil }
      stream.argument = found
    }
    let media = content.first { $0.type == stream.mediaType }?.media
    if let end = media?.text(for: "x-speakeasy-sse-sentinel") ?? fern?.text(for: "terminator"), stream.kind == .events, !end.isEmpty {
      stream.end = end
      let until = Node(.mapping([Literal.entry("until", end, range)]), range: range)
      stream.settings.append(Entry(Literal.node("events", range), until))
    }
    if let (name, isDefault) = stream.argument {
      let words =
        [Literal.entry("argument", name, range)]
        + (isDefault ? [Entry(Literal.node("default", range), Node(.scalar(Scalar(text: "true")), range: range))] : [])
      stream.settings.append(Entry(Literal.node("streamIf", range), Node(.mapping(words), range: range)))
    } else if stream.isWrapped {
      // Each line of a gateway is a result, or the error that ends the stream.
      let fails = [Literal.entry("when", "error", range), Literal.entry("message", "error.message", range)]
      stream.settings += [
        Literal.entry("select", "result", range), Entry(Literal.node("fails", range), Node(.mapping(fails), range: range)),
      ]
    }
    return stream
  }

  /// Returns the schema of one element, before anything is selected in it, of a response that is a stream of JSON; nil for others.
  func element(_ type: String, _ media: Node) -> Node? {
    let content = [(type: type, media: media)]
    if let stream = declared(content) {
      guard stream.isJSON, let payload = stream.payload else { return nil }
      let (item, schema) = (media.value(for: "itemSchema"), document.schema(payload))
      // A schema of the whole body lists the elements.
      if item == nil, schema.isArray { return schema.items }
      return stream.kind == .lines ? payload : whole(item ?? media.value(for: "schema"), payload)
    }
    if let fern { return extended(fern, content).payload }
    // A list of Kubernetes that can be watched has the schema of the list.
    return isWrapped(content) || isWatch ? media.value(for: "schema") : nil
  }

  /// Returns the schema of the data of all events; nil if each kind of event has a schema of its own, or if the schema is that of the event
  /// and says elsewhere what its data are.
  private func whole(_ schema: Node?, _ payload: Node) -> Node? {
    guard let schema, let node = try? document.resolve(schema) else { return payload }
    let isExtracted: Bool
    if let first = (node.value(for: "oneOf") ?? node.value(for: "anyOf"))?.sequence?.first {
      isExtracted = (try? document.resolve(first))?.identity != payload.identity
      if isExtracted { return nil }
    } else {
      isExtracted = node.identity != payload.identity
    }
    return isExtracted ? payload : describesEvent(node, depth: 0) ? nil : schema
  }

  /// Whether a schema, or a part of it, names the fields of an event.
  private func describesEvent(_ node: Node, depth: Int) -> Bool {
    let names =
      (node.value(for: "properties")?.mapping ?? []).map(\.name) + (node.value(for: "required")?.sequence ?? []).compactMap(\.text)
    if names.contains("event") || names.contains("retry") { return true }
    guard depth < 2 else { return false }
    return ["allOf", "oneOf", "anyOf"].flatMap { (node.value(for: $0)?.sequence ?? []).prefix(16) }
      .contains { part in (try? document.resolve(part)).map { describesEvent($0, depth: depth + 1) } ?? false }
  }

  private var fern: Node? { operation.value(for: "x-fern-streaming").flatMap { $0.text == "false" ? nil : $0 } }

  /// Of multipart types, only a description of each part says that the parts are a stream (OpenAPI 3.2).
  private static func isStream(_ content: (type: String, media: Node)) -> Bool {
    guard let type = MediaType(content.type) else { return false }
    return type.essence == "text/event-stream" || type.isLines || type.type == "multipart" && content.media.value(for: "itemSchema") != nil
  }

  /// A stream by its media type.
  private func declared(_ content: [(type: String, media: Node)]) -> Stream? {
    guard let (type, media) = content.first(where: Self.isStream) else { return nil }
    let isEvents = MediaType(type)?.essence == "text/event-stream"
    let schema = media.value(for: "itemSchema") ?? media.value(for: "schema")
    guard isEvents else { return Stream(kind: .lines, mediaType: type, payload: schema, isJSON: true) }
    let (isJSON, payload) = data(of: schema, depth: 0)
    return Stream(kind: .events, mediaType: type, payload: payload, isJSON: isJSON)
  }

  /// `x-fern-streaming: true` is a stream of JSON lines, and `{format: sse}` one of events.
  private func extended(_ node: Node, _ content: [(type: String, media: Node)]) -> Stream {
    let schema = node.value(for: "response-stream") ?? content.first?.media.value(for: "schema")
    return Stream(kind: node.text(for: "format") == "sse" ? .events : .lines, payload: schema, isJSON: true)
  }

  private func isWrapped(_ content: [(type: String, media: Node)]) -> Bool {
    let success = ResponseReader(document: document, operation: operation).success
    let schema = (content.first?.media ?? success?.node)?.value(for: "schema")
    guard let schema else { return false }
    if schema.text(for: "$ref")?.hasPrefix("#/x-stream-definitions/") ?? false { return true }
    return ((try? document.resolve(schema)) ?? schema).text(for: "title")?.hasPrefix("Stream result of ") ?? false
  }

  /// A gateway of gRPC sends one JSON object for each message, under `application/json`.
  private func wrapped(_ content: [(type: String, media: Node)]) -> Stream? {
    guard isWrapped(content) else { return nil }
    let success = ResponseReader(document: document, operation: operation).success
    let schema = (content.first?.media ?? success?.node)?.value(for: "schema")
    let result = document.schema(schema).properties.first { $0.name == "result" }?.node
    return Stream(kind: .lines, payload: result, isJSON: true, isWrapped: true)
  }

  private var isWatch: Bool { operation.text(for: "x-kubernetes-action").map { $0 == "watch" || $0 == "watchlist" } ?? false }

  /// Kubernetes sends one JSON object for each change, always or with `watch=true`.
  private func watched(_ content: [(type: String, media: Node)]) -> Stream? {
    guard isWatch || content.contains(where: { MediaType($0.type)?["stream"] == "watch" }) else { return nil }
    return Stream(kind: .lines, payload: content.first?.media.value(for: "schema"), isJSON: true)
  }

  /// Returns the first of some arguments that is a Boolean, in the query or in the body.
  private func argument(_ names: [String]) -> (name: String, isDefault: Bool)? {
    for name in names {
      let parameter = parameters.first { $0.text(for: "name") == name && $0.text(for: "in") == "query" }
      let node = parameter.map { document.isSwagger ? $0 : $0.value(for: "schema") ?? $0 } ?? member(name)
      guard let node else { continue }
      let schema = document.schema(node)
      if schema.types == ["boolean"] { return (name, schema.standard?.isTrue ?? false) }
    }
    return nil
  }

  private func member(_ name: String) -> Node? {
    var schemas: [Node] = parameters.filter { $0.text(for: "in") == "body" }.compactMap { $0.value(for: "schema") }
    if let body = operation.value(for: "requestBody").flatMap({ try? document.resolve($0) }) {
      schemas += (body.value(for: "content")?.mapping ?? []).compactMap { $0.value.value(for: "schema") }
    }
    for schema in schemas {
      if let property = document.schema(schema).properties.first(where: { $0.name == name }) { return property.node }
    }
    return nil
  }

  /// Returns whether the data of an event is JSON, and its schema. The schema of an event has the member `data`; another one is that of the
  /// data itself.
  private func data(of schema: Node?, depth: Int) -> (isJSON: Bool, payload: Node?) {
    guard let schema, depth < 4, let node = try? document.resolve(schema) else { return (false, nil) }
    if let all = (node.value(for: "oneOf") ?? node.value(for: "anyOf"))?.sequence, let first = all.first {
      // Where some kinds of events have texts as data, all data are texts.
      let own = field(of: node)
      let kinds = all.prefix(32).compactMap { (try? document.resolve($0)).flatMap(field) ?? own }
      if !kinds.isEmpty { return kinds.allSatisfy(\.isJSON) ? kinds[0] : (false, nil) }
      return data(of: first, depth: depth + 1)
    }
    if let own = field(of: node) { return own }
    return node.text(for: "type") == "string" || node.mapping?.isEmpty ?? true ? (false, nil) : (true, node)
  }

  /// Returns whether the data of an event is JSON, and its schema, if a schema describes an event with the member `data`.
  private func field(of node: Node) -> (isJSON: Bool, payload: Node?)? {
    if let data = node.value(for: "properties")?.value(for: "data").flatMap({ try? document.resolve($0) }) {
      if let inner = data.value(for: "contentSchema") { return (true, inner) }
      if let type = data.text(for: "contentMediaType") { return (Encoding(mediaType: type) == .json, nil) }
      let others = (node.value(for: "properties")?.mapping ?? []).map(\.name).filter { $0 != "data" }
      if !others.isEmpty, others.allSatisfy({ ["event", "id", "retry"].contains($0) }) {
        return data.text(for: "type") == "string" ? (false, nil) : (true, data)
      }
    }
    return nil
  }
}
