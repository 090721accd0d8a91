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
      line(operation.node, operation.parameters).map { "\(Self.key(operation.name)): {paginate: {\($0)}}" }
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

  /// The members of a response that is a success.
  private func members(of operation: Node) -> [String] {
    let content = ResponseReader(document: document, operation: operation).success?.content ?? []
    guard let media = content.first(where: { Encoding(mediaType: $0.type) == .json })?.media else { return [] }
    return document.schema(media.value(for: "schema")).properties.map(\.name)
  }

  /// A name as a key of YAML.
  private static func key(_ name: String) -> String {
    Name.isASCII(name) ? name : "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
