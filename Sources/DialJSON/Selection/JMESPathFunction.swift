/// The built-in functions (https://jmespath.org/specification.html#built-in-functions).
enum JMESPathFunction: String, Sendable, CaseIterable {
  case abs, avg, ceil, contains, floor, join, keys, length, map, max, merge, min, reverse, sort, sum, type, values
  case endsWith = "ends_with"
  case maxBy = "max_by"
  case minBy = "min_by"
  case notNull = "not_null"
  case sortBy = "sort_by"
  case startsWith = "starts_with"
  case toArray = "to_array"
  case toNumber = "to_number"
  case toString = "to_string"

  /// The type of a parameter of a function, as messages name it.
  enum Parameter: String, Sendable {
    case any = "a value"
    case number = "a number"
    case string = "a string"
    case array = "an array"
    case object = "an object"
    case expression = "an expression ('&…')"
    case numbers = "an array of numbers"
    case strings = "an array of strings"
    case numbersOrStrings = "an array of numbers or of strings"
    case stringOrArray = "a string or an array"
    case stringArrayOrObject = "a string, an array or an object"
  }

  /// The parameters. The last one of `merge` and `not_null` can be repeated.
  var parameters: [Parameter] {
    switch self {
    case .abs, .ceil, .floor: [.number]
    case .avg, .sum: [.numbers]
    case .contains: [.stringOrArray, .any]
    case .endsWith, .startsWith: [.string, .string]
    case .join: [.string, .strings]
    case .keys, .values, .merge: [.object]
    case .length: [.stringArrayOrObject]
    case .map: [.expression, .array]
    case .max, .min, .sort: [.numbersOrStrings]
    case .maxBy, .minBy, .sortBy: [.array, .expression]
    case .notNull, .toArray, .toNumber, .toString, .type: [.any]
    case .reverse: [.stringOrArray]
    }
  }

  var isVariadic: Bool { self == .merge || self == .notNull }

  /// The function of this name, if it takes that many arguments.
  static func named(_ name: String, arguments: Int, offset: Int) throws(JMESPathError) -> JMESPathFunction {
    guard let function = JMESPathFunction(rawValue: name) else {
      throw JMESPathError("unknown function '\(name)'", offset: offset)
    }
    let wanted = function.parameters.count
    guard arguments == wanted || function.isVariadic && arguments > wanted else {
      let minimum = function.isVariadic ? "at least " : ""
      let noun = wanted == 1 ? "argument" : "arguments"
      throw JMESPathError("'\(name)' requires \(minimum)\(wanted) \(noun), not \(arguments)", offset: offset)
    }
    return function
  }

  /// An argument: a value, or an expression to apply to values.
  enum Argument {
    case value(JSON)
    case expression(Expression)

    var json: JSON {
      if case .value(let json) = self { json } else { .null }
    }
  }

  /// Calls the function. Throws ``JSONError`` if an argument has a wrong type.
  func call(_ arguments: [Expression], on json: JSON, _ budget: SelectionBudget) throws(JSONError) -> JSON {
    var given: [Argument] = []
    for (i, argument) in arguments.enumerated() {
      let parameter = parameters[Swift.min(i, parameters.count - 1)]
      if case .reference(let expression) = argument {
        guard parameter == .expression else { throw wrong(i, parameter, "an expression") }
        given.append(.expression(expression))
      } else {
        let found = try argument.evaluate(json, budget).orNull
        let value = parameter == .array ? budget.elements(of: found).map { .array(Array($0)) } ?? found : found
        guard parameter.accepts(value) else { throw wrong(i, parameter, value.asKind.noun) }
        given.append(.value(value))
      }
    }
    return try budget.take(try apply(given, budget))
  }

  private func wrong(_ position: Int, _ parameter: Parameter, _ found: String) -> JSONError {
    let place = parameters.count > 1 || isVariadic ? "argument \(position + 1) of '\(rawValue)'" : "'\(rawValue)'"
    return JSONError(.selection, "\(place) requires \(parameter.rawValue), not \(found)")
  }

  private func apply(_ given: [Argument], _ budget: SelectionBudget) throws(JSONError) -> JSON {
    let first = given[0].json
    let second = given.count > 1 ? given[1].json : .null
    switch self {
    case .abs, .ceil, .floor, .avg, .sum: return try arithmetic(first)
    case .contains, .endsWith, .startsWith, .join, .length, .reverse: return text(first, second)
    case .toArray, .toNumber, .toString, .type: return convert(first)
    case .keys: return .array((first.asObject ?? [:]).map { .string($0.name) })
    case .values: return .array((first.asObject ?? [:]).map(\.value))
    case .merge: return .object(given.flatMap { ($0.json.asObject ?? [:]).map { ($0.name, $0.value) } })
    case .notNull: return given.lazy.map(\.json).first { !$0.isNull } ?? .null
    case .map:
      guard case .expression(let each) = given[0] else { return .null }
      var values: [JSON] = []
      for element in second.asArray ?? [] { values.append(try each.evaluate(element, budget).orNull) }
      return .array(values)
    case .max, .min, .sort: return try order((first.asArray ?? []).map { ($0, $0) })
    case .maxBy, .minBy, .sortBy:
      guard case .expression(let key) = given[1] else { return .null }
      var values: [(key: JSON, value: JSON)] = []
      for element in first.asArray ?? [] { values.append((try key.evaluate(element, budget), element)) }
      return try order(values)
    }
  }

  /// Sorts the values by their keys (stable), or returns the one with the least or greatest key, the first of several.
  private func order(_ values: [(key: JSON, value: JSON)]) throws(JSONError) -> JSON {
    guard JSONOrder.areComparable(values.lazy.map(\.key)) else {
      throw JSONError(.selection, "'\(rawValue)' requires keys that are all numbers or all strings")
    }
    switch self {
    case .sort, .sortBy: return .array(values.sorted { JSONOrder.isLess($0.key, $1.key) }.map(\.value))
    case .max, .maxBy: return values.max { JSONOrder.isLess($0.key, $1.key) }?.value ?? .null
    default: return values.min { JSONOrder.isLess($0.key, $1.key) }?.value ?? .null
    }
  }
}

extension JMESPathFunction.Parameter {
  /// Whether a value has this type.
  func accepts(_ json: JSON) -> Bool {
    switch self {
    case .any: true
    case .number: json.asKind == .number
    case .string: json.asKind == .string
    case .array: json.asKind == .array
    case .object: json.asKind == .object
    case .expression: false
    case .numbers: json.asArray?.allSatisfy { $0.asKind == .number } ?? false
    case .strings: json.asArray?.allSatisfy { $0.asKind == .string } ?? false
    case .numbersOrStrings: Self.numbers.accepts(json) || Self.strings.accepts(json)
    case .stringOrArray: json.asKind == .string || json.asKind == .array
    case .stringArrayOrObject: json.asKind == .object || Self.stringOrArray.accepts(json)
    }
  }
}
