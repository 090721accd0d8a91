extension Shape {
  /// The type in a sentence.
  package var phrase: String {
    switch self {
    case .string: "a String"
    case .int: "an Int"
    case .int64: "an Int64"
    case .uint64: "a UInt64"
    case .double: "a Double"
    case .decimal: "a Decimal"
    case .bool: "a Bool, true or false"
    case .date: "a Date such as 2024-01-31T10:00:00Z"
    case .day: "a Day such as 2024-01-31"
    case .data: "Data, as base64"
    case .url: "a URL"
    case .uuid: "a UUID"
    case .file: "a File"
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
