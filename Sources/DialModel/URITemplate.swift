public import DialJSON

/// A URI template (RFC 6570, levels 1 to 4), parsed once and expanded many times.
///
/// ```swift
/// try URITemplate("/search{?q,lang}").expand(["q": "cat"])   // "/search?q=cat"
/// ```
public struct URITemplate: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    /// Encoded text.
    case literal(String)
    case expression(Expression)
    /// `${NAME}` in a target.
    case variable(String)
  }

  package struct Expression: Sendable, Hashable {
    package var operation: Operator
    package var variables: [Variable]

    package init(operation: Operator, variables: [Variable]) { (self.operation, self.variables) = (operation, variables) }
  }

  package struct Variable: Sendable, Hashable {
    package var name: String
    package var explode = false
    package var prefix: Int?
    /// The default in `{id=3}`, an extension of RFC 6570.
    package var defaultText: String?
    /// Whether it is `{id?}`, an extension of RFC 6570.
    package var isOptional = false

    package init(name: String, explode: Bool = false) { (self.name, self.explode) = (name, explode) }
  }

  /// The operators of RFC 6570 section 3.2, with the columns of its appendix A, and `{*key}` of targets.
  package enum Operator: Character, Sendable {
    case simple = " "
    case reserved = "+"
    /// A path: everything is encoded except `/`. The items of an array are its segments.
    case path = "*"
    case fragment = "#"
    case label = "."
    case segment = "/"
    case parameter = ";"
    case query = "?"
    case continuation = "&"

    /// Whether it writes the value alone, without a sign before it.
    package var isPlain: Bool { self == .simple || self == .reserved || self == .path }
    /// The sign after the brace; empty for a simple placeholder.
    package var sign: String { self == .simple ? "" : String(rawValue) }
    var first: String { isPlain ? "" : sign }
    var separator: String {
      switch self {
      case .simple, .reserved, .fragment: ","
      case .path: "/"
      case .query: "&"
      default: String(rawValue)
      }
    }
    package var isNamed: Bool { self == .parameter || self == .query || self == .continuation }
    var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }
    package var keepsReserved: Bool { self == .reserved || self == .fragment }
  }

  package var parts: [Part]

  /// Parses a template. Throws if it is not valid by RFC 6570.
  public init(_ text: String) throws(URITemplateError) {
    parts = try TemplateParser(text, isTarget: false).parts
  }

  package init(target text: String) throws(URITemplateError) {
    parts = try TemplateParser(text, isTarget: true).parts
  }

  package init(parts: [Part]) { self.parts = parts }

  /// The names of all variables in order, with repetitions.
  package var names: [String] {
    parts.flatMap { part -> [String] in
      if case .expression(let expression) = part { expression.variables.map(\.name) } else { [] }
    }
  }

  package var variableCount: Int {
    parts.reduce(0) { count, part in
      if case .expression(let expression) = part { count + expression.variables.count } else { count }
    }
  }

  /// Expands the template. Variables that are absent or null are omitted, and so are empty arrays and objects.
  public func expand(_ variables: [String: JSON]) throws(URITemplateError) -> String {
    var out = ""
    for part in parts {
      switch part {
      case .literal(let text): out += text
      case .variable(let name): out += "${\(name)}"
      case .expression(let expression): out += try expression.expand { variables[expression.variables[$0].name] } ?? ""
      }
    }
    return out
  }
}

/// Why a template is invalid, or a value cannot be used in it.
public struct URITemplateError: Error, Sendable, Hashable {
  /// What is wrong, in lowercase, without a full stop.
  public var message: String
  /// The position in the template in UTF-8 bytes from 0; 0 if a value is wrong.
  public var offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

/// Parses a URI template. Targets also allow `{x=3}`, `{x?}`, `{*x}`, `-` in names, `${NAME}`, and `{{` for a `{`.
struct TemplateParser {
  private let bytes: [UInt8]
  private let isTarget: Bool
  private var at = 0
  /// The start of the current literal.
  private var literal = 0
  /// How many literal `{` are not closed; nil if there is none in the template.
  private var open: Int?
  private(set) var parts: [URITemplate.Part] = []

  init(_ text: String, isTarget: Bool) throws(URITemplateError) {
    bytes = Array(text.utf8)
    self.isTarget = isTarget
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "{") where isTarget && bytes[at...].starts(with: "{{".utf8): brace()
      case UInt8(ascii: "{"): try expression()
      case UInt8(ascii: "}"):
        guard let count = open else { throw URITemplateError("unexpected '}' without '{'", at: at) }
        if count == 0 { throw URITemplateError("unexpected '}'; '{{' is a literal '{', which one '}' closes", at: at) }
        open = count - 1
        at += 1
      case UInt8(ascii: "$") where isTarget && bytes[at...].starts(with: "$${".utf8):
        throw URITemplateError("a target cannot contain a literal '${'; write %24%7B", at: at)
      case UInt8(ascii: "$") where isTarget && bytes[at...].starts(with: "${".utf8): try variable()
      default: at += 1
      }
    }
    flush()
  }

  private mutating func flush() {
    guard at > literal else { return }
    parts.append(.literal(PercentEncoding.encodeKeepingReserved(bytes[literal..<at])))
  }

  /// Reads `{{`, whose second brace is text.
  private mutating func brace() {
    flush()
    literal = at + 1
    at += 2
    open = (open ?? 0) + 1
  }

  private func closing(from start: Int) throws(URITemplateError) -> Int {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
      throw URITemplateError("the placeholder is not closed; add '}'", at: start - 1)
    }
    return end
  }

  private mutating func variable() throws(URITemplateError) {
    let end = try closing(from: at + 2)
    let name = String(decoding: bytes[(at + 2)..<end], as: UTF8.self)
    guard Name.isValid(name) else {
      throw URITemplateError(name.isEmpty ? "missing variable name; write ${NAME}" : "'\(name)' is not a valid variable name", at: at + 2)
    }
    flush()
    parts.append(.variable(name))
    at = end + 1
    literal = at
  }

  private mutating func expression() throws(URITemplateError) {
    let start = at + 1
    let end = try closing(from: start)
    guard end > start else {
      throw URITemplateError("the placeholder is empty; write the name of the argument between '{' and '}'", at: at)
    }
    var operation = URITemplate.Operator.simple
    var first = start
    if !Name.isPart(bytes[first]) && bytes[first] != UInt8(ascii: "%") {
      let sign = Character(UnicodeScalar(bytes[first]))
      guard sign != " ", let known = URITemplate.Operator(rawValue: sign), isTarget || known != .path else {
        throw URITemplateError("a placeholder cannot start with '\(sign)'", at: first)
      }
      operation = known
      first += 1
    }
    var variables: [URITemplate.Variable] = []
    if isTarget, let equals = bytes[first..<end].firstIndex(of: UInt8(ascii: "=")) {
      guard operation == .simple else {
        throw URITemplateError("'{name=…}' does not accept '\(operation.rawValue)' before the name", at: first - 1)
      }
      var variable = try alone(bytes[first..<equals], at: first)
      variable.defaultText = String(decoding: bytes[(equals + 1)..<end], as: UTF8.self)
      variables.append(variable)
    } else if isTarget, bytes[end - 1] == UInt8(ascii: "?"), end - 1 > first || operation == .simple {
      guard operation == .simple else {
        throw URITemplateError(
          "'{name?}' does not accept '\(operation.rawValue)' before the name; "
            + (operation.isPlain ? "declare the parameter as optional: '(name?)'" : "'{\(operation.rawValue)…}' is already optional"),
          at: first - 1)
      }
      var variable = try alone(bytes[first..<(end - 1)], at: first)
      variable.isOptional = true
      variables.append(variable)
    } else {
      var rest = bytes[first..<end]
      while let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
        variables.append(try specification(rest[..<comma], at: rest.startIndex))
        rest = rest[(comma + 1)...]
      }
      variables.append(try specification(rest, at: rest.startIndex))
    }
    flush()
    parts.append(.expression(.init(operation: operation, variables: variables)))
    at = end + 1
    literal = at
  }

  /// Parses the name in `{id=3}` and `{id?}`, which contain one variable.
  private func alone(_ piece: ArraySlice<UInt8>, at offset: Int) throws(URITemplateError) -> URITemplate.Variable {
    let name = String(decoding: piece, as: UTF8.self)
    guard Name.isValid(name) else { throw URITemplateError("'\(name)' is not a valid argument name", at: offset) }
    return URITemplate.Variable(name: name)
  }

  private func specification(_ piece: ArraySlice<UInt8>, at offset: Int) throws(URITemplateError) -> URITemplate.Variable {
    var rest = piece
    var variable = URITemplate.Variable(name: "")
    if rest.last == UInt8(ascii: "*") {
      variable.explode = true
      rest = rest.dropLast()
    } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      let digits = rest[(colon + 1)...]
      guard (1...4).contains(digits.count), digits.first != UInt8(ascii: "0"), let length = Int(String(decoding: digits, as: UTF8.self)),
        digits.allSatisfy({ (48...57).contains($0) })
      else {
        throw URITemplateError("the length after ':' must be a number from 1 to 9999", at: offset)
      }
      variable.prefix = length
      rest = rest[..<colon]
    }
    variable.name = String(decoding: rest, as: UTF8.self)
    guard isTarget ? Name.isValid(variable.name) : Self.isVariableName(rest) else {
      throw URITemplateError("'\(String(decoding: piece, as: UTF8.self))' is not a valid argument name", at: offset)
    }
    return variable
  }

  /// Whether it is a variable name of RFC 6570 section 2.3: letters, digits, `_` and `%XX`, with single dots between.
  private static func isVariableName(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previousWasDot = true
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "."):
        if previousWasDot { return false }
        previousWasDot = true
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.endIndex, PercentEncoding.isHex(bytes[index + 1]), PercentEncoding.isHex(bytes[index + 2])
        else { return false }
        index += 2
        previousWasDot = false
      case let byte where Name.isASCIIPart(byte) && byte != UInt8(ascii: "-"): previousWasDot = false
      default: return false
      }
      index += 1
    }
    return !previousWasDot
  }
}

extension URITemplate.Expression {
  /// Creates an expression of one variable.
  package init(_ operation: URITemplate.Operator, _ name: String) {
    self.init(operation: operation, variables: [URITemplate.Variable(name: name)])
  }

  /// Expands the expression with values by their index, where nil and null are absent; nil if all are absent (RFC 6570 section 3.2.1).
  package func expand(_ value: (Int) -> JSON?) throws(URITemplateError) -> String? {
    var pieces: [String] = []
    for (index, variable) in variables.enumerated() {
      var given = value(index)
      if given?.isNull ?? true { given = variable.defaultText.map { .string($0) } }
      guard let given, let piece = try expand(given, as: variable) else { continue }
      pieces.append(piece)
    }
    guard !pieces.isEmpty else { return nil }
    return operation.first + pieces.joined(separator: operation.separator)
  }

  /// Expands one variable; nil for an empty array or object, which counts as absent.
  private func expand(_ value: JSON, as variable: URITemplate.Variable) throws(URITemplateError) -> String? {
    if let items = value.asArray {
      let texts = try scalars(items.filter { !$0.isNull }, of: variable)
      guard !texts.isEmpty else { return nil }
      if operation != .path, !variable.explode { return named(texts.joined(separator: ","), as: variable) }
      return texts.map { named($0, as: variable) }.joined(separator: operation.separator)
    }
    if let members = value.asObject {
      if operation == .path { throw URITemplateError("'\(variable.name)' is an object, which cannot be sent as a path", at: 0) }
      var pairs: [(String, String)] = []
      for member in members where !member.value.isNull {
        pairs.append((encode(member.name), try scalars([member.value], of: variable)[0]))
      }
      guard !pairs.isEmpty else { return nil }
      guard variable.explode else { return named(pairs.map { "\($0),\($1)" }.joined(separator: ","), as: variable) }
      return pairs.map { name, value in
        operation.isNamed && value.isEmpty ? name + operation.ifEmpty : "\(name)=\(value)"
      }.joined(separator: operation.separator)
    }
    guard var text = ValueText.plain(value) else { return nil }
    if let count = variable.prefix { text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) }
    return named(operation == .path ? PercentEncoding.encodePath(text) : encode(text), as: variable)
  }

  private func scalars(_ values: [JSON], of variable: URITemplate.Variable) throws(URITemplateError) -> [String] {
    if variable.prefix != nil { throw URITemplateError("a length such as ':3' cannot be applied to the array '\(variable.name)'", at: 0) }
    var texts: [String] = []
    for value in values {
      guard let text = ValueText.plain(value) else {
        throw URITemplateError("'\(variable.name)' contains a nested array or object, which cannot be sent in a URL", at: 0)
      }
      texts.append(encode(text))
    }
    return texts
  }

  private func named(_ text: String, as variable: URITemplate.Variable) -> String {
    guard operation.isNamed else { return text }
    let name = PercentEncoding.encodeKeepingReserved(variable.name)
    return text.isEmpty ? name + operation.ifEmpty : "\(name)=\(text)"
  }

  private func encode(_ text: String) -> String {
    operation.keepsReserved ? PercentEncoding.encodeKeepingReserved(text) : PercentEncoding.encode(text)
  }
}

package enum ValueText {
  /// Returns text unchanged, numbers with their digits, and `true` or `false`; nil for null, arrays and objects.
  package static func plain(_ value: JSON) -> String? {
    switch value.asKind {
    case .string: value.asString
    case .number: value.asNumberText
    case .bool: value.asBool == true ? "true" : "false"
    default: nil
    }
  }

  /// Whether a text begins like the JSON of an object or an array.
  package static func looksLikeJSON(_ text: String) -> Bool { ["{", "["].contains(text.first { !$0.isWhitespace }) }

  /// Whether a string inside a value contains such a character.
  package static func contains(_ value: JSON, where isSuch: (Unicode.Scalar) -> Bool) -> Bool {
    if let items = value.asArray { return items.contains { contains($0, where: isSuch) } }
    if let members = value.asObject { return members.contains { contains($0.value, where: isSuch) } }
    return plain(value)?.unicodeScalars.contains(where: isSuch) ?? false
  }
}

/// A placeholder of a target, and its position.
package struct TargetVariable {
  package var variable: URITemplate.Variable
  package var operation: URITemplate.Operator
  package var isInQuery: Bool

  /// Whether a call must pass it: in the path, neither optional nor with a default, and without an operator that omits absent values.
  package var isRequired: Bool {
    !isInQuery && !variable.isOptional && variable.defaultText == nil && operation.isPlain
  }

  package static func all(of template: URITemplate) -> [TargetVariable] {
    var found: [TargetVariable] = []
    var isInQuery = false
    for part in template.parts {
      switch part {
      case .literal(var text): isInQuery = isInQuery || text.withUTF8 { $0.contains(UInt8(ascii: "?")) }
      case .variable: break
      case .expression(let expression):
        isInQuery = isInQuery || expression.operation == .query || expression.operation == .continuation
        for variable in expression.variables {
          found.append(.init(variable: variable, operation: expression.operation, isInQuery: isInQuery))
        }
      }
    }
    return found
  }

  /// Returns all placeholders, each with the default of its name, wherever the target declares it.
  package static func withDefaults(of template: URITemplate) -> [TargetVariable] {
    var all = all(of: template)
    guard all.count > 1, all.contains(where: { $0.variable.defaultText != nil }) else { return all }
    let texts = Dictionary(
      all.compactMap { found in found.variable.defaultText.map { (found.variable.name, $0) } }, uniquingKeysWith: { first, _ in first })
    for index in all.indices { all[index].variable.defaultText = texts[all[index].variable.name] }
    return all
  }
}

/// A variable `${B}` at the start of a target is part of its path. A URL in it is a mistake.
extension TargetVariable {
  package static func isWholeURL(_ value: String) -> Bool { value.hasPrefix("https://") || value.hasPrefix("http://") }

  package static func wholeURL(_ name: String) -> String {
    "the variable '\(name)' is a whole URL, but the target is joined to 'base'; write the URL itself, or 'https://${HOST}/…'"
  }

  /// Returns the variable at the start of a target.
  package static func head(of target: TargetModel) -> String? {
    if case .variable(let name)? = target.template.parts.first { name } else { nil }
  }
}
