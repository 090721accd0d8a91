package import DialModel

/// The parts of a target: authority, path segments, query items.
package struct TargetParts: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    case variable(String)
    case expression(URITemplate.Expression)
  }

  package enum QueryPart: Sendable {
    /// One item of the static query, `a`, `a=b` or `a={x}`, omitted if its placeholder is absent.
    case item([Piece])
    /// `{?x,y}` or `{&x,y}`.
    case expansion(URITemplate.Expression)
  }

  /// `https://host:port` of an absolute target.
  package var authority: [Piece]?
  package var segments: [[Piece]] = []
  package var query: [QueryPart] = []

  package init(_ target: TargetModel) {
    var path: [Piece] = []
    var rest: [Piece] = []
    var inQuery = false
    for part in target.template.parts {
      switch part {
      case .variable(let name): inQuery ? rest.append(.variable(name)) : path.append(.variable(name))
      case .expression(let expression):
        if expression.operation == .query || expression.operation == .continuation {
          inQuery = true
          rest.append(.expression(expression))
        } else if inQuery {
          rest.append(.expression(expression))
        } else {
          path.append(.expression(expression))
        }
      case .literal(let text):
        if inQuery {
          rest.append(.literal(text))
        } else if let mark = text.firstIndex(of: "?") {
          inQuery = true
          path.append(.literal(String(text[..<mark])))
          rest.append(.literal(String(text[text.index(after: mark)...])))
        } else {
          path.append(.literal(text))
        }
      }
    }
    if target.isAbsolute { authority = Self.takeAuthority(&path) }
    segments = Self.split(path, at: "/")
    query = Self.query(rest)
  }

  /// Removes `scheme://host` from the front of a path.
  private static func takeAuthority(_ path: inout [Piece]) -> [Piece] {
    var authority: [Piece] = []
    var rest: [Piece] = []
    var slashes = 0
    for piece in path {
      // `{/x}` starts the path with its own slash.
      if case .expression(let expression) = piece, expression.operation == .segment || expression.operation == .parameter { slashes = 3 }
      guard case .literal(let text) = piece, slashes < 3 else {
        slashes < 3 ? authority.append(piece) : rest.append(piece)
        continue
      }
      var head = ""
      var index = text.startIndex
      while index < text.endIndex, slashes < 3 {
        if text[index] == "/" { slashes += 1 }
        if slashes < 3 {
          head.append(text[index])
          index = text.index(after: index)
        }
      }
      if !head.isEmpty { authority.append(.literal(head)) }
      if index < text.endIndex { rest.append(.literal(String(text[index...]))) }
    }
    path = rest
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
        if case .expression(let expression) = piece, expression.operation == .query || expression.operation == .continuation {
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
