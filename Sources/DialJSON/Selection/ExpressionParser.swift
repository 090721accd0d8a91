/// Reads an expression by operator precedence, as the reference implementation (jmespath.py) does.
struct ExpressionParser {
  /// The greatest depth of an expression and of its tree.
  static let maxDepth = 200

  private let tokens: [ExpressionToken]
  private var at = 0
  private var depth = 0

  init(_ tokens: [ExpressionToken]) {
    self.tokens = tokens
  }

  mutating func parse() throws(JMESPathError) -> Expression {
    if tokens.count == 1 { throw JMESPathError("the expression is empty", offset: 0) }
    let expression = try expression(0)
    guard token.kind == .end else { throw unexpected("the end of the expression") }
    return expression
  }

  private var token: ExpressionToken { tokens[at] }
  private var following: ExpressionToken { tokens[min(at + 1, tokens.count - 1)] }

  private mutating func advance() { at = min(at + 1, tokens.count - 1) }

  private func unexpected(_ wanted: String, at place: ExpressionToken? = nil) -> JMESPathError {
    let token = place ?? token
    return JMESPathError("expected \(wanted), found \(token.found)", offset: token.offset)
  }

  private mutating func match(_ kind: ExpressionToken.Kind, _ wanted: String) throws(JMESPathError) {
    guard token.kind == kind else { throw unexpected(wanted) }
    advance()
  }

  private mutating func expression(_ power: Int) throws(JMESPathError) -> Expression {
    let outer = depth
    defer { depth = outer }
    try deepen()
    var left = try prefix()
    while power < token.power {
      // Every suffix adds a node on top of the tree.
      try deepen()
      left = try suffix(left)
    }
    return left
  }

  private mutating func deepen() throws(JMESPathError) {
    depth += 1
    if depth > Self.maxDepth { throw JMESPathError("the expression is nested too deeply", offset: token.offset) }
  }

  private mutating func prefix() throws(JMESPathError) -> Expression {
    let first = token
    advance()
    switch first.kind {
    case .literal(let json): return .literal(json)
    case .name(let name): return token.kind == .leftParenthesis ? try call(name, first.offset) : .field(name)
    case .quoted(let name):
      if token.kind == .leftParenthesis {
        throw JMESPathError("a function name cannot be quoted", offset: first.offset)
      }
      return .field(name)
    case .current: return .current
    case .star: return .projectValues(.current, token.kind == .rightBracket ? .current : try projected(20))
    case .filter: return try filter(.current)
    case .flatten: return .project(.flatten(.current), try projected(9))
    case .not: return .not(try expression(45))
    case .leftBrace: return try hash()
    case .leftParenthesis:
      let inner = try expression(0)
      try match(.rightParenthesis, "')'")
      return inner
    case .leftBracket:
      if isIndex(token) { return try index(.current) }
      return token.kind == .star && following.kind == .rightBracket ? try elements(.current) : try list()
    case .number: throw JMESPathError("a number must be in backquotes; write `\(first.text)`", offset: first.offset)
    default: throw unexpected("a value", at: first)
    }
  }

  private mutating func suffix(_ left: Expression) throws(JMESPathError) -> Expression {
    let suffix = token
    advance()
    switch suffix.kind {
    case .dot:
      if token.kind == .star {
        advance()
        return .projectValues(left, try projected(20))
      }
      return .then(left, try member(40))
    case .pipe: return .pipe(left, try expression(1))
    case .or: return .or(left, try expression(2))
    case .and: return .and(left, try expression(3))
    case .compare(let comparison): return .compare(comparison, left, try expression(5))
    case .flatten: return .project(.flatten(left), try projected(9))
    case .filter: return try filter(left)
    case .leftBracket: return isIndex(token) ? try index(left) : try elements(left)
    default: throw unexpected("an operator", at: suffix)
    }
  }

  private func isIndex(_ token: ExpressionToken) -> Bool {
    if case .number = token.kind { true } else { token.kind == .colon }
  }

  /// Parses `[*]` after its bracket.
  private mutating func elements(_ left: Expression) throws(JMESPathError) -> Expression {
    try match(.star, "an index, a slice or '*'")
    try match(.rightBracket, "']'")
    return .project(left, try projected(20))
  }

  /// Parses `[?condition]` after its bracket.
  private mutating func filter(_ left: Expression) throws(JMESPathError) -> Expression {
    let condition = try expression(0)
    try match(.rightBracket, "']'")
    return .filter(left, condition: condition, token.kind == .flatten ? .current : try projected(21))
  }

  /// Parses `[0]`, or `[0:1:2]`, which projects, after its bracket.
  private mutating func index(_ left: Expression) throws(JMESPathError) -> Expression {
    var parts: [Int?] = [nil]
    let start = token.offset
    while token.kind != .rightBracket {
      if token.kind == .colon, parts.count < 3 {
        parts.append(nil)
      } else if case .number(let value) = token.kind, parts[parts.count - 1] == nil {
        parts[parts.count - 1] = value
      } else {
        throw unexpected("']'")
      }
      advance()
    }
    advance()
    if parts.count == 1, let index = parts[0] { return .then(left, .index(index)) }
    let step = parts.count == 3 ? parts[2] ?? 1 : 1
    if step == 0 { throw JMESPathError("the step of a slice cannot be 0", offset: start) }
    return .project(.then(left, .slice(start: parts[0], stop: parts[1], step: step)), try projected(20))
  }

  /// Parses what a projection applies to each element.
  private mutating func projected(_ power: Int) throws(JMESPathError) -> Expression {
    if token.power < 10 { return .current }
    switch token.kind {
    case .leftBracket, .filter: return try expression(power)
    case .dot:
      advance()
      return try member(power)
    default: throw unexpected("'.', '[' or an operator")
    }
  }

  /// Parses what can follow a dot.
  private mutating func member(_ power: Int) throws(JMESPathError) -> Expression {
    switch token.kind {
    case .name, .quoted, .star: return try expression(power)
    case .leftBracket:
      advance()
      return try list()
    case .leftBrace:
      advance()
      return try hash()
    default: throw unexpected("a name, '*', '[' or '{' after '.'")
    }
  }

  private mutating func list() throws(JMESPathError) -> Expression {
    var items = [try expression(0)]
    while token.kind == .comma {
      advance()
      items.append(try expression(0))
    }
    try match(.rightBracket, "',' or ']'")
    return .list(items)
  }

  private mutating func hash() throws(JMESPathError) -> Expression {
    var members: [(String, Expression)] = []
    repeat {
      if !members.isEmpty { advance() }
      switch token.kind {
      case .name(let name), .quoted(let name):
        advance()
        try match(.colon, "':'")
        members.append((name, try expression(0)))
      default: throw unexpected("a name")
      }
    } while token.kind == .comma
    try match(.rightBrace, "',' or '}'")
    return .hash(members)
  }

  private mutating func call(_ name: String, _ offset: Int) throws(JMESPathError) -> Expression {
    advance()
    var arguments: [Expression] = []
    while token.kind != .rightParenthesis {
      if !arguments.isEmpty { try match(.comma, "',' or ')'") }
      if token.kind == .reference {
        advance()
        arguments.append(.reference(try expression(0)))
      } else {
        arguments.append(try expression(0))
      }
    }
    advance()
    return .call(try JMESPathFunction.named(name, arguments: arguments.count, offset: offset), arguments)
  }
}

/// Cuts an expression into tokens (the grammar of https://jmespath.org/specification.html#grammar).
struct ExpressionLexer {
  private let text: [Unicode.Scalar]
  private var at = 0
  /// The tokens of the text, the last of which is `end`.
  private(set) var tokens: [ExpressionToken] = []

  init(_ text: String) throws(JMESPathError) {
    self.text = Array(text.unicodeScalars)
    while at < self.text.count { try token() }
    tokens.append(ExpressionToken(kind: .end, offset: at, text: ""))
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    at + distance < text.count ? text[at + distance] : nil
  }

  private mutating func add(_ kind: ExpressionToken.Kind, _ length: Int) { add(kind, length, written(at, at + length)) }

  private mutating func add(_ kind: ExpressionToken.Kind, _ length: Int, _ written: String) {
    tokens.append(ExpressionToken(kind: kind, offset: at, text: written))
    at += length
  }

  private func written(_ start: Int, _ end: Int) -> String {
    if end - start == 1 { return String(text[start]) }
    var bytes: [UInt8] = []
    for scalar in text[start..<min(end, text.count)] { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func token() throws(JMESPathError) {
    let scalar = text[at]
    switch scalar {
    case " ", "\t", "\n", "\r": at += 1
    case ".": add(.dot, 1)
    case "*": add(.star, 1)
    case ",": add(.comma, 1)
    case ":": add(.colon, 1)
    case "@": add(.current, 1)
    case "(": add(.leftParenthesis, 1)
    case ")": add(.rightParenthesis, 1)
    case "]": add(.rightBracket, 1)
    case "{": add(.leftBrace, 1)
    case "}": add(.rightBrace, 1)
    case "[":
      switch peek(1) {
      case "]": add(.flatten, 2)
      case "?": add(.filter, 2)
      default: add(.leftBracket, 1)
      }
    case "|": peek(1) == "|" ? add(.or, 2) : add(.pipe, 1)
    case "&": peek(1) == "&" ? add(.and, 2) : add(.reference, 1)
    case "!": peek(1) == "=" ? add(.compare(.unequal), 2) : add(.not, 1)
    case "<": peek(1) == "=" ? add(.compare(.lessOrEqual), 2) : add(.compare(.less), 1)
    case ">": peek(1) == "=" ? add(.compare(.greaterOrEqual), 2) : add(.compare(.greater), 1)
    case "=":
      guard peek(1) == "=" else { throw JMESPathError("'=' is not an operator; to compare, use '=='", offset: at) }
      add(.compare(.equal), 2)
    case "'": try raw()
    case "`": try literal()
    case "\"": try quoted()
    case "-", "0"..."9": try number()
    case "_", "a"..."z", "A"..."Z":
      var length = 1
      while let next = peek(length), JSONPath.isNamePart(next) { length += 1 }
      let name = written(at, at + length)
      add(.name(name), length, name)
    default: throw JMESPathError("unexpected character '\(scalar)'", offset: at)
    }
  }

  private mutating func number() throws(JMESPathError) {
    var length = 1
    while let next = peek(length), ("0"..."9").contains(next) { length += 1 }
    let digits = written(at, at + length)
    guard digits != "-" else { throw JMESPathError("expected a digit after '-'", offset: at) }
    guard let value = Int(digits) else { throw JMESPathError("'\(digits)' is out of range", offset: at) }
    add(.number(value), length)
  }

  /// Returns the length of the token up to its closing quote; a backslash escapes the next scalar.
  private func closing(_ quote: Unicode.Scalar, _ what: String) throws(JMESPathError) -> Int {
    var length = 1
    while let next = peek(length), next != quote { length += next == "\\" ? 2 : 1 }
    guard peek(length) == quote else { throw JMESPathError("\(what) is not closed", offset: at) }
    return length + 1
  }

  /// Returns the text of the token between its quotes: only the quote can be escaped; any other backslash is text.
  private func content(_ length: Int, _ quote: Unicode.Scalar) -> String {
    var value = String.UnicodeScalarView()
    var i = at + 1
    while i < at + length - 1 {
      if text[i] == "\\" {
        if text[i + 1] != quote { value.append("\\") }
        i += 1
      }
      value.append(text[i])
      i += 1
    }
    return String(value)
  }

  /// `'…'`: a string.
  private mutating func raw() throws(JMESPathError) {
    let length = try closing("'", "the string in single quotes")
    add(.literal(.string(content(length, "'"))), length)
  }

  /// `"…"`: a JSON string as a name.
  private mutating func quoted() throws(JMESPathError) {
    let length = try closing("\"", "the name in double quotes")
    guard let name = (try? JSON(parsing: written(at, at + length)))?.asString else {
      throw JMESPathError("the name in double quotes is not a JSON string", offset: at)
    }
    add(.quoted(name), length)
  }

  /// `` `…` ``: a JSON value in which a backquote is escaped; the deprecated form without quotes is a string.
  private mutating func literal() throws(JMESPathError) {
    let length = try closing("`", "the literal in backquotes")
    let source = content(length, "`")
    guard let json = (try? JSON(parsing: source)) ?? Self.bare(source) else {
      throw JMESPathError("the literal in backquotes is not valid JSON", offset: at)
    }
    add(.literal(json), length)
  }

  /// The deprecated literal: a string without its quotes.
  private static func bare(_ source: String) -> JSON? {
    let text = source.unicodeScalars.drop { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    guard let first = text.first, !["[", "{", "\""].contains(first) else { return nil }
    return try? JSON(parsing: "\"" + String(text) + "\"")
  }
}

extension JSONPath {
  static func isStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return false }
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return isStart(byte) || byte.isDigit
  }
}

/// A token of an expression and its position (in Unicode scalars).
struct ExpressionToken: Sendable {
  enum Kind: Sendable, Hashable {
    case name(String)
    case quoted(String)
    case literal(JSON)
    case number(Int)
    case compare(Expression.Comparison)
    case dot, star, comma, colon, current, reference, not, or, and, pipe
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    /// `[]` and `[?`.
    case flatten, filter
    case end
  }

  let kind: Kind
  let offset: Int
  /// The text of the token, for messages.
  let text: String

  /// The binding power of a token to its left, as in the reference implementation.
  var power: Int {
    switch kind {
    case .pipe: 1
    case .or: 2
    case .and: 3
    case .compare: 5
    case .flatten: 9
    case .star: 20
    case .filter: 21
    case .dot: 40
    case .not: 45
    case .leftBrace: 50
    case .leftBracket: 55
    case .leftParenthesis: 60
    default: 0
    }
  }

  /// Whether a name before this token is not the whole operand.
  var continuesPath: Bool { [.dot, .leftBracket, .flatten, .filter, .leftParenthesis].contains(kind) }

  /// The token in a message.
  var found: String {
    kind == .end ? "the end of the expression" : "'\(text)'"
  }
}
