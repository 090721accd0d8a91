/// What a value is to those who write scalars as they are: its text at once, without a look at its kind before.
package enum PlainValue: Sendable {
  case text(String)
  /// The digits.
  case number(String)
  case bool(Bool)
  /// Null, a list, an object, or nothing.
  case other
}

extension JSON {
  package var plain: PlainValue {
    switch storage {
    case .string(let text): .text(text)
    case .number(let digits): .number(digits)
    case .bool(let value): .bool(value)
    case .null, .array, .object, .absent: .other
    case .node(let document, let node):
      switch document.word(node).kind {
      case .string, .escaped: .text(document.text(node))
      case .integer, .number: .number(document.text(node))
      case .false: .bool(false)
      case .true: .bool(true)
      case .null, .array, .object: .other
      }
    }
  }
}
