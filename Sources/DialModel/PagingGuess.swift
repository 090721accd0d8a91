/// How an endpoint seems to declare its pages, by the names of its parameters and of the members of its response. It is advice: nothing is
/// guessed at a call.
package struct PagingGuess {
  /// A member of the response.
  package struct Member {
    package enum Kind { case integer, text, array, other }

    var name: String
    var kind: Kind

    package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
  }

  private static let cursors: Set = [
    "cursor", "after", "starting_after", "page_token", "pageToken", "next_token", "nextToken", "continuation", "continue", "marker",
  ]
  private static let nextCursors = [
    "next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken", "cursor", "next",
  ]
  private static let nextPages = ["next_page", "nextPage"]
  private static let nextURLs = ["next", "next_url", "nextUrl", "nextLink", "next_link", "next_page_url"]
  private static let pages: Set = ["page", "page_number", "pageNumber"]
  private static let offsets: Set = ["offset", "skip"]
  private static let totals = ["total", "total_count", "totalCount", "count"]

  private let way: String
  private let items: String?

  /// Returns nil if no parameter and no member is known.
  ///
  /// - Parameters:
  ///   - names: the names of the parameters in the query.
  ///   - members: the members of the response, if it is an object.
  package init?(_ names: [String], _ members: [Member]) {
    guard let way = Self.way(names, members) else { return nil }
    self.way = way
    let arrays = members.filter { $0.kind == .array }
    items = arrays.count == 1 && Name.isASCII(arrays[0].name) ? arrays[0].name : nil
  }

  /// The settings of the endpoint: `select: data, paginate: {page: page}`.
  package var settings: String { (items.map { "select: \($0), " } ?? "") + "paginate: {\(way)}" }

  private static func way(_ names: [String], _ members: [Member]) -> String? {
    let cursor = names.first(where: cursors.contains)
    let page = names.first(where: pages.contains)
    let offset = names.first(where: offsets.contains)
    guard cursor != nil || page != nil || offset != nil || names.contains("limit") else { return nil }
    let known = Set(members.map(\.name))
    if let cursor {
      if let next = nextCursors.first(where: known.contains) { return "cursor: \(next), as: \(cursor)" }
      if known.isSuperset(of: ["has_more", "last_id"]) { return "cursor: last_id, as: \(cursor), until: \"!has_more\"" }
    }
    // A number is the next page or offset, not its URL.
    let numbers = Set(members.filter { $0.kind == .integer }.map(\.name))
    if let next = nextURLs.first(where: { known.contains($0) && !numbers.contains($0) }) { return "next: \(next)" }
    if let counter = page ?? offset, let next = nextURLs.first(where: numbers.contains) { return "cursor: \(next), as: \(counter)" }
    // The server says which page is next.
    let numbersAndTexts = numbers.union(members.filter { $0.kind == .text }.map(\.name))
    if let page, let next = nextPages.first(where: numbersAndTexts.contains) { return "cursor: \(next), as: \(page)" }
    if let page { return "page: \(page)" }
    guard let offset else { return nil }
    return "offset: \(offset)" + (totals.first(where: known.contains).map { ", total: \($0)" } ?? "")
  }
}
