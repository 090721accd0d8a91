package import DialSyntax

/// The target of an endpoint. A class, because many parts of a service pass it on.
package final class TargetModel: Sendable {
  package let template: URITemplate
  package let text: String
  package let range: SourceRange
  package let isAbsolute: Bool
  /// The server of its own that a document gives the operation; nil if it has none.
  package let own: OwnServer?

  package init(template: URITemplate, text: String, range: SourceRange, isAbsolute: Bool, own: OwnServer? = nil) {
    self.template = template
    self.text = text
    self.range = range
    self.isAbsolute = isAbsolute
    self.own = own
  }

  /// Whether an argument is part of the host of an absolute target.
  package var hasArgumentInHost: Bool {
    isAbsolute && (TargetParts(self).authority?.contains { if case .expression = $0 { true } else { false } } ?? false)
  }

  /// The names of placeholders that are required as they are written: not `{x?}`, and none with an operator that has its own sign.
  package var plainNames: [String] {
    template.parts.flatMap { part -> [String] in
      guard case .expression(let expression) = part, expression.operation.isPlain else { return [] }
      return expression.variables.filter { !$0.isOptional }.map(\.name)
    }
  }

  /// The origin of an absolute target; nil if arguments or variables are part of its host.
  package var fixedOrigin: Origin? {
    guard isAbsolute, let authority = TargetParts(self).authority, authority.count == 1, case .literal(let text) = authority[0] else {
      return nil
    }
    return Origin(text)
  }

  /// Whether its path is one `{+url}`, whose argument can be a link from a response: a URL, or a path from the origin (RFC 3986 section 4).
  package var isLink: Bool {
    guard !isAbsolute, case .expression(let first)? = template.parts.first, first.operation == .reserved, first.variables.count == 1 else {
      return false
    }
    switch template.parts.dropFirst().first {
    case .literal(let text)?: return text.hasPrefix("?")
    case .expression(let next)?: return next.operation == .query
    case .variable?: return false
    case nil: return true
    }
  }

  /// Returns the target `/` as the base or prefix itself, which has the final slash that the spec writes there.
  package var withoutSoleSlash: TargetModel {
    guard case .literal(let head)? = template.parts.first, head == "/" || head.hasPrefix("/?") else { return self }
    let rest = head == "/" ? [] : [URITemplate.Part.literal(String(head.dropFirst()))]
    let following = template.parts.dropFirst()
    if head == "/", case .expression(let next)? = following.first, next.operation != .query { return self }
    if head == "/", case .variable? = following.first { return self }
    return TargetModel(template: URITemplate(parts: rest + following), text: text, range: range, isAbsolute: false)
  }

  /// Returns the target after the prefixes of its groups. An absolute target is unchanged.
  package func under(_ prefix: String) -> TargetModel {
    guard !isAbsolute, !prefix.isEmpty, let outer = try? URITemplate(target: prefix) else { return self }
    // A prefix ends without a slash, because that of the target follows, unless the target is the prefix itself.
    let path = prefix.hasSuffix("/") && !isBare ? String(prefix.dropLast()) : prefix
    let head = path == prefix ? outer : (try? URITemplate(target: path)) ?? outer
    return joined(to: head, path, isAbsolute: false)
  }

  /// Returns the target after a base with arguments. An absolute target is unchanged.
  package func behind(_ base: TargetModel) -> TargetModel {
    if isAbsolute { return self }
    // A URL has a path, at least `/` (RFC 9110 section 4.2.3).
    let isOrigin = isBare && AbsoluteURL(base.text)?.rest.isEmpty ?? false
    let head = isOrigin ? URITemplate(parts: base.template.parts + [.literal("/")]) : base.template
    return joined(to: head, base.text, isAbsolute: true)
  }

  /// Whether it has no path, only a query or nothing.
  private var isBare: Bool { TargetParts(self).segments == [[]] }

  /// Returns the target with the slashes of some arguments in its path, which otherwise are encoded.
  package func keepingSlashes(of names: Set<String>) -> TargetModel {
    if names.isEmpty { return self }
    let parts = template.parts.map { part -> URITemplate.Part in
      guard case .expression(var expression) = part, expression.operation == .simple, expression.variables.count == 1,
        names.contains(expression.variables[0].name)
      else { return part }
      expression.operation = .path
      return .expression(expression)
    }
    return TargetModel(template: URITemplate(parts: parts), text: text, range: range, isAbsolute: isAbsolute)
  }

  private func joined(to head: URITemplate, _ path: String, isAbsolute: Bool) -> TargetModel {
    let isApart = text.isEmpty || text.hasPrefix("/") || text.hasPrefix("?") || text.hasPrefix("{?") || text.hasPrefix("{/")
    let template = URITemplate(parts: head.parts + (isApart ? [] : [.literal("/")]) + template.parts)
    return TargetModel(
      template: template, text: path + (isApart ? "" : "/") + (isBare && text.hasPrefix("/") ? String(text.dropFirst()) : text),
      range: range, isAbsolute: isAbsolute)
  }
}

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
