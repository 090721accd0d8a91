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

  /// The type of a parameter of a function.
  enum Parameter: Sendable {
    case any, number, string, array, object, expression
    case numbers, strings, numbersOrStrings
    case stringOrArray, stringArrayOrObject

    var noun: String {
      switch self {
      case .any: "a value"
      case .number: "a number"
      case .string: "a string"
      case .array: "an array"
      case .object: "an object"
      case .expression: "an expression ('&…')"
      case .numbers: "an array of numbers"
      case .strings: "an array of strings"
      case .numbersOrStrings: "an array of numbers or of strings"
      case .stringOrArray: "a string or an array"
      case .stringArrayOrObject: "a string, an array or an object"
      }
    }
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
}
