import DialModel
import DialSyntax

/// Reads the responses of an operation.
struct ResponseReader: Sendable {
  struct Response {
    var status: String
    /// Without references.
    var node: Node
    /// The place of the status.
    var range: SourceRange
    /// The media types, in their order, with what each one declares.
    var content: [(type: String, media: Node)]

    var types: [String] { content.map(\.type) }
  }

  let document: OpenAPIDocument
  /// Without references.
  let operation: Node

  /// All responses that can be read, in the order of the document.
  var all: [Response] { (operation.value(for: "responses")?.mapping ?? []).compactMap(response) }

  /// The first response that is a success, or that of all other statuses.
  var success: Response? {
    let entries = operation.value(for: "responses")?.mapping ?? []
    return (entries.first { $0.name.hasPrefix("2") } ?? entries.first { $0.name.lowercased() == "default" }).flatMap(response)
  }

  /// The media types of all successes.
  var successTypes: [String] {
    let named = all.filter { $0.status.hasPrefix("2") }
    return named.isEmpty ? success?.types ?? [] : named.flatMap(\.types)
  }

  var declared: [DeclaredResponse] {
    all.map { response in
      let doc = response.node.text(for: "description") ?? response.node.text(for: "summary")
      let hasContent = !document.isSwagger || response.node.value(for: "schema") != nil
      return DeclaredResponse(
        status: response.status, contents: hasContent ? response.content.map(content) : [], doc: doc, range: response.range)
    }
  }

  /// Returns the type of a body. Other formats than JSON have no types.
  private func content(_ type: String, _ media: Node) -> DeclaredResponse.Content {
    let streams = StreamReader(document: document, operation: operation, parameters: [])
    let element = streams.element(type, media).map { SchemaShape.shape(of: $0, in: document) }
    guard Encoding(mediaType: type) == .json, let node = media.value(for: "schema") else {
      return .init(type, nil, element: element, at: media.range)
    }
    let shape = SchemaShape.shape(of: node, in: document)
    // The type says which values are allowed.
    let rules = ConstraintReader.constraints(document.schema(node), nil, named: "", in: document) { _ in }
    return .init(type, shape, element: element, rules.compactMap { $0.filtered(Self.isSaidByNoType) }, at: node.range)
  }

  /// Whether a rule says more than a type: neither a list of values nor a kind.
  private static func isSaidByNoType(_ rule: Constraint.Rule) -> Bool {
    switch rule {
    case .values, .object: false
    default: true
    }
  }

  private func response(_ entry: Entry) -> Response? {
    guard !entry.name.hasPrefix("x-"), let node = try? document.resolve(entry.value) else { return nil }
    guard document.isSwagger else {
      let content = (node.value(for: "content")?.mapping ?? []).map { ($0.name, (try? document.resolve($0.value)) ?? $0.value) }
      return Response(status: entry.name, node: node, range: entry.key.range, content: content)
    }
    // Swagger 2.0 has one schema for all media types.
    let types = (operation.value(for: "produces") ?? document["produces"])?.sequence?.compactMap(\.text) ?? []
    return Response(status: entry.name, node: node, range: entry.key.range, content: types.map { ($0, node) })
  }
}
