import DialModel
import DialSyntax

/// Says how an overlay could declare the pages of operations whose names reveal them. Nothing is guessed at a call.
struct PagingAdvice {
  let document: OpenAPIDocument
  /// The maximum number of operations that a note names.
  private static let longest = 12
  private static let cursors: Set = [
    "cursor", "after", "starting_after", "page_token", "pageToken", "next_token", "nextToken", "continuation", "continue", "marker",
  ]
  private static let nextCursors = [
    "next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken", "cursor", "next",
  ]
  private static let nextURLs = ["next", "next_url", "nextUrl", "nextLink", "next_link", "next_page_url"]
  private static let pages: Set = ["page", "page_number", "pageNumber"]
  private static let offsets: Set = ["offset", "skip"]
  private static let totals = ["total", "total_count", "totalCount", "count"]

  /// Returns one note with the lines of an overlay; nil if no operation has pages.
  ///
  /// - Parameter operations: each with its name and all of its parameters.
  func note(_ operations: [(name: String, node: Node, parameters: [Node])], at range: SourceRange) -> Diagnostic? {
    let lines = operations.compactMap { operation in
      line(operation.node, operation.parameters).map { "\(Self.key(operation.name)): {\(items(of: operation.node))paginate: {\($0)}}" }
    }
    if lines.isEmpty { return nil }
    let rest = lines.count - Self.longest
    let more = rest > 0 ? ["and \(rest) more"] : []
    let what = lines.count == 1 ? "1 endpoint seems to have" : "\(lines.count) endpoints seem to have"
    return .note(
      .documentPages, "\(what) pages; to get all of them, add lines to 'endpoints' of an overlay", at: range,
      notes: (lines.prefix(Self.longest) + more).map { Diagnostic.Note($0) })
  }

  private func line(_ node: Node, _ parameters: [Node]) -> String? {
    let names = parameters.filter { $0.text(for: "in") == "query" }.compactMap { $0.text(for: "name") }
    let cursor = names.first(where: Self.cursors.contains)
    let page = names.first(where: Self.pages.contains)
    let offset = names.first(where: Self.offsets.contains)
    guard cursor != nil || page != nil || offset != nil || names.contains("limit") else { return nil }
    let members = Set(members(of: node))
    if let cursor {
      if let next = Self.nextCursors.first(where: members.contains) { return "cursor: \(next), as: \(cursor)" }
      if members.isSuperset(of: ["has_more", "last_id"]) { return "cursor: last_id, as: \(cursor), until: \"!has_more\"" }
    }
    if let next = Self.nextURLs.first(where: members.contains) { return "next: \(next)" }
    if let page { return "page: \(page)" }
    guard let offset else { return nil }
    return "offset: \(offset)" + (Self.totals.first(where: members.contains).map { ", total: \($0)" } ?? "")
  }

  /// Says which member of a response has the items, if it is an object with one array.
  private func items(of operation: Node) -> String {
    let arrays = schema(of: operation)?.properties.filter { document.schema($0.node).isArray } ?? []
    return arrays.count == 1 && Name.isASCII(arrays[0].name) ? "select: \(arrays[0].name), " : ""
  }

  /// The members of a response that is a success.
  private func members(of operation: Node) -> [String] { schema(of: operation)?.properties.map(\.name) ?? [] }

  private func schema(of operation: Node) -> Schema? {
    let content = ResponseReader(document: document, operation: operation).success?.content ?? []
    return content.first { Encoding(mediaType: $0.type) == .json }.map { document.schema($0.media.value(for: "schema")) }
  }

  /// A name as a key of YAML.
  private static func key(_ name: String) -> String {
    Name.isASCII(name) ? name : "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
