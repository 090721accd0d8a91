package import DialJSON

extension Shape {
  /// Returns the value that a text means in this type: a number or a Boolean if the type is one and the text is, too, otherwise the text.
  /// The shape has no name and is not optional.
  package func value(of text: String) -> JSON {
    switch self {
    case .int, .int64, .uint64, .double, .decimal: JSON.number(text) ?? .string(text)
    case .bool: Bool(text).map { .bool($0) } ?? .string(text)
    default: .string(text)
    }
  }

  /// Whether every value of the type is a string in JSON.
  package var isText: Bool {
    switch self {
    case .string, .date, .day, .url, .uuid, .data, .literals: true
    default: false
    }
  }
}
