extension JSON {
  /// The kind of the value.
  public var asKind: Kind {
    switch storage {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    case .absent: .absent
    case .node(let document, let node):
      switch document.word(node).kind {
      case .null: .null
      case .false, .true: .bool
      case .integer, .number: .number
      case .string, .escaped: .string
      case .array: .array
      case .object: .object
      }
    }
  }

  /// Whether the value is the JSON `null`. An absent value is not null.
  public var isNull: Bool { asKind == .null }

  /// The text of a string; nil for every other kind. Half a surrogate pair in an escape reads as U+FFFD.
  public var asString: String? {
    switch storage {
    case .string(let text): text
    case .node(let document, let node) where asKind == .string: document.text(node)
    default: nil
    }
  }

  /// `true` or `false`; nil for every other kind, numbers and text included.
  public var asBool: Bool? {
    switch storage {
    case .bool(let value): value
    case .node(let document, let node) where asKind == .bool: document.word(node).kind == .true
    default: nil
    }
  }

  /// The digits of a number as they were written, `1.10` or `1e2`; nil for every other kind.
  public var asNumberText: String? {
    switch storage {
    case .number(let digits): digits
    case .node(let document, let node) where asKind == .number: document.text(node)
    default: nil
    }
  }

  /// The elements of an array; nil for every other kind.
  public var asArray: Elements? { Elements(self) }

  /// The members of an object, each name once; nil for every other kind.
  public var asObject: Members? { Members(self) }
}

/// A scalar for writers, with its text, to avoid a separate look at its kind.
package enum PlainValue: Sendable {
  case text(String)
  /// The digits.
  case number(String)
  case bool(Bool)
  /// Null, an array, an object, or absent.
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
