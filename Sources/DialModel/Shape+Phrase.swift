extension Shape {
  /// The type in a sentence.
  package var phrase: String {
    switch self {
    case .string: "a string"
    case .int: "an integer"
    case .int64: "an integer"
    case .uint64: "an unsigned integer"
    case .double: "a number"
    case .decimal: "a number"
    case .bool: "true or false"
    case .date: "a date and time such as 2024-01-31T10:00:00Z"
    case .day: "a date such as 2024-01-31"
    case .data: "base64 data"
    case .url: "a URL"
    case .uuid: "a UUID"
    case .file: "a file"
    default: spelling
    }
  }

  /// The names of types in other languages, and the types of Dial.
  package static let elsewhere = [
    "integer": "Int", "int32": "Int", "long": "Int64", "number": "Double", "float": "Double", "boolean": "Bool", "str": "String",
    "text": "String", "object": "JSON", "any": "JSON", "map": "JSON", "dict": "JSON", "datetime": "Date", "timestamp": "Date",
    "bytes": "Data", "binary": "Data", "uri": "URL", "null": "Void", "none": "Void",
  ]

  /// Returns the type that a word of another language means; nil if unknown.
  static func type(meantBy word: String) -> String? {
    let lower = word.lowercased()
    return elsewhere[lower] ?? builtins.first { $0.name.lowercased() == lower }?.name
  }
}
