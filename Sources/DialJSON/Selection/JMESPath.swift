/// A compiled JMESPath expression (https://jmespath.org/specification.html), the whole language.
///
/// ```swift
/// let names = try JMESPath("data.list[?age > `30`].name")
/// try names.select(json)        // ["Ann"]
/// ```
///
/// Numbers are compared by their exact value and keep their digits on the way through. Strings are compared and sorted
/// by Unicode scalars; `<` and its kin take two numbers or two strings, and give null for all else. What is known
/// without a value is checked when the expression is made: the names of functions and how many arguments they take.
public struct JMESPath: Sendable, Hashable {
  /// The text of the expression.
  public let text: String
  let root: Expression
  /// The steps of a plain path; nil for every other expression.
  let steps: [JSONPath.Step]?

  /// Reads an expression. Throws ``JMESPathError`` with the place.
  public init(_ text: String) throws(JMESPathError) {
    self.text = text
    var parser = ExpressionParser(try ExpressionLexer.tokens(text))
    root = try parser.parse()
    steps = root.steps
  }

  /// Equal if the texts are.
  public static func == (a: JMESPath, b: JMESPath) -> Bool {
    ExactName(a.text) == ExactName(b.text)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactName(text))
  }

  /// Returns what the expression selects, or null. Throws ``JSONError`` (``JSONError/Kind/selection``) if an argument of a function has a
  /// wrong type.
  ///
  /// Throws, too, if the result would be too large for memory, as in `[@,@]|[@,@]|…`.
  public func select(_ json: JSON) throws(JSONError) -> JSON {
    if let steps { return json.follow(steps).orNull }
    return try select(json, SelectionBudget())
  }

  package func select(_ json: JSON, _ budget: SelectionBudget) throws(JSONError) -> JSON {
    if let steps { return json.follow(steps).orNull }
    return try root.evaluate(json, budget).orNull
  }

  /// Whether this is a plain path of members and indices, `data.list[0]."a b"`.
  public var isPath: Bool { steps != nil }

  /// Returns the first step that finds nothing, or null, as in the text: `list` or `[3]`. For other expressions, returns the whole text if
  /// it finds nothing or fails. Returns nil if there is a value.
  ///
  /// ```swift
  /// try JMESPath("data.list[0].id").firstMissing(in: ["data": [:]])   // "list"
  /// ```
  public func firstMissing(in json: JSON) -> String? {
    guard let steps else {
      guard let found = try? root.evaluate(json, SelectionBudget()), !found.isAbsent, !found.isNull else { return text }
      return nil
    }
    var json = json
    for step in steps {
      json = json.follow([step])
      if json.isAbsent || json.isNull { return step.text }
    }
    return steps.isEmpty && (json.isNull || json.isAbsent) ? text : nil
  }

  /// Returns what the expression selects, which must exist and not be null.
  ///
  /// Throws ``JSONError`` (``JSONError/Kind/missing``) with the first missing step: `'list' is missing in 'data'`.
  public func require(in json: JSON) throws(JSONError) -> JSON {
    guard let steps else {
      let found = try root.evaluate(json, SelectionBudget())
      if found.isAbsent || found.isNull { throw JSONError(.missing, "'\(text)' selects nothing", path: text) }
      return found
    }
    var found = json
    for (i, step) in steps.enumerated() {
      let next = found.follow([step])
      if let error = JSON.absence(of: next) { throw error }
      if next.isNull {
        let path = JSONPath(steps: Array(steps[...i])).text
        throw JSONError(.missing, "'\(path)' is null", path: path)
      }
      found = next
    }
    return found
  }

  /// Returns the first missing step of a plain path: `'next' is missing in 'meta'`. Returns nil if there is a value or a null on the
  /// path, and for other expressions.
  package func absence(in json: JSON) -> JSONError? {
    var json = json
    for step in steps ?? [] {
      if json.isNull { return nil }
      json = json.follow([step])
      if let error = JSON.absence(of: json) { return error }
    }
    return nil
  }
}

extension JSON {
  /// Selects with a JMESPath expression: `json["data.list[*].name"]`.
  ///
  /// If nothing is found, the result is an absent value with the path (null for a projection or a function). An invalid expression gives
  /// an absent value, too, whose error (``absence(of:)``, `decode`) says what is wrong.
  public subscript(path: String) -> JSON {
    if let plain = JSONPath(plain: path) { return follow(plain.steps) }
    if case .absent = storage { return missing(.member(path)) }
    do throws(JSONError) {
      let expression = try Self.expression(path)
      if let steps = expression.steps { return follow(steps) }
      let found = try expression.select(self)
      return found.isNull ? missing(.member(path)) : found
    } catch {
      return JSON(.absent(Absence(origin: self, steps: [], reason: error)))
    }
  }

  /// Parses the expression of `json["…"]`, and reports its errors as selection errors.
  private static func expression(_ text: String) throws(JSONError) -> JMESPath {
    do throws(JMESPathError) {
      return try JMESPath(text)
    } catch {
      throw JSONError(.selection, "'\(text)' is not a valid JMESPath expression: \(error)")
    }
  }
}

/// Why an expression cannot be read.
///
/// ```swift
/// do { _ = try JMESPath("a.[") } catch { error.message }   // "expected a value, found the end of the expression"
/// ```
public struct JMESPathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence: lower case, tokens in 'single quotes', no full stop.
  public var message: String
  /// The place in the expression, in Unicode scalars from 0.
  public var offset: Int

  /// An error at this place.
  public init(_ message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The message with its place, counted from 1: `column 4: …`.
  public var description: String { "column \(offset + 1): \(message)" }
}

extension JMESPath {
  /// The members of a plain path; nil for other expressions.
  package var memberNames: [String]? {
    guard let steps else { return nil }
    let names = steps.compactMap { step in if case .member(let name) = step { name } else { nil } }
    return names.count == steps.count ? names : nil
  }

  /// Names in double quotes that are compared with something that is not a string, such as `state == "done"`. They are probably meant as
  /// strings, which need single quotes.
  ///
  /// Each has its range in the text, in bytes.
  package var likelyTexts: [(name: String, range: Range<Int>)] {
    guard text.utf8.contains(UInt8(ascii: "\"")), let tokens = try? ExpressionLexer.tokens(text) else { return [] }
    return tokens.indices.dropFirst().dropLast(2).compactMap { index in
      guard case .compare = tokens[index].kind, case .quoted(let name) = tokens[index + 1].kind else { return nil }
      // A string on the other side, or a step after it, shows that a name is meant.
      if case .literal = tokens[index - 1].kind { return nil }
      switch tokens[index + 2].kind {
      case .dot, .leftBracket, .flatten, .filter, .leftParenthesis: return nil
      default: break
      }
      let start = text.unicodeScalars.prefix(tokens[index + 1].offset).reduce(0) { $0 + String($1).utf8.count }
      return (name, start..<(start + tokens[index + 1].text.utf8.count))
    }
  }

  /// The words `true`, `false` and `null` in comparisons, which name members in JMESPath; literals are in backquotes.
  package var likelyLiterals: [String] {
    guard let tokens = try? ExpressionLexer.tokens(text) else { return [] }
    var words: [String] = []
    for (index, token) in tokens.enumerated() {
      guard case .name(let word) = token.kind, ["true", "false", "null"].contains(word), !words.contains(word) else { continue }
      let before = index > 0 ? tokens[index - 1].kind : .end
      let after = index + 1 < tokens.count ? tokens[index + 1].kind : .end
      switch (before, after) {
      case (.dot, _), (_, .dot), (_, .leftBracket), (_, .leftParenthesis): continue
      case (.compare, _), (_, .compare): words.append(word)
      default: continue
      }
    }
    return words
  }

  /// The names of members of the value itself, without duplicates: `state` in `state == 'done'`.
  package var outerNames: [String] {
    guard let tokens = try? ExpressionLexer.tokens(text) else { return [] }
    var names: [String] = []
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      // After a pipe, names belong to another value.
      case .pipe: return names
      case .leftBracket, .filter, .leftBrace: depth += 1
      case .rightBracket, .rightBrace: depth -= 1
      case .name(let name), .quoted(let name):
        let isInside = index > 0 && tokens[index - 1].kind == .dot
        let isCall = index + 1 < tokens.count && tokens[index + 1].kind == .leftParenthesis
        if depth == 0, !isInside, !isCall, !names.contains(name) { names.append(name) }
      default: break
      }
    }
    return names
  }
}

/// The tree of an expression. The parser limits its depth, so that evaluating and releasing it can recurse.
indirect enum Expression: Sendable {
  case current
  case literal(JSON)
  case field(String)
  case index(Int)
  case slice(start: Int?, stop: Int?, step: Int)
  /// Applies the second to the result of the first, `a.b` or `a[0]`: null stays null.
  case then(Expression, Expression)
  /// The same as `then`, but null is passed on: `a | b`.
  case pipe(Expression, Expression)
  case flatten(Expression)
  /// Applies the second to each element of the array that the first returns; nulls are omitted.
  case project(Expression, Expression)
  /// The same as `project`, for the values of an object.
  case projectValues(Expression, Expression)
  /// The same as `project`, for the elements for which the condition is true.
  case filter(Expression, condition: Expression, Expression)
  case or(Expression, Expression)
  case and(Expression, Expression)
  case not(Expression)
  case compare(Comparison, Expression, Expression)
  case list([Expression])
  case hash([(String, Expression)])
  case call(JMESPathFunction, [Expression])
  /// `&expression`, an argument of a function.
  case reference(Expression)

  /// The comparisons.
  enum Comparison: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// The steps of a plain path; nil for everything else.
  var steps: [JSONPath.Step]? {
    var steps: [JSONPath.Step] = []
    return collect(into: &steps) ? steps : nil
  }

  private func collect(into steps: inout [JSONPath.Step]) -> Bool {
    switch self {
    case .current: return true
    case .field(let name):
      steps.append(.member(name))
      return true
    case .index(let index):
      steps.append(.index(index))
      return true
    case .then(let first, let second): return first.collect(into: &steps) && second.collect(into: &steps)
    default: return false
    }
  }
}
