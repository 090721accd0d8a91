/// The parts of a target: authority, path segments, query items.
package struct TargetParts: Sendable {
  package typealias Piece = URITemplate.Part

  package enum QueryPart: Sendable {
    /// One item of the static query, `a`, `a=b` or `a={x}`, omitted if its placeholder is absent.
    case item([Piece])
    case expansion(URITemplate.Expression)
  }

  package var authority: [Piece]?
  package var segments: [[Piece]] = []
  package var query: [QueryPart] = []

  package init(_ target: TargetModel) {
    var path: [Piece] = []
    var rest: [Piece] = []
    var inQuery = false
    for var part in target.template.parts {
      if Self.isQuery(part) {
        inQuery = true
      } else if !inQuery, case .literal(let text) = part, let mark = text.firstIndex(of: "?") {
        inQuery = true
        path.append(.literal(String(text[..<mark])))
        part = .literal(String(text[text.index(after: mark)...]))
      }
      if inQuery { rest.append(part) } else { path.append(part) }
    }
    if target.isAbsolute { authority = Self.takeAuthority(&path) }
    segments = Self.split(path, at: "/")
    query = Self.query(rest)
  }

  private static func isQuery(_ piece: Piece) -> Bool {
    guard case .expression(let expression) = piece else { return false }
    return expression.operation == .query || expression.operation == .continuation
  }

  /// Removes `scheme://host` from the front of a path.
  private static func takeAuthority(_ path: inout [Piece]) -> [Piece] {
    var authority: [Piece] = []
    var rest = path[...]
    var slashes = 0
    while slashes < 3, let piece = rest.popFirst() {
      switch piece {
      // Other expressions, such as `{/x}`, start the path.
      case .expression(let expression) where ![.simple, .reserved, .label].contains(expression.operation):
        path = [piece] + rest
        return authority
      case .literal(let text):
        let end = text.indices.first { index in
          if text[index] == "/" { slashes += 1 }
          return slashes == 3
        }
        if end != text.startIndex, !text.isEmpty { authority.append(.literal(String(text[..<(end ?? text.endIndex)]))) }
        if let end { rest = [.literal(String(text[end...]))] + rest }
      default: authority.append(piece)
      }
    }
    path = Array(rest)
    return authority
  }

  private static func split(_ pieces: [Piece], at separator: Character) -> [[Piece]] {
    var parts: [[Piece]] = [[]]
    for piece in pieces {
      guard case .literal(let text) = piece else {
        parts[parts.count - 1].append(piece)
        continue
      }
      for (index, section) in text.split(separator: separator, omittingEmptySubsequences: false).enumerated() {
        if index > 0 { parts.append([]) }
        if !section.isEmpty { parts[parts.count - 1].append(.literal(String(section))) }
      }
    }
    return parts
  }

  private static func query(_ pieces: [Piece]) -> [QueryPart] {
    var parts: [QueryPart] = []
    for section in split(pieces, at: "&") {
      var item: [Piece] = []
      for piece in section {
        if case .expression(let expression) = piece, isQuery(piece) {
          if !item.isEmpty { parts.append(.item(item)) }
          item = []
          parts.append(.expansion(expression))
        } else {
          item.append(piece)
        }
      }
      if !item.isEmpty { parts.append(.item(item)) }
    }
    return parts
  }
}
