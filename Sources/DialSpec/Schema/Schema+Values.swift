import DialBuild
import DialJSON

extension Schema {
  static let anything = Schema(Kind.any)

  /// A text, even if it looks like a number, a Boolean or null.
  static let text = Schema(Kind.text)

  static func text(_ pattern: String, _ message: String) -> Schema { text.form(pattern, message) }

  /// A text that cannot be read as a number, because of its pattern.
  static func word(_ pattern: String, _ message: String) -> Schema {
    Schema([.string], [("errorMessage", .string(message))]).form(pattern, message)
  }

  static func words(_ table: WordTable) -> Schema { words(table.words) }

  static func words(_ words: [String]) -> Schema {
    let numbers = words.compactMap(JSON.number)
    return Schema(numbers.isEmpty ? [.string] : [.string, .number], [("enum", .array(words.map(JSON.string) + numbers))])
  }

  static let bool = Schema([.boolean])

  /// An integer, with or without quotes.
  static func integer(from minimum: Int) -> Schema {
    Schema([.integer, .string], [("minimum", JSON(minimum))])
      .form(SchemaPattern.whole, "expected an integer of at least \(minimum)")
  }

  /// A number, with or without quotes.
  static let number = Schema([.number, .string]).form(SchemaPattern.anyNumber, "expected a number")

  static let numberOrSize = Schema([.number, .string])
    .form(SchemaPattern.numberOrSize, "expected a number, or a size such as 512B, 10KB, 1.5MB, 64KiB or 1GiB")

  static let duration = word(SchemaPattern.duration, "expected a duration such as 500ms, 30s, 1.5m, 2h or 1d")
    .examples("500ms", "10s", "30s", "5m")

  static let timeout = word(SchemaPattern.timeout, "expected a duration longer than zero, such as 500ms, 30s, 1.5m, 2h or 1d")
    .examples("500ms", "10s", "30s", "5m")

  static let size = word(SchemaPattern.size, "expected a size such as 512B, 10KB, 1.5MB, 64KiB or 1GiB").examples("64KiB", "10MB")

  static let path = text(SchemaPattern.path, "expected a file inside the folder of the spec")

  static let jmesPath = text

  /// `200`, `2xx`, `any`, or a list of these.
  static let statuses = status(SchemaPattern.status, "expected a status: 200, a class such as 2xx, or any").orList.with("minItems", 1)

  /// `503`, `5xx`, `network`, or a list of these.
  static let causes = status(SchemaPattern.cause, "expected a status, a class such as 5xx, or network").orList

  private static func status(_ pattern: String, _ message: String) -> Schema {
    Schema([.string, .integer], [("minimum", 100), ("maximum", 599), ("errorMessage", .string(message))]).form(pattern, message)
  }

  var orList: Schema { or(Self.list(of: self)) }

  static func list(of item: Schema) -> Schema { Schema([.array], [("items", item.json)]) }

  func form(_ pattern: String, _ message: String) -> Schema {
    with("pattern", .string(pattern)).with("patternErrorMessage", .string(message))
  }

  /// A mapping from any names, or names with a pattern, to values.
  static func names(_ form: (pattern: String, message: String)? = nil, to value: Schema, free: Bool = false) -> Schema {
    var members: [(String, JSON)] = []
    if let form {
      members.append(
        ("propertyNames", .object([("pattern", .string(form.pattern)), ("patternErrorMessage", .string(form.message))])))
    }
    if free { members.append(("patternProperties", Self.freeKeys)) }
    return Schema([.object], members + [("additionalProperties", value.json)])
  }

  fileprivate static var freeKeys: JSON { .object([("^x-", .object([]))]) }
}

extension KeyTable {
  /// A mapping with exactly these keys, and those that begin with `x-`. A key without a schema has the definition of its name.
  func schema(_ given: KeyValuePairs<String, Schema>) -> Schema { schema(Array(given)) }

  func schema(_ given: [(key: String, value: Schema)]) -> Schema {
    let others = keys.filter { key in !given.contains { $0.key == key } }
    let properties = given.map { ($0.key, $0.value.json) } + others.map { ($0, Schema.reference($0).json) }
    return Schema(
      [.object], [("properties", .object(properties)), ("patternProperties", Schema.freeKeys), ("additionalProperties", false)])
  }
}
