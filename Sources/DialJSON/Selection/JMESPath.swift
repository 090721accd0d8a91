/// A compiled JMESPath expression (https://jmespath.org/specification.html).
///
/// ```swift
/// let names = try JMESPath("data.list[?age > `30`].name")
/// try names.select(json)        // ["Ann"]
/// ```
///
/// Numbers are compared by their exact value and keep their digits. Strings are compared by Unicode scalars.
public struct JMESPath: Sendable, Hashable {
  /// The text of the expression.
  public let text: String
  let root: Expression
  /// The steps of a plain path; nil for every other expression.
  let steps: [JSONPath.Step]?

  /// Reads an expression. Throws ``JMESPathError`` with the place.
  public init(_ text: String) throws(JMESPathError) {
    self.text = text
    var parser = ExpressionParser(try ExpressionLexer(text).tokens)
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
  /// wrong type, or if the result would be too large.
  public func select(_ json: JSON) throws(JSONError) -> JSON {
    try select(json, SelectionBudget())
  }

  package func select(_ json: JSON, _ budget: SelectionBudget) throws(JSONError) -> JSON {
    if let steps, !budget.takesSingles { return json.follow(steps).orNull }
    return try root.evaluate(json, budget).orNull
  }

  /// Whether this is a plain path of members and indices, `data.list[0]."a b"`.
  public var isPath: Bool { steps != nil }

  /// Returns the first step that finds nothing or null, such as `list` or `[3]`; nil if there is a value. For an expression that is not a
  /// plain path, this is the whole text.
  public func firstMissing(in json: JSON) -> String? {
    guard let steps else {
      return (try? root.evaluate(json, SelectionBudget()))?.isNothing == false ? nil : text
    }
    var json = json
    for step in steps {
      json = json.follow([step])
      if json.isNothing { return step.text }
    }
    return steps.isEmpty && json.isNothing ? text : nil
  }

  /// Returns what the expression selects. Throws ``JSONError`` (``JSONError/Kind/missing``) with the first step that is missing or null.
  public func require(in json: JSON) throws(JSONError) -> JSON {
    guard let steps else {
      let found = try root.evaluate(json, SelectionBudget())
      if found.isNothing { throw JSONError(.missing, "'\(text)' selects nothing", path: text) }
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

  /// Returns the first missing step of a plain path: `'next' is missing in 'meta'`; nil if there is a value or a null on the path.
  package func absence(in json: JSON) -> JSONError? {
    var json = json
    for step in steps ?? [] {
      if json.isNull { return nil }
      json = json.follow([step])
      if let error = JSON.absence(of: json) { return error }
    }
    return nil
  }

  /// The members of a plain path; nil for other expressions.
  package var memberNames: [String]? {
    guard let steps else { return nil }
    let names = steps.compactMap { step in if case .member(let name) = step { name } else { nil } }
    return names.count == steps.count ? names : nil
  }

  /// The names that are probably meant as something else: the compared ones `"done"` and `done`, `true` anywhere, `length` after a pipe.
  package var likelyValues: [LikelyValue] {
    guard !isPath, let tokens = try? ExpressionLexer(text).tokens else { return [] }
    return tokens.indices.flatMap { index in
      var found: [LikelyValue] = []
      if case .name(let word) = tokens[index].kind, index == 0 || tokens[index - 1].kind != .dot, !tokens[index + 1].continuesPath {
        if let literal = LikelyValue.literals[word], tokens[index + 1].kind != .colon {
          found.append(LikelyValue(word, .literal(literal), range(of: tokens[index])))
        } else if index > 0, tokens[index - 1].kind == .pipe, [.pipe, .end].contains(tokens[index + 1].kind) {
          found.append(LikelyValue(word, .stage, range(of: tokens[index])))
        }
      }
      guard case .compare(let comparison) = tokens[index].kind, index > 0 else { return found }
      let right = tokens[index + 1]
      let isPath = index + 2 < tokens.count && tokens[index + 2].continuesPath
      switch right.kind {
      case .quoted(let name) where !isPath:
        // A string on the other side shows that a name is meant.
        if case .literal = tokens[index - 1].kind { break }
        found.append(LikelyValue(name, .text, range(of: right)))
      case .name(let word) where !isPath && LikelyValue.literals[word] == nil && (comparison == .equal || comparison == .unequal):
        guard case .name(let last) = tokens[index - 1].kind else { break }
        let isUsed = tokens.contains { $0.kind == .name(word) && $0.offset != right.offset }
        let kind = !isUsed && LikelyValue.isState(word, of: last) ? LikelyValue.Kind.word : .name(besides: root(tokens, index - 1))
        found.append(LikelyValue(word, kind, range(of: right)))
      default: break
      }
      return found
    }
  }

  /// The range of a token in bytes.
  private func range(of token: ExpressionToken) -> Range<Int> {
    let start = text.unicodeScalars.prefix(token.offset).reduce(0) { $0 + String($1).utf8.count }
    return start..<(start + token.text.utf8.count)
  }

  /// Returns `a` for the path `a.b` that ends at a token; nil if it does not begin at the value itself.
  private func root(_ tokens: [ExpressionToken], _ end: Int) -> String? {
    var start = end
    while start > 1, tokens[start - 1].kind == .dot, case .name = tokens[start - 2].kind { start -= 2 }
    let isOuter = tokens[..<start].allSatisfy { ![.dot, .pipe, .leftBracket, .filter, .leftBrace, .flatten].contains($0.kind) }
    guard isOuter, case .name(let root) = tokens[start].kind else { return nil }
    return root
  }

  /// The names of members of the value itself, without duplicates: `state` in `state == 'done'`.
  package var outerNames: [String] {
    guard let tokens = try? ExpressionLexer(text).tokens else { return [] }
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

extension JSON {
  /// Selects with a JMESPath expression: `json["data.list[*].name"]`. If nothing is found or the expression is invalid, the result is an
  /// absent value, whose error (``absence(of:)``, `decode`) says why.
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

/// An error in an expression.
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

/// A word that JMESPath reads as the name of a member, although a value or a function is probably meant.
package struct LikelyValue {
  package enum Kind: Equatable {
    /// A text in double quotes.
    case text
    /// `true`, `false` or `null`, also in the spelling of Python.
    case literal(String)
    /// A word that is compared with a state: `state == done`.
    case word
    /// A word that is compared with a path from this member; it may be a member, too.
    case name(besides: String?)
    /// A name that is all between two pipes.
    case stage
  }

  static let literals = ["true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null"]

  package let name: String
  package let kind: Kind
  /// The range in the expression, in bytes.
  package let range: Range<Int>

  init(_ name: String, _ kind: Kind, _ range: Range<Int>) {
    (self.name, self.kind, self.range) = (name, kind, range)
  }

  /// The ends of the names of members whose values are words.
  private static let states = [
    "state", "status", "phase", "stage", "kind", "type", "level", "role", "mode", "result", "outcome", "severity", "priority", "visibility",
    "category",
  ]
  /// The beginnings of names of members that a state can be compared with.
  private static let references = [
    "expected", "target", "wanted", "desired", "previous", "current", "last", "next", "goal", "other", "old", "new", "initial", "final",
    "requested", "actual", "default",
  ]

  /// Whether `status == succeeded` compares a state with a word: `status == lastStatus` and `status == expected` compare two members.
  static func isState(_ word: String, of member: String) -> Bool {
    let (member, lower) = (member.lowercased(), word.lowercased())
    guard let state = states.first(where: member.hasSuffix), !lower.contains(state) else { return false }
    return !references.contains(where: lower.hasPrefix)
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
