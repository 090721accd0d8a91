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
    case .data: "Data, as base64"
    case .url: "a URL"
    case .uuid: "a UUID"
    case .file: "a File"
    default: spelling
    }
  }
}
