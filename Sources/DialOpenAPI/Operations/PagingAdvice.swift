import DialModel
import DialSyntax

/// Says how an overlay could declare the pages of operations whose names reveal them. Nothing is guessed at a call.
struct PagingAdvice {
  let document: OpenAPIDocument
  /// The maximum number of operations that a note names.
  private static let longest = 12

  /// Returns one note with the lines of an overlay; nil if no operation has pages.
  ///
  /// - Parameter operations: each with its name and all of its parameters.
  func note(_ operations: [(name: String, node: Node, parameters: [Node])], at range: SourceRange) -> Diagnostic? {
    let lines = operations.compactMap { operation in
      guess(operation.node, operation.parameters).map { "\(Self.key(operation.name)): {\($0.settings)}" }
    }
    if lines.isEmpty { return nil }
    let rest = lines.count - Self.longest
    let more = rest > 0 ? ["and \(rest) more"] : []
    let what = lines.count == 1 ? "1 endpoint seems to have" : "\(lines.count) endpoints seem to have"
    return .note(
      .documentPages, "\(what) pages; to get all of them, add lines to 'endpoints' of an overlay", at: range,
      notes: (lines.prefix(Self.longest) + more).map { Diagnostic.Note($0) })
  }

  private func guess(_ node: Node, _ parameters: [Node]) -> PagingGuess? {
    PagingGuess(parameters.filter { $0.text(for: "in") == "query" }.compactMap { $0.text(for: "name") }, members(of: node))
  }

  /// The members of a response that is a success.
  private func members(of operation: Node) -> [PagingGuess.Member] {
    let content = ResponseReader(document: document, operation: operation).success?.content ?? []
    let schema = content.first { Encoding(mediaType: $0.type) == .json }.map { document.schema($0.media.value(for: "schema")) }
    return (schema?.properties ?? []).map { property in
      let schema = document.schema(property.node)
      let isText = schema.types == ["string"] && schema.format?.hasPrefix("uri") != true
      let kind: PagingGuess.Member.Kind = schema.types.first == "integer" ? .integer : isText ? .text : .other
      return PagingGuess.Member(property.name, schema.isArray ? .array : kind)
    }
  }

  /// A name as a key of YAML.
  private static func key(_ name: String) -> String {
    Name.isASCII(name) ? name : "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
