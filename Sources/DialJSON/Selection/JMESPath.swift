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

  /// Whether this is just a way of members and indices, `data.list[0]."a b"`.
  public var isPath: Bool { steps != nil }

  /// The first step that finds nothing, or null, as it is written: `list` or `[3]`. For an expression that is no plain
  /// path the whole text if it finds nothing or null, or fails. Nil if the value is there.
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
