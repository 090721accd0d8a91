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

  private func unexpected(_ wanted: String) -> JMESPathError {
    JMESPathError("expected \(wanted), found \(token.found)", offset: token.offset)
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

  // MARK: What begins an expression

  private mutating func prefix() throws(JMESPathError) -> Expression {
    let first = token
    switch first.kind {
    case .literal(let json):
      advance()
      return .literal(json)
    case .name(let name):
      advance()
      return token.kind == .leftParenthesis ? try call(name, first.offset) : .field(name)
    case .quoted(let name):
      advance()
      if token.kind == .leftParenthesis {
        throw JMESPathError("a function name cannot be quoted", offset: first.offset)
      }
      return .field(name)
    case .current:
      advance()
      return .current
    case .star:
      advance()
      return .projectValues(.current, token.kind == .rightBracket ? .current : try projected(20))
    case .filter: return try filter(.current)
    case .flatten:
      advance()
      return .project(.flatten(.current), try projected(9))
    case .not:
      advance()
      return .not(try expression(45))
    case .leftBrace:
      advance()
      return try hash()
    case .leftParenthesis:
      advance()
      let inner = try expression(0)
      try match(.rightParenthesis, "')'")
      return inner
    case .leftBracket:
      if isIndex(following) { return try index(.current) }
      if following.kind == .star, tokens[min(at + 2, tokens.count - 1)].kind == .rightBracket {
        return try elements(.current)
      }
      advance()
      return try list()
    case .number: throw JMESPathError("a number must be in backquotes; write `\(first.text)`", offset: first.offset)
    default: throw unexpected("a value")
    }
  }

  // MARK: What goes on with an expression

  private mutating func suffix(_ left: Expression) throws(JMESPathError) -> Expression {
    switch token.kind {
    case .dot:
      advance()
      if token.kind == .star {
        advance()
        return .projectValues(left, try projected(20))
      }
      return .then(left, try member(40))
    case .pipe:
      advance()
      return .pipe(left, try expression(1))
    case .or:
      advance()
      return .or(left, try expression(2))
    case .and:
      advance()
      return .and(left, try expression(3))
    case .compare(let comparison):
      advance()
      return .compare(comparison, left, try expression(5))
    case .flatten:
      advance()
      return .project(.flatten(left), try projected(9))
    case .filter: return try filter(left)
    case .leftBracket: return isIndex(following) ? try index(left) : try elements(left)
    default: throw unexpected("an operator")
    }
  }

  private func isIndex(_ token: ExpressionToken) -> Bool {
    if case .number = token.kind { true } else { token.kind == .colon }
  }

  /// Parses `[*]` after an expression.
  private mutating func elements(_ left: Expression) throws(JMESPathError) -> Expression {
    advance()
    try match(.star, "an index, a slice or '*'")
    try match(.rightBracket, "']'")
    return .project(left, try projected(20))
  }

  /// Parses `[?condition]` after an expression.
  private mutating func filter(_ left: Expression) throws(JMESPathError) -> Expression {
    advance()
    let condition = try expression(0)
    try match(.rightBracket, "']'")
    return .filter(left, condition: condition, token.kind == .flatten ? .current : try projected(21))
  }

  /// `[0]`, or `[0:1:2]`, which projects.
  private mutating func index(_ left: Expression) throws(JMESPathError) -> Expression {
    advance()
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
