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

  /// Removes a fixed item of the query that a parameter is, too, and returns its value.
  mutating func take(item name: String) -> String? {
    guard case .literal(let text)? = parts.last, let mark = text.firstIndex(of: "?") else { return nil }
    var items = text[text.index(after: mark)...].split(separator: "&")
    guard let index = items.firstIndex(where: { PercentEncoding.decode(String($0.prefix { $0 != "=" })) == name }) else { return nil }
    let value = items.remove(at: index).drop { $0 != "=" }.dropFirst()
    let rest = text[..<mark] + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    parts.removeLast()
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
    return PercentEncoding.decode(String(value))
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
