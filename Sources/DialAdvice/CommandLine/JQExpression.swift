import DialJSON
import DialModel

/// An expression of jq and its equivalent in JMESPath: `.[].title` is `[*].title`, `map(.id) | add` is `sum([*].id)`.
package struct JQExpression {
  /// Functions without arguments. Some are valid JMESPath after a pipe, where they select a member: `a | length`.
  package static let functions = [
    "length": "length(@)", "keys": "sort(keys(@))", "keys_unsorted": "keys(@)", "sort": "sort(@)", "reverse": "reverse(@)", "add": "sum(@)",
    "min": "min(@)", "max": "max(@)", "type": "type(@)", "first": "[0]", "last": "[-1]", "tostring": "to_string(@)",
    "tonumber": "to_number(@)",
  ]

  private static let maxBytes = 4096

  /// The equivalent; nil if it is unknown.
  package let jmespath: String?

  package init(_ text: String) {
    var parser = JQParser(rest: text[...])
    let selected = text.utf8.count > Self.maxBytes ? nil : parser.whole().flatMap { Selected().applying($0) }
    jmespath = selected.flatMap { (try? JMESPath($0.text)) == nil ? nil : $0.text }
  }

  /// Returns an expression of jq or JMESPath in JMESPath; nil if it cannot be converted.
  static func jmespath(_ text: String) -> String? {
    text.hasPrefix(".") || functions[text] != nil || (try? JMESPath(text)) == nil ? JQExpression(text).jmespath : text
  }

  /// Says what to write for an expression that is not valid JMESPath; nil if it is of neither jq nor JSONPath.
  ///
  /// - Parameter flag: the flag to write before the equivalent.
  package static func advice(_ text: String, _ flag: String) -> String? {
    let isJSONPath = text.hasPrefix("$")
    let path = text.dropFirst().replacing("[*]", with: "[]")
    let spellings: [String] = isJSONPath ? [(path.hasPrefix("[") ? "." : "") + path] : [text, "." + text]
    let name = isJSONPath ? "JSONPath" : "jq"
    if let own = spellings.lazy.compactMap({ JQExpression($0).jmespath }).first {
      return "this is a \(name) expression; in JMESPath, write: \(flag) \(ShellWord.quoted(own))"
    }
    guard isJSONPath || startsWithDot(text) else { return nil }
    return "this looks like a \(name) expression, but \(flag) is JMESPath; see https://jmespath.org/tutorial.html"
  }

  /// Whether a term begins with a dot, which JMESPath does not allow: `del(.id)`.
  private static func startsWithDot(_ text: String) -> Bool {
    var (last, quote): (Character?, Character?) = (nil, nil)
    for character in text where character != " " {
      if character == quote { quote = nil } else if quote == nil, "\"'`".contains(character) { quote = character }
      if quote == nil, character == ".", last.map({ "([{|,:=<>&/".contains($0) }) ?? true { return true }
      last = character
    }
    return false
  }
}

/// A filter of jq, the part that JMESPath can express.
private indirect enum JQFilter {
  case identity
  case field(String)
  case index(Int)
  case slice(String)
  /// `.[]`
  case each
  /// Its text in JMESPath.
  case literal(JSON)
  case array([JQFilter])
  case object([(String, JQFilter)])
  case call(String, [JQFilter])
  case pipe(JQFilter, JQFilter)
  case infix(JQFilter, String, JQFilter)
}

/// What filters select, as JMESPath.
private struct Selected {
  enum Kind {
    /// One value, to which a suffix applies.
    case one
    /// One array, although a suffix of the text would apply to each element: `[*].id` for `map(.id)`.
    case list
    /// Several values. The text is a projection.
    case stream
  }

  /// How tightly the text binds, as in the grammar of JMESPath.
  enum Binding: Int { case pipe, or, and, comparison, not, path }

  var text = "@"
  var kind = Kind.one
  var binding = Binding.path

  /// Returns the result of a filter for this; nil if JMESPath cannot express it.
  func applying(_ filter: JQFilter) -> Selected? {
    switch filter {
    case .identity: self
    case .pipe(let first, let second): applying(first)?.applying(second)
    case .field(let name): kind == .list ? nil : suffixed("." + Self.name(name))
    case .index(let index): suffixed("[\(index)]", as: kind == .list ? .one : kind)
    case .slice(let range): kind == .stream ? nil : suffixed("[\(range)]", as: .list)
    case .each:
      switch kind {
      case .one: suffixed("[*]", as: .stream)
      case .list: Selected(text: text, kind: .stream, binding: binding)
      case .stream: suffixed("[]")
      }
    case .literal(let json): kind == .stream ? nil : Selected(text: Self.literal(json), binding: .not)
    case .array(let items):
      if items.count == 1, kind != .stream, let all = applying(items[0]), all.kind == .stream {
        Selected(text: all.text, kind: .list, binding: all.binding)
      } else {
        made(items.map { ("", $0) }).flatMap { suffixed(".[\($0.map(\.text).joined(separator: ", "))]", as: kind == .list ? .one : kind) }
      }
    case .object(let members):
      made(members).flatMap { parts in
        let inner = parts.map { "\(Self.name($0.name)): \($0.text)" }.joined(separator: ", ")
        return suffixed(".{\(inner)}", as: kind == .list ? .one : kind)
      }
    case .infix(_, "and", _), .infix(_, "or", _): nil
    case .infix(let left, let sign, let right): Self.joined(Selected().applying(left), sign, Selected().applying(right)).flatMap(piped)
    case .call(let name, let arguments): called(name, arguments)
    }
  }

  /// Appends to the path: to each element of a stream, otherwise to the value.
  private func suffixed(_ suffix: String, as next: Kind? = nil) -> Selected? {
    if suffix.hasPrefix("."), text == "@" { return Selected(text: String(suffix.dropFirst()), kind: next ?? kind) }
    if text == "@" { return Selected(text: suffix, kind: next ?? kind) }
    // A suffix of a list would apply to its elements, and that of a pipe to its last stage.
    if kind != .list, binding == .path || binding == .pipe { return Selected(text: text + suffix, kind: next ?? kind, binding: binding) }
    return piped(Selected(text: suffix.hasPrefix(".") ? String(suffix.dropFirst()) : suffix, kind: next ?? kind))
  }

  private func piped(_ next: Selected) -> Selected? {
    if text == "@" { return next }
    return kind == .stream ? nil : Selected(text: "\(text) | \(next.text)", kind: next.kind, binding: .pipe)
  }

  private func made(_ members: [(String, JQFilter)]) -> [(name: String, text: String)]? {
    let parts = members.compactMap { name, filter in
      Selected().applying(filter).flatMap { $0.kind == .stream ? nil : (name: name, text: $0.text) }
    }
    return parts.count == members.count ? parts : nil
  }

  private func called(_ name: String, _ arguments: [JQFilter]) -> Selected? {
    let argument = arguments.first
    let word = argument.flatMap { if case .literal(let json) = $0, json.asString != nil { Self.literal(json) } else { nil } }
    switch (name, arguments.count) {
    case ("map", 1): return kind == .stream ? nil : argument.flatMap { applying(.array([.pipe(.each, $0)])) }
    case ("select", 1):
      guard kind == .stream, let condition = argument.flatMap(Self.condition), condition.kind == .one else { return nil }
      if text.hasSuffix("[*]") { return Selected(text: text.dropLast(3) + "[?\(condition.text)]", kind: .stream, binding: binding) }
      return Selected(text: "\(text) | [?\(condition.text)]", kind: .stream, binding: .pipe)
    case ("not", 0): return kind == .stream ? nil : Selected(text: "!" + (Self.name(text) == text ? text : "(\(text))"), binding: .not)
    case ("first", 0): return applying(.index(0))
    case ("last", 0): return applying(.index(-1))
    case (_, 0): return JQExpression.functions[name].flatMap { whole in call { whole.replacing("@", with: $0) } }
    case ("sort_by", 1), ("min_by", 1), ("max_by", 1):
      guard let key = argument.flatMap(Selected().applying), key.kind == .one, key.binding == .path else { return nil }
      return call { "\(name)(\($0), &\(key.text))" }
    case ("has", 1): return word.flatMap { word in call { "contains(keys(\($0)), \(word))" } }
    case ("join", 1): return word.flatMap { word in call { "join(\(word), \($0))" } }
    case (_, 1):
      guard let own = ["startswith": "starts_with", "endswith": "ends_with", "contains": "contains"][name], let word else { return nil }
      return call { "\(own)(\($0), \(word))" }
    default: return nil
    }
  }

  /// Calls a function with the value, or with each value of a stream.
  private func call(_ text: (String) -> String) -> Selected? {
    kind == .stream ? suffixed("." + text("@")) : Selected(text: text(self.text))
  }

  /// Returns the condition of `select`. Elsewhere, `and` and `or` are true or false in jq, but one of their sides in JMESPath.
  private static func condition(_ filter: JQFilter) -> Selected? {
    guard case .infix(let left, let sign, let right) = filter, sign == "and" || sign == "or" else { return Selected().applying(filter) }
    return joined(condition(left), sign, condition(right))
  }

  private static func joined(_ left: Selected?, _ sign: String, _ right: Selected?) -> Selected? {
    guard let left, let right, left.kind != .stream, right.kind != .stream else { return nil }
    let binding: Binding = sign == "or" ? .or : sign == "and" ? .and : .comparison
    // JMESPath orders only numbers.
    if "<>".contains(sign.prefix(1)), ![left, right].contains(where: { $0.text.hasPrefix("`") }) { return nil }
    let weakest = binding.rawValue + (binding == .comparison ? 1 : 0)
    let sides = [left, right].map { $0.binding.rawValue < weakest ? "(\($0.text))" : $0.text }
    return Selected(text: sides.joined(separator: " \(["or": "||", "and": "&&"][sign] ?? sign) "), binding: binding)
  }

  /// Returns a string in single quotes if it needs no escapes, otherwise a literal in backquotes.
  private static func literal(_ json: JSON) -> String {
    if let text = json.asString, !text.contains(where: { "'\\".contains($0) }) { return "'\(text)'" }
    return "`\(JSONWriter.text(json).replacing("`", with: "\\`"))`"
  }

  private static func name(_ text: String) -> String { JSONPath.Step.member(text).text }
}

/// Parses jq. Each function returns nil for what JMESPath cannot express.
private struct JQParser {
  private static let signs = [["or"], ["and"], ["==", "!=", "<=", ">=", "<", ">"]]
  private static let maxDepth = 50

  var rest: Substring
  private var depth = 0

  init(rest: Substring) { self.rest = rest }

  static func isNamePart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }

  mutating func whole() -> JQFilter? { pipe().flatMap { filter in peek == nil ? filter : nil } }

  private var peek: Character? {
    mutating get {
      rest = rest.drop(while: \.isWhitespace)
      return rest.first
    }
  }

  private mutating func take(_ sign: String) -> Bool {
    _ = peek
    guard rest.hasPrefix(sign) else { return false }
    let after = rest.dropFirst(sign.count)
    // `order` does not begin with `or`.
    if sign.first?.isLetter == true, after.first.map(Self.isNamePart) == true { return false }
    rest = after
    return true
  }

  private mutating func pipe() -> JQFilter? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maxDepth, var left = infix(0) else { return nil }
    while take("|") {
      guard let right = infix(0) else { return nil }
      left = .pipe(left, right)
    }
    return left
  }

  private mutating func infix(_ level: Int) -> JQFilter? {
    guard level < Self.signs.count else { return term() }
    guard var left = infix(level + 1) else { return nil }
    while let sign = Self.signs[level].first(where: { take($0) }) {
      guard let right = infix(level + 1) else { return nil }
      left = .infix(left, sign, right)
    }
    return left
  }

  private mutating func term() -> JQFilter? {
    var left = primary()
    while let first = left, let next = rest.first, next == "." || next == "[" || next == "?" {
      if take("?") { continue }
      // `[0].name` lacks its first dot. Nobody selects from an array of constants.
      if case .array(let items) = first, items.allSatisfy({ if case .literal = $0 { true } else { false } }) { return nil }
      left = suffix().map { .pipe(first, $0) }
    }
    return left
  }

  /// Parses `.name`, `."name"`, `[…]` or `.[…]`.
  private mutating func suffix() -> JQFilter? {
    let hasDot = take(".")
    if rest.first == "[" { return bracket() }
    if rest.first == "\"" { return string().map { .field($0) } }
    let name = word()
    return hasDot && !name.isEmpty && !(name.first?.isNumber ?? false) ? .field(name) : nil
  }

  private mutating func bracket() -> JQFilter? {
    guard take("[") else { return nil }
    if take("]") { return .each }
    if peek == "\"" { return string().flatMap { name in take("]") ? .field(name) : nil } }
    let text = String(rest.prefix { "-0123456789:".contains($0) })
    rest = rest.dropFirst(text.count)
    guard take("]") else { return nil }
    return text.contains(":") ? .slice(text) : Int(text).map { .index($0) }
  }

  private mutating func primary() -> JQFilter? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maxDepth, let first = peek else { return nil }
    switch first {
    case ".":
      let next = rest.dropFirst().first
      guard let next, next == "[" || next == "\"" || Self.isNamePart(next) else {
        rest = rest.dropFirst()
        return next == "." ? nil : .identity
      }
      return suffix()
    case "(":
      guard take("("), let inner = pipe(), take(")") else { return nil }
      return inner
    case "[": return take("[") ? items(until: "]", separator: ",").map { .array($0) } : nil
    case "{": return object()
    case "\"": return string().map { .literal(.string($0)) }
    default:
      if first == "-" || first.isNumber {
        let digits = rest.prefix { $0 == "-" || $0 == "." || Self.isNamePart($0) }
        rest = rest[digits.endIndex...]
        return (try? JSON(parsing: String(digits))).map { .literal($0) }
      }
      let name = word()
      if let literal = ["true": JSON.bool(true), "false": .bool(false), "null": .null][name] { return .literal(literal) }
      if name.isEmpty { return nil }
      return take("(") ? items(until: ")", separator: ";").map { .call(name, $0) } : .call(name, [])
    }
  }

  private mutating func items(until end: String, separator: String) -> [JQFilter]? {
    var items: [JQFilter] = []
    repeat {
      guard let item = pipe() else { return nil }
      items.append(item)
    } while take(separator)
    return take(end) ? items : nil
  }

  private mutating func object() -> JQFilter? {
    guard take("{") else { return nil }
    var members: [(String, JQFilter)] = []
    repeat {
      guard let name = peek == "\"" ? string() : word(), !name.isEmpty else { return nil }
      guard take(":") else {
        members.append((name, .field(name)))
        continue
      }
      guard let value = infix(0) else { return nil }
      members.append((name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func word() -> String {
    let word = rest.prefix(while: Self.isNamePart)
    rest = rest[word.endIndex...]
    return String(word)
  }

  /// Parses a string without interpolation.
  private mutating func string() -> String? {
    var isEscaped = false
    let length = rest.dropFirst().prefix { character in
      defer { isEscaped = !isEscaped && character == "\\" }
      return character != "\"" || isEscaped
    }
    let whole = rest.prefix(length.count + 2)
    rest = rest[whole.endIndex...]
    return (try? JSON(parsing: String(whole)))?.asString
  }
}
