import DialModel
import DialSyntax

/// Reads the responses of an operation.
struct ResponseReader {
  struct Response {
    var status: String
    /// Without references.
    var node: Node
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

  var declared: [DeclaredResponse] {
    all.map { response in
      let doc = response.node.text(for: "description") ?? response.node.text(for: "summary")
      let hasContent = !document.isSwagger || response.node.value(for: "schema") != nil
      return DeclaredResponse(status: response.status, mediaTypes: hasContent ? response.types : [], doc: doc)
    }
  }

  private func response(_ entry: Entry) -> Response? {
    guard !entry.name.hasPrefix("x-"), let node = try? document.resolve(entry.value) else { return nil }
    guard document.isSwagger else {
      let content = (node.value(for: "content")?.mapping ?? []).map { ($0.name, (try? document.resolve($0.value)) ?? $0.value) }
      return Response(status: entry.name, node: node, content: content)
    }
    // Swagger 2.0 has one schema for all media types.
    let types = (operation.value(for: "produces") ?? document["produces"])?.sequence?.compactMap(\.text) ?? []
    return Response(status: entry.name, node: node, content: types.map { ($0, node) })
  }
}
