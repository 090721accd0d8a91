import DialModel
import DialSyntax

/// Reads a path with names in braces. What follows `#` is not sent; what follows `?` are fixed items.
struct PathReader {
  private(set) var parts: [URITemplate.Part] = []
  /// The names in braces, in their order.
  private(set) var names: [String] = []

  /// - Parameter variable: how the value of a name is written.
  init(
    _ path: String, at range: SourceRange, _ variable: (String) -> URITemplate.Expression
  ) throws(Diagnostic) {
    let text = path.prefix { $0 != "#" }
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      add(rest[..<open])
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}"), !rest[open..<close].dropFirst().contains("{") else {
        throw .error(.documentOperation, "the braces of the path '\(path)' do not match", at: range)
      }
      let name = String(rest[rest.index(after: open)..<close])
      names.append(name)
      parts.append(.expression(variable(name)))
      rest = rest[rest.index(after: close)...]
    }
    add(rest)
  }

  private mutating func add(_ text: Substring) {
    if !text.isEmpty { parts.append(.literal(PercentEncoding.encodeKeepingReserved(String(text)))) }
  }

  /// The values of the fixed items of a name in the query.
  func values(of name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// Removes a fixed item of the query.
  mutating func remove(item name: String) {
    guard let item = items.first(where: { $0.name == name }), case .literal(let text) = parts[item.part] else { return }
    var (head, tail) = (text[..<item.range.lowerBound], text[item.range.upperBound...])
    // With the sign behind it, or before it if it is the last one.
    if tail.isEmpty { head = head.dropLast() } else { tail = tail.dropFirst() }
    parts[item.part] = .literal(String(head) + tail)
    if head.isEmpty, tail.isEmpty { parts.remove(at: item.part) }
  }

  /// The fixed items of the query: those without names in braces.
  private var items: [(name: String, value: String, part: Int, range: Range<String.Index>)] {
    var found: [(name: String, value: String, part: Int, range: Range<String.Index>)] = []
    var inQuery = false
    for (index, part) in parts.enumerated() {
      guard case .literal(let text) = part else { continue }
      var start = text.startIndex
      if !inQuery {
        guard let mark = text.firstIndex(of: "?") else { continue }
        (inQuery, start) = (true, text.index(after: mark))
      } else if let mark = text.firstIndex(of: "&") {
        // What is before it ends an item with a name in braces.
        start = text.index(after: mark)
      } else {
        continue
      }
      for item in text[start...].split(separator: "&") where item.endIndex < text.endIndex || index == parts.count - 1 {
        let name = PercentEncoding.decode(String(item.prefix { $0 != "=" }))
        let value = PercentEncoding.decode(String(item.drop { $0 != "=" }.dropFirst()))
        found.append((name, value, index, item.startIndex..<item.endIndex))
      }
    }
    return found
  }

  /// Appends a part of the query that is the value of a name, without a key (OpenAPI 3.2, `in: querystring`).
  mutating func append(querystring name: String) {
    let hasQuery = parts.contains { if case .literal(let text) = $0 { text.contains("?") } else { false } }
    parts += [.literal(hasQuery ? "&" : "?"), .expression(.init(operation: .simple, variables: [.init(name: name)]))]
  }

  /// Whether a regular expression says that a value has slashes, as `projects/[^/]+` does: one outside of a class that excludes it.
  static func allowsSlash(_ pattern: String) -> Bool {
    var (isEscaped, isClass, isExcluded) = (false, false, false)
    var last: Character = " "
    for sign in pattern {
      if sign == "/", !(isClass && isExcluded) { return true }
      if isEscaped {
        isEscaped = false
      } else {
        switch sign {
        case "\\": isEscaped = true
        case "[" where !isClass: (isClass, isExcluded) = (true, false)
        case "^" where isClass && last == "[": isExcluded = true
        case "]": isClass = false
        default: break
        }
      }
      last = sign
    }
    return false
  }
}
